// Tags.
// In: the engine. Out: the endpoint `{bank}/tags`.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import { TagListQuery, TagListReply } from "../wire/entities.js";
import { B, NO_BANK, ok } from "./replies.js";

export function tagRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "list_tags",
      method: "get",
      path: `${B}/tags`,
      tag: "Memory",
      summary: "List tags",
      description: "With how often each is used, most used first.",
      params: bankPath,
      query: TagListQuery,
      replies: { 200: ok(TagListReply), 404: NO_BANK },
      async handle({ params, query }) {
        const { source, limit, offset } = query;
        const page = await engine.tags(params.bank_id, { q: query.q ?? null, source, limit, offset });
        return { ...page, items: page.items.map(({ tag, count }) => ({ tag, count })) };
      },
    }),
  ];
}
