/**
 * The question as the encoder of before saw it, for a bank of which the encoder in use has not made all vectors yet: what has only the vectors of before is compared
 * by them. Nothing is asked of a bank that has all.
 */

import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import { findFormerModel } from "../../store/vectors/find-former-model.js";
import { nearestMemories } from "../../store/vectors/nearest-memories.js";
import type { Question } from "../question.js";
import { isSpoken } from "../understand.js";
import { type Comparison, comparisonOf, withoutQuotes } from "./semantic.js";

interface AsBefore {
  readonly comparison: Comparison | null;
  readonly failure: string | null;
}

const NOTHING: AsBefore = { comparison: null, failure: null };

/** A former encoder that fails costs what has its vectors alone, never the recall; the caller's own hang-up passes. */
export async function embedAsBefore(ctx: RequestContext, bank: BankScope, question: Question): Promise<AsBefore> {
  const { former = null } = ctx;
  if (former === null || question.hasAllVectors) return NOTHING;
  const encoder = await former.open();
  if (encoder === null || encoder.model.name === ctx.encoder.model.name || !isSpoken(question.language, encoder.model.languages))
    return NOTHING;
  const modelId = await findFormerModel(ctx.db, bank, encoder.model.name);
  if (modelId === null) return NOTHING;
  try {
    const vector = await encoder.embedQuery(withoutQuotes(question.text), ctx.signal);
    return { comparison: comparisonOf(encoder.model, modelId, vector), failure: null };
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn({ err: error }, "the former encoder could not read the question: what has only its vectors is found by words");
    return { comparison: null, failure: "embedding" };
  }
}

/** By memory number: cosines with the vectors of before, of these memories, as far as they have one. */
export async function cosinesAsBefore(
  ctx: RequestContext,
  bank: BankScope,
  question: Question,
  { modelId, vector }: Comparison,
  memoryNos: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (memoryNos.length === 0) return new Map();
  const search = { modelId, vector, limit: memoryNos.length, memories: question.nextMemoryNo, filter: null, among: memoryNos, index: null };
  return new Map((await nearestMemories(ctx.db, bank, search)).map(({ memoryNo, cosine }) => [memoryNo, cosine]));
}
