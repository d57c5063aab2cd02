/** What a deletion took away, in rows. */
export interface Forgotten {
  readonly memories: number;
  readonly postings: number;
  readonly links: number;
  readonly vectors: number;
  /** Entities that no memory mentions any more. */
  readonly entities: number;
  /** Runs in which no memory stands any more. */
  readonly runs: number;
}

export const NOTHING_FORGOTTEN: Forgotten = { memories: 0, postings: 0, links: 0, vectors: 0, entities: 0, runs: 0 };

export function sum(a: Forgotten, b: Forgotten): Forgotten {
  return {
    memories: a.memories + b.memories,
    postings: a.postings + b.postings,
    links: a.links + b.links,
    vectors: a.vectors + b.vectors,
    entities: a.entities + b.entities,
    runs: a.runs + b.runs,
  };
}
