// Operations: asynchronous work and what became of it.
// In: the engine. Out: the endpoints `{bank}/operations`.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import { uuid } from "../wire/memories.js";
import {
  CancelReply,
  OperationDeleteReply,
  OperationListQuery,
  OperationListReply,
  OperationQuery,
  OperationReply,
  operationFilter,
  operationListEntry,
  operationPath,
  operationReply,
  RetryReply,
} from "../wire/operations.js";
import { realBankId } from "./bank-id.js";
import { B, BAD, CONFLICT, NO_BANK, NO_SUCH, ok } from "./replies.js";

export function operationRoutes(engine: Hindsight): readonly Endpoint[] {
  return [list(engine), get(engine), ...changes(engine)];
}

const list = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "list_operations",
    method: "get",
    path: `${B}/operations`,
    tag: "Operations",
    summary: "List operations",
    description: "Newest first.",
    params: bankPath,
    query: OperationListQuery,
    replies: { 200: ok(OperationListReply), 404: NO_BANK },
    async handle({ params, query }) {
      const filter = operationFilter(query);
      const { limit, offset } = query;
      const bankId = await realBankId(engine, params.bank_id);
      if (filter === null) return { bank_id: bankId, total: 0, limit, offset, operations: [] };
      const page = await engine.operations.list(params.bank_id, filter);
      return { bank_id: bankId, total: page.total, limit, offset, operations: page.items.map(operationListEntry) };
    },
  });

const get = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "get_operation_status",
    method: "get",
    path: `${B}/operations/{operation_id}`,
    tag: "Operations",
    summary: "Read an operation",
    description: "An unknown id is no error: its status is not_found.",
    params: operationPath,
    query: OperationQuery,
    replies: { 200: ok(OperationReply), 400: BAD },
    async handle({ params, query }) {
      const id = uuid("operation_id", params.operation_id);
      return operationReply(id, await engine.operations.get(params.bank_id, id, { payload: query.include_payload }));
    },
  });

function changes(engine: Hindsight): readonly Endpoint[] {
  const replies = { 400: BAD, 404: NO_SUCH, 409: CONFLICT };
  const path = `${B}/operations/{operation_id}`;
  return [
    endpoint({
      operationId: "cancel_operation",
      method: "delete",
      path,
      tag: "Operations",
      summary: "Cancel a pending operation",
      params: operationPath,
      replies: { 200: ok(CancelReply), ...replies },
      async handle({ params }) {
        const id = uuid("operation_id", params.operation_id);
        await engine.operations.cancel(params.bank_id, id);
        return { success: true, message: `Operation ${id} cancelled`, operation_id: id };
      },
    }),
    endpoint({
      operationId: "retry_operation",
      method: "post",
      path: `${path}/retry`,
      tag: "Operations",
      summary: "Queue a failed or cancelled operation again",
      params: operationPath,
      replies: { 200: ok(RetryReply), ...replies },
      async handle({ params }) {
        const id = uuid("operation_id", params.operation_id);
        await engine.operations.retry(params.bank_id, id);
        return { success: true, message: `Operation ${id} queued again`, operation_id: id };
      },
    }),
    endpoint({
      operationId: "delete_operation",
      method: "delete",
      path: `${path}/delete`,
      tag: "Operations",
      summary: "Remove a finished operation's record",
      params: operationPath,
      replies: { 200: ok(OperationDeleteReply), ...replies },
      async handle({ params }) {
        const id = uuid("operation_id", params.operation_id);
        await engine.operations.delete(params.bank_id, id);
        return { success: true, message: `Operation ${id} deleted`, operation_id: id };
      },
    }),
  ];
}
