// Observations: beliefs consolidated from facts, as callers read them.
// In: nothing. Out: types only.

import type { MemoryKind } from "./memory.js";

/** One fact behind an observation. */
export interface Evidence {
  readonly id: string;
  readonly text: string;
  readonly kind: MemoryKind;
  readonly context: string | null;
  /** The fact's own words that bear the observation out; null when none were named. */
  readonly quote: string | null;
  readonly occurredStart: Date | null;
  /** When it was said last. */
  readonly mentionedAt: Date | null;
}

/** How the evidence of an observation is spread over time (reference §1.13). */
export type Trend = "new" | "strengthening" | "stable" | "weakening" | "stale";

/** One change of an observation: what it said before, and what made it change. */
export interface ObservationChange {
  readonly previousText: string;
  readonly previousTags: readonly string[];
  readonly previousOccurredStart: Date | null;
  readonly previousOccurredEnd: Date | null;
  readonly previousMentionedAt: Date | null;
  readonly changedAt: Date;
  readonly reason: string | null;
  readonly newSourceMemoryIds: readonly string[];
  /** The evidence as of this change; a fact that is gone keeps its id. */
  readonly sourceFacts: readonly {
    readonly id: string;
    readonly text: string | null;
    readonly kind: MemoryKind | null;
    readonly context: string | null;
    readonly isNew: boolean;
  }[];
}

export interface ObservationScopeCount {
  /** Empty is the scope of the whole bank. */
  readonly tags: readonly string[];
  readonly count: number;
}

/** What a deletion took away and set going, for its report. */
export interface DeletionReport {
  readonly memories: number;
  readonly observations: number;
  readonly entities: number;
  readonly links: number;
  readonly vectors: number;
  /** Facts that stood behind the observations that went, and are consolidated again. */
  readonly requeued: number;
  /** Mental models that had read what is gone: withheld or refreshed. */
  readonly modelRefreshes: number;
}
