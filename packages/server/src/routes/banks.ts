// Banks: list, create, patch, delete; and the retired profile routes.
// In: the engine. Out: the endpoints of banks themselves.

import { type Hindsight, HindsightError } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { requireConfigFields } from "../access/index.js";
import { type Endpoint, type EndpointFacts, endpoint } from "../http/endpoint.js";
import {
  BackgroundReply,
  BankBody,
  BankListReply,
  BankProfileReply,
  bankFields,
  bankListItem,
  DeleteReply,
  profileReply,
  RetiredBackgroundBody,
  RetiredDispositionBody,
} from "../wire/banks.js";
import { bankPath } from "../wire/common.js";
import { ReportQuery, reported } from "../wire/deletion.js";
import { paging, search } from "../wire/query.js";
import { B, BAD, GONE, NO_BANK, ok } from "./replies.js";

export function bankRoutes(engine: Hindsight): readonly Endpoint[] {
  return [list(engine), put(engine), patch(engine), remove(engine), ...retired()];
}

const list = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "list_banks",
    method: "get",
    path: "/v1/default/banks",
    tag: "Banks",
    summary: "List banks",
    description: "Most recently written first.",
    query: z.object({ q: search("Part of the id, the name or an alias"), ...paging(100) }),
    replies: { 200: ok(BankListReply) },
    async handle({ query, context }) {
      const { banks: names } = context.get("caller");
      const page = await engine.banks.list({ q: query.q ?? null, names, limit: query.limit, offset: query.offset });
      return { banks: page.items.map(bankListItem), total: page.total, limit: page.limit, offset: page.offset };
    },
  });

const put = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "create_or_update_bank",
    method: "put",
    path: B,
    tag: "Banks",
    summary: "Create or update a bank",
    description: "Fields that are not sent stay as they are.",
    params: bankPath,
    body: BankBody,
    replies: { 200: ok(BankProfileReply), 400: BAD },
    async handle({ params, body, context }) {
      const fields = bankFields(body);
      await requireConfigFields(context.get("caller"), params.bank_id, Object.keys(fields.config));
      return profileReply(await engine.banks.put(params.bank_id, fields));
    },
  });

const patch = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "update_bank",
    method: "patch",
    path: B,
    tag: "Banks",
    summary: "Update an existing bank",
    params: bankPath,
    body: BankBody,
    replies: { 200: ok(BankProfileReply), 400: BAD, 404: NO_BANK },
    async handle({ params, body, context }) {
      const fields = bankFields(body);
      await requireConfigFields(context.get("caller"), params.bank_id, Object.keys(fields.config));
      return profileReply(await engine.banks.patch(params.bank_id, fields));
    },
  });

const remove = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "delete_bank",
    method: "delete",
    path: B,
    tag: "Banks",
    summary: "Delete a bank",
    description: "With everything in it. A bank that does not exist is a success with a count of 0.",
    params: bankPath,
    query: ReportQuery,
    replies: { 200: ok(DeleteReply) },
    async handle({ params, query }) {
      const report = await engine.banks.delete(params.bank_id);
      const deleted = report.memories + report.observations;
      return {
        success: true,
        message: `Bank '${params.bank_id}' and ${deleted} memories deleted`,
        deleted_count: deleted,
        ...reported(query, report),
      };
    },
  });

/** Routes that answer 410 for every bank, existing or not; bodies are described, not read. */
function retired(): readonly Endpoint[] {
  const gone = (what: string) => async (): Promise<never> => {
    throw new HindsightError(
      "gone",
      `${what} Use PATCH /v1/default/banks/{bank_id}/config (disposition_*, reflect_mission) and GET on the same route.`,
    );
  };
  const facts = { tag: "Banks", deprecated: true } as const satisfies Partial<EndpointFacts>;
  return [
    endpoint({
      ...facts,
      operationId: "get_bank_profile",
      method: "get",
      path: `${B}/profile`,
      summary: "Retired: read the profile",
      params: bankPath,
      replies: { 200: ok(BankProfileReply), 410: GONE },
      handle: gone("The profile route is retired."),
    }),
    endpoint({
      ...facts,
      operationId: "update_bank_disposition",
      method: "put",
      path: `${B}/profile`,
      summary: "Retired: set the disposition",
      params: bankPath,
      describedBody: RetiredDispositionBody,
      replies: { 200: ok(BankProfileReply), 410: GONE },
      handle: gone("The profile route is retired."),
    }),
    endpoint({
      ...facts,
      operationId: "add_bank_background",
      method: "post",
      path: `${B}/background`,
      summary: "Retired: add to the mission",
      params: bankPath,
      describedBody: RetiredBackgroundBody,
      replies: { 200: ok(BackgroundReply), 410: GONE },
      handle: gone("The background route is retired."),
    }),
  ];
}
