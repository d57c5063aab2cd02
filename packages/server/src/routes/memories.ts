// Memories: retain, list, get, change, delete.
// In: the engine. Out: the endpoints under `{bank}/memories` except recall.

import type { DeletionReport, Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { DeleteReply } from "../wire/banks.js";
import { anything, bankPath } from "../wire/common.js";
import { memoryChange, UpdateMemoryBody } from "../wire/curation.js";
import { ReportQuery, reported, reportQuery } from "../wire/deletion.js";
import { MemoryListQuery, MemoryListReply, memoryFilter, memoryKind, memoryListItem, memoryReply, uuid } from "../wire/memories.js";
import { ClearMemoryObservationsReply, ObservationChangeReply, observationChange } from "../wire/observation-history.js";
import { RetainBody, RetainReply, retainReply, retainRequest } from "../wire/retain.js";
import { maybe, name } from "../wire/scalars.js";
import { B, BAD, BUSY, CONFLICT, NO_BANK, NO_SUCH, ok } from "./replies.js";

const memoryPath = bankPath.extend({ memory_id: name("Memory id (UUID)") });

/** Of a kind that there is none of. */
const NOTHING: DeletionReport = { memories: 0, observations: 0, entities: 0, links: 0, vectors: 0, requeued: 0, modelRefreshes: 0 };

export function memoryRoutes(engine: Hindsight): readonly Endpoint[] {
  return [retain(engine), list(engine), history(engine), get(engine), update(engine), clearObservations(engine), clear(engine)];
}

const retain = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "retain_memories",
    method: "post",
    path: `${B}/memories`,
    tag: "Memory",
    summary: "Retain",
    description:
      "Stores items and finds the facts in them; creates the bank when it does not exist. The receipt says what became of each item.",
    asksModel: true,
    params: bankPath,
    body: RetainBody,
    replies: { 200: ok(RetainReply, "Stored, or queued when async"), 400: BAD, 409: CONFLICT, 503: BUSY },
    async handle({ params, body, signal, parts, context }) {
      const request = retainRequest(body);
      const answered = async (): Promise<ReturnType<typeof retainReply>> => {
        const result = await engine.retain(params.bank_id, request, { signal });
        const unknown = result.unknownStrategies.map((strategy) => `items[].strategy=${strategy}`);
        context.set("ignored", [...(context.get("ignored") ?? []), ...unknown]);
        return retainReply(result);
      };
      if (body.async) return answered();
      // Only a call that does the work now needs a place; an asynchronous one is a row in the queue, and turning it away helps nobody.
      const leave = await parts.gates.retain.enter(signal);
      try {
        return await answered();
      } finally {
        leave();
      }
    },
  });

const list = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "list_memories",
    method: "get",
    path: `${B}/memories/list`,
    tag: "Memory",
    summary: "List memories",
    description: "Latest mention first.",
    params: bankPath,
    query: MemoryListQuery,
    replies: { 200: ok(MemoryListReply), 400: BAD, 404: NO_BANK },
    async handle({ params, query }) {
      const filter = memoryFilter(query);
      if (filter === null) {
        await engine.banks.get(params.bank_id);
        return { items: [], total: 0, limit: query.limit, offset: query.offset };
      }
      const page = await engine.memories.list(params.bank_id, filter);
      return { ...page, items: page.items.map(memoryListItem) };
    },
  });

const get = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "get_memory",
    method: "get",
    path: `${B}/memories/{memory_id}`,
    tag: "Memory",
    summary: "Read a memory",
    params: memoryPath,
    replies: { 200: ok(anything()), 400: BAD, 404: NO_SUCH },
    handle: async ({ params }) => memoryReply(await engine.memories.get(params.bank_id, uuid("memory_id", params.memory_id))),
  });

const update = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "update_memory",
    method: "patch",
    path: `${B}/memories/{memory_id}`,
    tag: "Memory",
    summary: "Edit a fact, take it out of use, or put it back",
    description:
      "What was learnt of the fact follows: observations that stand on it are made anew, standing answers that read it are written anew. The text of its documents stays. An observation cannot be changed: it follows from its facts.",
    params: memoryPath,
    body: UpdateMemoryBody,
    replies: { 200: ok(anything()), 400: BAD, 404: NO_SUCH, 409: CONFLICT },
    handle: async ({ params, body }) =>
      memoryReply(await engine.memories.update(params.bank_id, uuid("memory_id", params.memory_id), memoryChange(body))),
  });

const history = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "get_observation_history",
    method: "get",
    path: `${B}/memories/{memory_id}/history`,
    tag: "Memory",
    summary: "How an observation came to say what it says",
    description: "Each change with what it said before and the evidence of then, oldest first. A fact has no history: the list is empty.",
    params: memoryPath,
    replies: { 200: ok(z.array(ObservationChangeReply)), 400: BAD, 404: NO_SUCH },
    handle: async ({ params }) =>
      (await engine.memories.history(params.bank_id, uuid("memory_id", params.memory_id))).map(observationChange),
  });

const clearObservations = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "clear_memory_observations",
    method: "delete",
    path: `${B}/memories/{memory_id}/observations`,
    tag: "Memory",
    summary: "Delete the observations that stand on a fact",
    description: "The fact, and the other facts behind them, are consolidated again.",
    params: memoryPath,
    query: ReportQuery,
    replies: { 200: ok(ClearMemoryObservationsReply), 400: BAD, 404: NO_SUCH },
    async handle({ params, query }) {
      const report = await engine.memories.deleteObservations(params.bank_id, uuid("memory_id", params.memory_id));
      return { deleted_count: report.observations, ...reported(query, report) };
    },
  });

const clear = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "clear_bank_memories",
    method: "delete",
    path: `${B}/memories`,
    tag: "Memory",
    summary: "Delete all memories",
    description: "All of the bank, or all of one kind. A bank that does not exist has none: that is a success with a count of 0.",
    params: bankPath,
    query: z.object({ type: maybe(name("Kind to delete; absent deletes all")), ...reportQuery }),
    replies: { 200: ok(DeleteReply) },
    async handle({ params, query }) {
      const kind = query.type == null || query.type === "" ? null : memoryKind(query.type);
      const isUnknownKind = kind === null && query.type != null && query.type !== "";
      const report = isUnknownKind ? NOTHING : await engine.memories.deleteAll(params.bank_id, kind);
      const deleted = report.memories + report.observations;
      return { success: true, message: `${deleted} memories deleted`, deleted_count: deleted, ...reported(query, report) };
    },
  });
