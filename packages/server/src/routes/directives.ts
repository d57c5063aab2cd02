// Directives.
// In: the engine. Out: the endpoints `{bank}/directives`.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import {
  CreateDirectiveBody,
  DirectiveListQuery,
  DirectiveListReply,
  DirectiveReply,
  directiveChange,
  directiveFilter,
  directivePath,
  directiveReply,
  newDirective,
  UpdateDirectiveBody,
} from "../wire/directives.js";
import { B, NO_BANK, NO_SUCH, ok } from "./replies.js";

export function directiveRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "list_directives",
      method: "get",
      path: `${B}/directives`,
      tag: "Directives",
      summary: "List directives",
      description: "Highest priority first, then newest first.",
      params: bankPath,
      query: DirectiveListQuery,
      replies: { 200: ok(DirectiveListReply), 404: NO_BANK },
      async handle({ params, query }) {
        const { bankId, ...page } = await engine.directives.list(params.bank_id, directiveFilter(query));
        return { ...page, items: page.items.map((item) => directiveReply(item, bankId)) };
      },
    }),
    endpoint({
      operationId: "create_directive",
      method: "post",
      path: `${B}/directives`,
      tag: "Directives",
      summary: "Add a directive",
      description: "A rule that every reflection of the bank obeys.",
      params: bankPath,
      body: CreateDirectiveBody,
      replies: { 200: ok(DirectiveReply), 404: NO_BANK },
      async handle({ params, body }) {
        const created = await engine.directives.create(params.bank_id, newDirective(body));
        return directiveReply(created, created.bankId);
      },
    }),
    endpoint({
      operationId: "get_directive",
      method: "get",
      path: `${B}/directives/{directive_id}`,
      tag: "Directives",
      summary: "Read a directive",
      params: directivePath,
      replies: { 200: ok(DirectiveReply), 404: NO_SUCH },
      async handle({ params }) {
        const directive = await engine.directives.get(params.bank_id, params.directive_id);
        return directiveReply(directive, directive.bankId);
      },
    }),
    endpoint({
      operationId: "update_directive",
      method: "patch",
      path: `${B}/directives/{directive_id}`,
      tag: "Directives",
      summary: "Change a directive",
      description: "Fields that are absent or null stay.",
      params: directivePath,
      body: UpdateDirectiveBody,
      replies: { 200: ok(DirectiveReply), 404: NO_SUCH },
      async handle({ params, body }) {
        const directive = await engine.directives.update(params.bank_id, params.directive_id, directiveChange(body));
        return directiveReply(directive, directive.bankId);
      },
    }),
    endpoint({
      operationId: "delete_directive",
      method: "delete",
      path: `${B}/directives/{directive_id}`,
      tag: "Directives",
      summary: "Delete a directive",
      params: directivePath,
      replies: { 200: ok(z.unknown()), 404: NO_SUCH },
      async handle({ params }) {
        await engine.directives.delete(params.bank_id, params.directive_id);
        return { status: "deleted" };
      },
    }),
  ];
}
