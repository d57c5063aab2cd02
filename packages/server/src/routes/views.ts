// Views: what the console draws of a bank.
// In: the engine. Out: the endpoints `{bank}/graph`, `{bank}/entities/graph` and `{bank}/stats/memories-timeseries`.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import { entityFilter } from "../wire/entities.js";
import {
  EntityGraphQuery,
  EntityGraphReply,
  entityGraphReply,
  MemoryGraphQuery,
  MemoryGraphReply,
  memoryGraphFilter,
  memoryGraphReply,
} from "../wire/graphs.js";
import { TimeSeriesQuery, TimeSeriesReply, timeSeriesQuery, timeSeriesReply } from "../wire/time-series.js";
import { B, BAD, NO_BANK, ok } from "./replies.js";

export function viewRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "get_graph",
      method: "get",
      path: `${B}/graph`,
      tag: "Memory",
      summary: "Memories and what ties them together",
      description:
        "Latest mention first. Edges are likenesses, causes, neighbours in what was said, and shared entities; an observation has those of the facts it stands on. At most 10,000 edges.",
      params: bankPath,
      query: MemoryGraphQuery,
      replies: { 200: ok(MemoryGraphReply), 400: BAD, 404: NO_BANK },
      async handle({ params, query }) {
        const filter = memoryGraphFilter(query);
        if (filter !== null) return memoryGraphReply(await engine.views.memories(params.bank_id, filter));
        await engine.banks.get(params.bank_id);
        return { nodes: [], edges: [], table_rows: [], total_units: 0, limit: query.limit };
      },
    }),
    endpoint({
      operationId: "get_entity_graph",
      method: "get",
      path: `${B}/entities/graph`,
      tag: "Entities",
      summary: "Entities that are mentioned together",
      description:
        "The pairs that most memories mention both of, with their ends. Counted over the latest 20,000 memories that mention anybody, which in most banks are all of them.",
      params: bankPath,
      query: EntityGraphQuery,
      replies: { 200: ok(EntityGraphReply), 400: BAD, 404: NO_BANK },
      async handle({ params, query }) {
        const { limit, min_count: minCount } = query;
        return entityGraphReply(await engine.views.entities(params.bank_id, { limit, minCount, ...entityFilter(query) }));
      },
    }),
    endpoint({
      operationId: "get_memories_timeseries",
      method: "get",
      path: `${B}/stats/memories-timeseries`,
      tag: "Banks",
      summary: "Memories over time",
      description: "Buckets without gaps, by minute, hour or day of UTC, the present one included.",
      params: bankPath,
      query: TimeSeriesQuery,
      replies: { 200: ok(TimeSeriesReply), 404: NO_BANK },
      handle: async ({ params, query }) => timeSeriesReply(await engine.views.times(params.bank_id, timeSeriesQuery(query))),
    }),
  ];
}
