// Watching work: somebody outside of the engine who may put queued work off, and is told how it ended.
// In: nothing. Out: types.

/** An operation of the queue, about to be worked. */
export interface WatchedWork {
  /** `retain`, `consolidation`, `refresh_mental_model`, `file_convert_retain`, …: the type that the operations of the API show. */
  readonly type: string;
  readonly operationId: string;
  /** The schema that its bank lies in. */
  readonly tenant: string;
  readonly bankId: string;
  /** Tries so far, this one included. Being put off uses up none. */
  readonly attempts: number;
  /** Id of the request that queued it; null where none did, as for a schedule. */
  readonly requestId: string | null;
}

/** An operation at its end: nothing tries it again by itself. */
export interface EndedWork extends WatchedWork {
  readonly status: "completed" | "failed";
  /** What the operation shows as its result. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Null for one that went well. */
  readonly error: string | null;
  /** Of the last run. */
  readonly durationMs: number;
}

export interface WorkWatcher {
  /** Throws to stop the work: `operation_refused` fails it, one with `details.retryAt` puts it off. */
  admit(work: WatchedWork): Promise<void>;
  /** Told when an end is written. Returns at once and never throws. */
  ended(work: EndedWork): void;
}
