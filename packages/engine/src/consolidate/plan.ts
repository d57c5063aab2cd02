/** What one batch of facts comes to, before anything is written: all calls of models lie before a plan, all writes behind it. */

import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import type { CandidateRow } from "../store/consolidation/list-candidates.js";

/** A fact that is to be consolidated. */
export type BatchFact = Omit<CandidateRow, "observationScopes" | "version">;

/** Facts that are consolidated together: of one tag set, for one scope. */
export interface Batch {
  readonly facts: readonly BatchFact[];
  /** The tags of the observations that are read and written; empty is the scope of the whole bank. Sorted. */
  readonly scope: readonly string[];
  /** What the strategy of the scope says, or else the bank's settings. */
  readonly rules: BatchRules;
}

export interface BatchRules {
  /** Null: the built-in one. */
  readonly mission: string | null;
  /** Most observations of the scope; -1 is no limit, and the scope of the whole bank has none. */
  readonly limit: number;
  readonly sourceFactsMaxTokens: number;
  readonly sourceFactsMaxTokensPerObservation: number;
}

/** A fact as evidence of an observation. */
export interface PlannedSource {
  readonly memoryNo: number;
  /** Verbatim from the fact; null when none was named, or the one named does not stand there. */
  readonly quote: string | null;
}

/** What an observation is to say. */
export interface PlannedText {
  readonly text: string;
  /** Unit length, of the encoder named in `BatchPlan`; null when there was none: it waits in the queue. */
  readonly vector: Float32Array | null;
  readonly language: string | null;
  /** Facts whose words the text may have, though it does not stand on them; absent where it says what a fact says. */
  readonly borrowed?: readonly number[];
}

export interface PlannedCreate extends PlannedText {
  readonly sources: readonly PlannedSource[];
  readonly reason: string | null;
}

export interface PlannedUpdate extends PlannedText {
  readonly observationNo: number;
  /** What it said when the plan was made. Where it says something else by now, the evidence is added and the text is left. */
  readonly expectedText: string;
  readonly sources: readonly PlannedSource[];
  readonly reason: string | null;
  /** New observations that this update took in because they say the same: made after all where the text is another one or gone by now. */
  readonly otherwise?: readonly PlannedCreate[];
}

/** Two observations become one: the evidence of `from` goes to `into`, which then says `text`. */
export interface PlannedMerge extends PlannedText {
  readonly fromNo: number;
  readonly intoNo: number;
  readonly expectedText: string;
  readonly reason: string | null;
}

export interface PlannedDelete {
  readonly observationNo: number;
  readonly reason: string | null;
}

export interface BatchPlan {
  readonly batch: Batch;
  /** Key of the embedding model of the vectors; null when there are none. */
  readonly modelId: number | null;
  /** Observations whose words the plan may repeat. Where one of them is gone by now, its words must go too: the batch is planned anew. */
  readonly shownNos?: readonly number[];
  readonly deletes: readonly PlannedDelete[];
  readonly updates: readonly PlannedUpdate[];
  readonly creates: readonly PlannedCreate[];
  readonly merges: readonly PlannedMerge[];
}

/** What applying a plan did, by public id. */
export interface Applied {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
  readonly merged: number;
  /** Planned actions that found nothing to act on any more. */
  readonly skipped: number;
  /** The same by document of the facts behind them, for the documents' histories. */
  readonly byDocument: ReadonlyMap<
    string,
    { readonly created: readonly string[]; readonly updated: readonly string[]; readonly deleted: readonly string[] }
  >;
}

/** Makes the plan of one batch: asks models, reads the database, writes nothing. Throws what the models throw. */
export type Planner = (ctx: RequestContext, bank: BankScope, batch: Batch) => Promise<BatchPlan>;
