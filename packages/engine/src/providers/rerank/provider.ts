// Reranking: how well each text answers a query, by a cross-encoder.
// In: one query and candidate texts. Out: one score in 0…1 per text, in input order.
// Slow, down or absent costs quality, never an error: recall keeps its fused order then.

export interface RerankProvider {
  readonly name: string;
  score(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
  /** Pairs per second of the calls so far, so that recall can time-box; null before the first call has been measured. */
  pairsPerSecond?(): number | null;
  /** Loads the model, where there is one, and measures the pace with a few pairs. Optional to call. */
  warm?(): Promise<void>;
  close(): Promise<void>;
}
