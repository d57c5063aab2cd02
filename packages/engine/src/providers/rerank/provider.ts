// Reranking: how well each text answers a query, by a cross-encoder.
// In: one query, candidate texts with the best first, and a time. Out: the scores that the time sufficed for, in input order.
// Slow, down, or answering nonsense costs quality, never an error and never more than the time.

/** `open`: after failures nothing is asked for a while. `half_open`: one call in the background finds out whether it works again. */
export type CircuitState = "closed" | "open" | "half_open";

/** Why not every text has a score. `loading`: its model is not ready; `open`: it failed before and is left alone for a while. */
export type RerankCut = "reranker_time" | "reranker_failed" | "reranker_loading" | "reranker_open";

export interface TimeBox {
  /** Milliseconds from the call on, waiting for other calls included. */
  readonly budgetMs: number;
  /** Of the caller who may hang up. */
  readonly signal?: AbortSignal;
}

export interface RerankScores {
  /** One per text: 0…1, higher is better; null for what was not scored. */
  readonly scores: readonly (number | null)[];
  /** Null when every text was scored. */
  readonly cut: RerankCut | null;
}

export interface RerankProvider {
  readonly name: string;
  /** Rejects only when `signal` fires, with its reason; at the latest then, or when the budget is spent, it is done. */
  score(query: string, texts: readonly string[], box: TimeBox): Promise<RerankScores>;
  circuit(): CircuitState;
  /** Loads the model, where there is one, and measures the pace. Rejects when that fails. Safe to call again. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** The model behind a provider: scores one batch as a whole, on its own scale. */
export interface PairScorer {
  readonly name: string;
  readonly limits: PairLimits;
  /** True where the scores of the model are known to be of one kind for good, as those of a file are. */
  readonly hasOneScale: boolean;
  /** True where a model must be loaded first, for which no recall waits. */
  readonly mustLoad: boolean;
  /** NaN for a pair without a score. Rejects when `signal` fires, or for an answer that is none; stops trying after `budgetMs`. */
  score(query: string, texts: readonly string[], signal: AbortSignal, budgetMs: number): Promise<readonly number[]>;
  load(): Promise<unknown>;
  close(): Promise<void>;
}

export interface PairLimits {
  /** Pairs of one batch. */
  readonly maxPairs: number;
  /** Tokens of one batch, padding included. */
  readonly maxTokens: number;
  /** Where a pair is cut. */
  readonly maxPairTokens: number;
  /** Candidates among which those of equal length are put together; 1 × `maxPairs` where the other side pads as it likes. */
  readonly window: number;
}

/** How the cross-encoder took part in one recall. */
export interface RerankReport {
  readonly model: string;
  readonly budgetMs: number;
  /** Those it was to score; what lies behind them in the pool keeps the built-in order by design. */
  readonly candidates: number;
  readonly scored: number;
  readonly milliseconds: number;
  /** Why fewer were scored than there were candidates; null when all were. */
  readonly cut: RerankCut | null;
  readonly circuit: CircuitState;
}
