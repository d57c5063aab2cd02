import type { DeletionReport } from "../domain/observations.js";

/** What a deletion took away, in rows, and what it set going. */
export interface Forgotten {
  readonly memories: number;
  /** Part of the memories: those that were asked for, and those that stood on others of them. */
  readonly observations: number;
  /** The ids of these, but where everything went. */
  readonly observationIds: readonly string[];
  readonly postings: number;
  readonly links: number;
  readonly vectors: number;
  /** Entities that no memory mentions any more. */
  readonly entities: number;
  /** Runs in which no memory stands any more. */
  readonly runs: number;
  /** Facts that stay and are consolidated again, since an observation that stood on them went. */
  readonly requeued: number;
  /** Mental models that had read what is gone and are written anew. */
  readonly modelRefreshes: number;
}

export const NOTHING_FORGOTTEN: Forgotten = {
  memories: 0,
  observations: 0,
  observationIds: [],
  postings: 0,
  links: 0,
  vectors: 0,
  entities: 0,
  runs: 0,
  requeued: 0,
  modelRefreshes: 0,
};

export function sum(a: Forgotten, b: Forgotten): Forgotten {
  return {
    memories: a.memories + b.memories,
    observations: a.observations + b.observations,
    observationIds: [...a.observationIds, ...b.observationIds],
    postings: a.postings + b.postings,
    links: a.links + b.links,
    vectors: a.vectors + b.vectors,
    entities: a.entities + b.entities,
    runs: a.runs + b.runs,
    requeued: a.requeued + b.requeued,
    modelRefreshes: a.modelRefreshes + b.modelRefreshes,
  };
}

/** What callers are told of a deletion: memories are facts here, beside the observations. */
export function reportOf({ memories, observations, entities, links, vectors, requeued, modelRefreshes }: Forgotten): DeletionReport {
  return { memories: memories - observations, observations, entities, links, vectors, requeued, modelRefreshes };
}
