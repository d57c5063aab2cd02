/** The semantic arm: the memories nearest in meaning, by calibrated similarity. */

import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import type { HotSource } from "../../hot/index.js";
import type { EmbeddingModel } from "../../providers/embedding/provider.js";
import type { Statement } from "../../store/db.js";
import { nearestMemories } from "../../store/vectors/nearest-memories.js";
import { INDEX_FROM_VECTORS, readVectorIndex } from "../../store/vectors/vector-index.js";
import type { Hit } from "../candidate.js";
import type { Question } from "../question.js";

/** Below this calibrated similarity nothing is near by meaning; `min_scores.semantic` replaces it. */
export const SEMANTIC_FLOOR = 0.3;
/**
 * Where the question has a known way of being answered in other words (`related-words.ts`): "Where do I live?" is 0.20 near "I moved from Utrecht to
 * Delft.", and 0.07 near what is about neither. What is found so is an answer only if it holds such words (`relevance.ts`).
 */
export const RELATED_FLOOR = 0.15;
/**
 * A stretch of talk is near nothing, even to what it is about. For one, the arm reaches this far below its best find; whether such finds are an answer
 * at all is asked in `relevance.ts`. MADial en: R_frac@10 .559 → .574, evidence within 4,096 tokens .74 → .98. Plain questions gain nothing by it.
 */
const SPREAD = 0.3;

/** The question as the encoder sees it, and how its cosines are read. */
export interface Comparison {
  readonly modelId: number;
  /** Of the question, unit length. */
  readonly vector: Float32Array;
  /** The model's calibrated maps, adjusted to this question where the model can. */
  readonly map: Pick<EmbeddingModel, "similarity" | "cosine">;
  readonly languages: EmbeddingModel["languages"];
}

/** Quotation marks are for the keyword arm; to an encoder they are noise (MADial en, whose questions are quoted speech: .576 with, .590 without). */
export function withoutQuotes(text: string): string {
  return text
    .replace(/["“”„«»「」『』]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** `vector` is the question's, by that model. */
export function comparisonOf(model: EmbeddingModel, modelId: number, vector: Float32Array): Comparison {
  return { modelId, vector, map: model.forQuery?.(vector) ?? model, languages: model.languages };
}

/** `former` is the question by the encoder of before, for what has only its vectors. */
export async function semanticArm(
  ctx: RequestContext,
  bank: BankScope,
  question: Question,
  comparison: Comparison,
  filter: Statement | null,
  {
    hot = null,
    among = null,
    former = null,
  }: { readonly hot?: HotSource | null; readonly among?: readonly number[] | null; readonly former?: Comparison | null } = {},
): Promise<readonly Hit[]> {
  const near = await nearTo(ctx, bank, question, comparison, filter, { hot, among });
  // The copy in memory has the vectors of one model.
  const before = former === null ? [] : await nearTo(ctx, bank, question, former, filter, { hot: null, among });
  const similarities = new Map(before);
  for (const [memoryNo, similarity] of near) similarities.set(memoryNo, Math.max(similarity, similarities.get(memoryNo) ?? 0));
  const all = before.length === 0 ? near : [...similarities].sort(([a, x], [b, y]) => y - x || a - b).slice(0, question.depth);
  const best = all[0]?.[1] ?? 0;
  const plain = question.related === null ? SEMANTIC_FLOOR : RELATED_FLOOR;
  const usual = reachesDown(question) ? Math.min(plain, Math.max(0, best - SPREAD)) : plain;
  const floor = question.minScores.semantic ?? usual;
  return all.map(([memoryNo, score]) => ({ memoryNo, place: null, score })).filter(({ score }) => score >= floor);
}

/** Memories by number with their similarity, the nearest first. */
async function nearTo(
  ctx: RequestContext,
  bank: BankScope,
  question: Question,
  comparison: Comparison,
  filter: Statement | null,
  { hot, among }: { readonly hot: HotSource | null; readonly among: readonly number[] | null },
): Promise<readonly (readonly [number, number])[]> {
  const isWalked = hot === null && among === null && question.nextMemoryNo > INDEX_FROM_VECTORS;
  const index = isWalked ? await readVectorIndex(ctx.db, bank, comparison.modelId) : null;
  const near =
    hot?.nearest(comparison.vector, question.depth) ??
    (await nearestMemories(ctx.db, bank, { ...comparison, limit: question.depth, memories: question.nextMemoryNo, filter, among, index }));
  return near.map(({ memoryNo, cosine }) => [memoryNo, comparison.map.similarity(cosine)]);
}

/** Talk, and what asks for all there is: a summary of Ann's travels is near none of them. */
function reachesDown({ isTalk, width }: Question): boolean {
  return isTalk || width === "all" || width === "order";
}
