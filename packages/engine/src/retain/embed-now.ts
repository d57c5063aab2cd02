import type { RequestContext } from "../context.js";
import { withoutPlaceholders } from "../domain/attachments.js";
import { type BankScope, tenantScope } from "../domain/scope.js";
import { insertVectors } from "../store/vectors/insert-vectors.js";
import { vectorTarget } from "./vector-target.js";

/** A memory that waits for its vector. */
export interface WaitingText {
  readonly memoryNo: number;
  readonly text: string;
}

/** Texts up to which a synchronous retain waits for its vectors. */
export const WAITED_TEXTS = 64;
/** Longest wait; what is not done then is done behind. */
const PATIENCE_MS = 5_000;

/** Vectors by text, on their way. */
export type Vectors = Promise<ReadonlyMap<string, Float32Array> | null>;

/**
 * Starts on the vectors of a synchronous retain while it is being written: encoder and database work at the same time. Null when there are too many,
 * or when the encoder fails: the rows stay in the queue, and the loop behind gives them their vectors.
 */
export function startVectors(ctx: RequestContext, texts: readonly string[]): Vectors {
  const distinct = [...new Set(texts)];
  if (distinct.length === 0 || distinct.length > WAITED_TEXTS) return Promise.resolve(null);
  const made = ctx.encoder.embedPassages(distinct.map(withoutPlaceholders)).then(
    (vectors) => new Map(distinct.map((text, index) => [text, vectors[index] as Float32Array])),
    (error) => {
      ctx.log.warn({ err: error }, "the encoder failed in a synchronous retain; the vectors are made behind");
      return null;
    },
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
    timer.unref();
  });
  return Promise.race([made, late]).finally(() => clearTimeout(timer));
}

/** Stores the vectors of memories that are written; returns how many memories still wait. */
export async function storeVectors(
  ctx: RequestContext,
  bank: BankScope,
  waiting: readonly WaitingText[],
  vectors: Vectors,
): Promise<number> {
  const byText = waiting.length === 0 ? null : await vectors;
  if (byText === null) return waiting.length;
  const rows = waiting.flatMap(({ memoryNo, text }) => {
    const vector = byText.get(text);
    return vector === undefined ? [] : [{ bankKey: bank.key, memoryNo, text, vector }];
  });
  const tenant = tenantScope(bank.tenant);
  await insertVectors(ctx.db, tenant, await vectorTarget(ctx, tenant), rows);
  return waiting.length - rows.length;
}
