import type { EntityGraph, GraphTies, MemoryGraph, MemoryGraphFilter } from "../domain/graph.js";
import { MOST_EDGES, memoryEdges, namesOf } from "../domain/graph.js";
import type { BankScope } from "../domain/scope.js";
import { sanitise } from "../domain/text/sanitise.js";
import { type TimeBucket, timeWindow } from "../domain/time-series.js";
import type { Hindsight } from "../hindsight.js";
import type { Db } from "../store/db.js";
import { countEntities } from "../store/entities/count-entities.js";
import { countGraphMemories } from "../store/graph/count-graph-memories.js";
import { listEntityPairs } from "../store/graph/list-entity-pairs.js";
import { listGraphEntities } from "../store/graph/list-graph-entities.js";
import { listGraphEvidence } from "../store/graph/list-graph-evidence.js";
import { listGraphLinks } from "../store/graph/list-graph-links.js";
import { type GraphRow, listGraphMemories } from "../store/graph/list-graph-memories.js";
import { listGraphMentions } from "../store/graph/list-graph-mentions.js";
import { countMemoriesByTime, type TimeCount } from "../store/stats/count-memories-by-time.js";
import type { ResourceContext } from "./engine.js";
import { requireCount } from "./page.js";
import { tagsOf } from "./tags-asked.js";

/** Memories that a picture holds at most: more of them are asked for in vain, and `limit` of the answer says so. */
const MOST_MEMORIES = 10_000;
/** Facts behind one observation, and memories in all, whose ties are read. */
const MOST_EVIDENCE = 20;
const MOST_TIED = 20_000;
/** What the graph of entities is counted over: the latest memories that mention anybody, and in each of them so many entities. */
const MOST_TOLD = 20_000;
const MOST_NAMED = 30;

/** What is drawn of a bank. Work is bounded, however large the bank is and whatever is asked for. */
export function viewResource({ db, banks }: ResourceContext, now: () => Date): Hindsight["views"] {
  return {
    async memories(bankId, asked) {
      const bank = await banks.open(bankId);
      const filter = cleaned(asked);
      const [rows, total] = await Promise.all([
        filter.limit === 0 ? [] : listGraphMemories(db, bank, filter),
        countGraphMemories(db, bank, filter),
      ]);
      return { ...drawn(rows, await tiesOf(db, bank, rows)), total, limit: filter.limit };
    },

    async entities(bankId, asked) {
      const bank = await banks.open(bankId);
      const limit = requireCount("limit", Math.min(asked.limit, MOST_EDGES));
      const minCount = Math.min(Math.max(asked.minCount, 1), MOST_TOLD + 1); // no pair is told by more
      const tags = await tagsOf(db, bank, asked);
      const query = { ...tags, memories: MOST_TOLD, perMemory: MOST_NAMED, minCount, limit };
      const [{ pairs, total }, totalEntities] = await Promise.all([listEntityPairs(db, bank, query), countEntities(db, bank, tags)]);
      const ids = [...new Set(pairs.flatMap(({ source, target }) => [source, target]))];
      const nodes = ids.length === 0 ? [] : await listGraphEntities(db, bank, ids, tags);
      return { nodes, edges: pairs, totalEntities, totalEdges: total, limit } satisfies EntityGraph;
    },

    async times(bankId, { period, field }) {
      const bank = await banks.open(bankId);
      const { unit, start, end, times } = timeWindow(period, now());
      const counts = await countMemoriesByTime(db, bank, { unit, field, start, end });
      return { bankId: bank.bankId, period, unit, field, buckets: buckets(times, counts) };
    },
  };
}

function cleaned(filter: MemoryGraphFilter): MemoryGraphFilter {
  return {
    ...filter,
    q: filter.q ? sanitise(filter.q) : null,
    documentId: filter.documentId ? sanitise(filter.documentId) : null,
    chunkId: filter.chunkId ? sanitise(filter.chunkId) : null,
    tags: (filter.tags ?? []).map(sanitise),
    limit: requireCount("limit", Math.min(filter.limit, MOST_MEMORIES)),
  };
}

async function tiesOf(db: Db, bank: BankScope, rows: readonly GraphRow[]): Promise<GraphTies> {
  if (rows.length === 0) return { evidence: [], mentions: [], links: [] };
  const observations = rows.filter(({ kind }) => kind === "observation").map(({ memoryNo }) => memoryNo);
  const evidence = observations.length === 0 ? [] : await listGraphEvidence(db, bank, observations, MOST_EVIDENCE);
  const tied = new Set([...rows.map(({ memoryNo }) => memoryNo), ...evidence.map(({ memoryNo }) => memoryNo)]);
  const memoryNos = [...tied].slice(0, MOST_TIED);
  const [mentions, links] = await Promise.all([
    listGraphMentions(db, bank, memoryNos),
    listGraphLinks(db, bank, memoryNos, 2 * MOST_EDGES), // twice: a link of kind semantic may stand there from either end
  ]);
  return { evidence, mentions, links };
}

function drawn(rows: readonly GraphRow[], ties: GraphTies): Pick<MemoryGraph, "memories" | "edges"> {
  const names = namesOf(rows, ties);
  const memories = rows.map(({ memoryNo, runNo: _run, position: _position, ...memory }) => ({
    ...memory,
    entities: names.get(memoryNo) ?? [],
  }));
  return { memories, edges: memoryEdges(rows, ties) };
}

function buckets(times: readonly Date[], counts: readonly TimeCount[]): readonly TimeBucket[] {
  const found = new Map(counts.map(({ time, kind, found }) => [`${time.getTime()} ${kind}`, found]));
  const of = (time: Date, kind: TimeCount["kind"]): number => found.get(`${time.getTime()} ${kind}`) ?? 0;
  return times.map((time) => ({
    time,
    world: of(time, "world"),
    experience: of(time, "experience"),
    observation: of(time, "observation"),
  }));
}
