/** What is asked, understood once: every later stage reads this and nothing of the request. */

import type { MemoryKind, Moment, TimeSpan } from "../domain/memory.js";
import type { MinScores, RecallFormat, RecallInclude, TagGroup, TagsMatch } from "../domain/requests.js";
import type { QueryAnalysis } from "../domain/text/analyse.js";
import type { NamedMonth } from "../domain/time/index.js";
import type { Treatments } from "../guard/defense/index.js";
import type { ChangeWindow, MemoryConditions } from "../store/filters/memory-filter.js";
import type { Called } from "./called.js";
import type { Width } from "./wide.js";

/** What a caller within the engine knows beside the request. */
export interface Known {
  /** Bounds every arm, the graph too: a refresh of a mental model looks at what is new to it. */
  readonly changed?: ChangeWindow | null;
  /** The vector of the query, which is then not made again: consolidation asks by facts that have theirs. */
  readonly vector?: Float32Array | undefined;
}

export interface Question {
  /** Sanitised, as the caller wrote it. */
  readonly text: string;
  readonly analysis: QueryAnalysis;
  /** Whom it means by a name that is not the only one they have. */
  readonly called: readonly Called[];
  /** True for a stretch of talk rather than a question: it has many words, of which an answer holds few. */
  readonly isTalk: boolean;
  /** Whether several things are asked for at once; null for one, and for talk. */
  readonly width: Width | null;
  /** Terms that an answer may hold instead of the question's (`relatedTerms`); null for a question of no such kind. */
  readonly related: ReadonlySet<string> | null;
  /** ISO 639-1, or null for not sure. */
  readonly language: string | null;
  /** False when the encoder was not trained for the question's language: then words alone rank. */
  readonly isEncoded: boolean;
  /** The vector where the caller has it; null to make it. */
  readonly vector: Float32Array | null;
  /** The moment that relative dates count from. */
  readonly asked: Moment;
  /** The time that the caller gave or the question names. */
  readonly window: TimeSpan | null;
  readonly windowSource: "request" | "query" | null;
  /** True when nothing but a time is asked for: then every memory of that time is an answer, whatever it says. */
  readonly isTimeOnly: boolean;
  readonly months: readonly NamedMonth[];
  readonly kinds: readonly MemoryKind[];
  /** What a memory must satisfy to be seen at all: kinds and tags. */
  readonly conditions: MemoryConditions;
  readonly tags: readonly string[] | null;
  readonly tagsMatch: TagsMatch;
  readonly tagGroups: readonly TagGroup[] | null;
  readonly budget: "low" | "mid" | "high";
  /** Candidates per arm. */
  readonly depth: number;
  readonly maxTokens: number;
  readonly minScores: MinScores;
  readonly preferObservations: boolean;
  /** What the bank lets take part; the temporal arm has no window where it may not. */
  readonly uses: { readonly keyword: boolean; readonly graph: boolean; readonly reranker: boolean };
  /** Longest time of the cross-encoder; 0 where it has no part. */
  readonly rerankBudgetMs: number;
  readonly include: RecallInclude;
  readonly format: RecallFormat;
  readonly trace: boolean;
  /** What the bank does with memories that are not to be believed. */
  readonly treatments: Treatments;
  /** Key of the encoder's model; null while nothing has been embedded with it. */
  readonly modelId: number | null;
  /** All memories have their vectors of that model. */
  readonly hasAllVectors: boolean;
  readonly nextMemoryNo: number;
  /** Of what the arms read of the bank, and when the bank was made (`readSearchState`). */
  readonly version: number;
  readonly madeAt: string;
}
