// Embedding: text to vectors, by a local encoder or a remote one.
// In: texts, as the store holds them. Out: unit-length vectors of the model's dimension, one per text, in input order.
// A provider adds its model's own prefixes and truncation; callers never do.

/** What recall must know about a model. */
export interface EmbeddingModel {
  /** Stored with every vector; changing it re-embeds. */
  readonly name: string;
  readonly dimension: number;
  /** ISO 639-1 codes that the model was trained for; "any" for multilingual models. Text in another language is ranked by words alone. */
  readonly languages: readonly string[] | "any";
  /** Maps a cosine to the shown similarity: unrelated text near 0, a paraphrase near 1. Measured per model (bench/calibration). */
  similarity(cosine: number): number;
  /** The inverse of `similarity`: the cosine at which a threshold lies. */
  cosine(similarity: number): number;
  /**
   * The same two maps, adjusted to one question (its vector from `embedQuery`): some questions lie near everything, others near nothing.
   * Use them for every threshold and shown score of that question; models without it use the plain maps.
   * Measured: at the same share of true evidence kept, half as many unrelated questions find something (docs/decisions/similarity-calibration.md).
   */
  forQuery?(query: Float32Array): Pick<EmbeddingModel, "similarity" | "cosine">;
}

export interface EmbeddingProvider {
  readonly model: EmbeddingModel;
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** Throws `model_unavailable` unless every text got a vector of `model.dimension` numbers. */
  embedPassages(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** Gets ready ahead of the first call, as far as the provider can: loads the model. Optional to call; safe to call again. */
  warm?(): Promise<void>;
  close(): Promise<void>;
}
