// What is measured: items to retain, questions to ask, and which of the items answer each.
// In: the evaluation data. Out: tasks of one shape, so that one loop asks and one set of metrics judges.

export interface Item {
  readonly content: string;
  readonly document_id: string;
  readonly timestamp: string;
  readonly context?: string;
}

/** One question. Gold items and sessions are named by keys of the task's own, never by the ids that the server sees. */
export interface Ask {
  readonly query: string;
  readonly at: string | null;
  readonly category: string;
  readonly gold: readonly string[];
}

/** A result as the judge sees it; the ids are the task's own again, after shuffled ones are put back. */
export interface Found {
  readonly text: string;
  /** The document of a fact; of an observation, those of the facts that it stands on, since it takes their place. */
  readonly documentIds: readonly string[];
}

export interface Bank {
  readonly name: string;
  readonly items: readonly Item[];
  readonly asks: readonly Ask[];
  /** Which of the gold keys a result counts for. */
  hits(found: Found, gold: readonly string[]): readonly string[];
  /** Session of a gold key or of a result; null where there are none. */
  sessionOf: ((key: Found | string) => string | null) | null;
  /** Units of the plain BM25 floor: key and text. */
  readonly units: readonly { readonly key: string; readonly text: string }[];
}

export interface Task {
  readonly name: string;
  readonly what: string;
  readonly banks: readonly Bank[];
  readonly terms: (text: string) => readonly string[];
}
