import type { RequestContext } from "../../context.js";
import { HindsightError } from "../../errors.js";

/**
 * Vectors of texts by text. Throws `model_unavailable` when one has not the model's dimension or holds what is no number: nothing of the batch is written
 * then, and a repeat would meet the same.
 */
export async function vectorsOf(ctx: RequestContext, texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
  const distinct = [...new Set(texts)];
  if (distinct.length === 0) return new Map();
  const { name, dimension } = ctx.encoder.model;
  const vectors = await ctx.encoder.embedPassages(distinct, ctx.signal);
  return new Map(
    distinct.map((text, index) => {
      const vector = vectors[index];
      if (vector?.length !== dimension || !vector.every(Number.isFinite) || !vector.some((part) => part !== 0)) {
        throw new HindsightError(
          "model_unavailable",
          `${name} gave a vector that is none: ${vector?.length ?? 0} numbers of ${dimension}.`,
        );
      }
      return [text, vector] as const;
    }),
  );
}
