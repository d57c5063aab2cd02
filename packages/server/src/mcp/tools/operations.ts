// Tools over operations: work in the background and what became of it.
// In: ids and filters. Out: operations as the routes tell them.

import { HindsightError } from "@hindsight-memory/engine";
import { uuid } from "../../wire/memories.js";
import { OperationListQuery, operationFilter, operationListEntry, operationReply } from "../../wire/operations.js";
import { flag, integer, maybe, name, preset } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { parameter, tool } from "../tool.js";

const operationId = parameter(name(), "Id of the operation (UUID), as retain and the refresh tools answer it.");

const listOperations = tool({
  name: "list_operations",
  title: "List operations",
  description: "Work in the background, the newest first: what waits, what is at work, what failed and why.",
  access: "read",
  operation: "list_operations",
  effect: "reads",
  parameters: {
    status: parameter(maybe(name()), "pending, processing, completed, failed or cancelled. All if unset."),
    limit: parameter(preset(integer({ min: 1, max: 100 }), 20), "Most entries to return."),
    type: parameter(maybe(name()), "Type of operation, for example retain."),
    offset: parameter(preset(integer({ min: 0 }), 0), "Entries to skip, for the next page."),
    exclude_parents: parameter(preset(flag(), false), "Leave out operations that only stand for their parts."),
  },
  async handle({ args, engine, bankId }) {
    const filter = operationFilter(asOnTheWire(OperationListQuery, args));
    if (filter === null) {
      await engine.banks.get(bankId);
      return { total: 0, operations: [] };
    }
    const { total, items } = await engine.operations.list(bankId, filter);
    return { total, operations: items.map(operationListEntry) };
  },
});

const getOperation = tool({
  name: "get_operation",
  title: "Read an operation",
  description:
    "What became of work in the background: its status, its progress, its result or its error. An unknown id has the status not_found.",
  access: "read",
  operation: "get_operation_status",
  effect: "reads",
  parameters: { operation_id: operationId },
  async handle({ args, engine, bankId }) {
    const id = uuid("operation_id", args.operation_id);
    return operationReply(id, await engine.operations.get(bankId, id));
  },
});

const cancelOperation = tool({
  name: "cancel_operation",
  title: "Cancel an operation",
  description: "Cancel work that still waits. What is at work already goes on.",
  access: "write",
  operation: "cancel_operation",
  audited: "cancel_operation",
  effect: "changes",
  parameters: { operation_id: operationId },
  async handle({ args, engine, bankId }) {
    const id = uuid("operation_id", args.operation_id);
    // The contract's words for an id that there is none of.
    if ((await engine.operations.get(bankId, id)) === null) throw new HindsightError("operation_not_found", `Operation '${id}' not found`);
    await engine.operations.cancel(bankId, id);
    return { success: true, message: `Operation ${id} cancelled`, operation_id: id };
  },
});

export const OPERATION_TOOLS = [listOperations, getOperation, cancelOperation];
