// Re-embedding: every memory gets its vector of the encoder's model, by this process, to the end.
// In: an engine context with its encoder. Out: how many were made. What is done is done: broken off anywhere, the next run goes on there.

import type { EngineContext } from "../context.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import { ensureVectorIndex } from "../recall/index.js";
import { startEmbedding } from "../retain/index.js";
import { markEmbedded } from "../store/banks/mark-embedded.js";
import { countEmbedding } from "../store/vectors/count-embedding.js";
import { deleteAllVectors } from "../store/vectors/delete-all-vectors.js";
import type { OnStep } from "./backup.js";

export interface ReEmbedded {
  readonly model: string;
  /** Memories that have their vector of the model now, and those that had it before. */
  readonly embedded: number;
  readonly before: number;
  /** Memories in a language that the model does not read: they get none. */
  readonly unread: number;
}

const LOOK_MS = 1_000;

/**
 * Gives all memories their vectors. `fromScratch` drops the vectors of these banks first, of every model: for an encoder that changed under its name.
 * Until they are made anew those banks are searched by words alone.
 */
export async function reEmbed(
  ctx: EngineContext,
  tenant: TenantScope,
  options: {
    readonly openBank: (key: number) => Promise<BankScope | null>;
    readonly keys: readonly number[];
    readonly fromScratch: readonly BankScope[];
    readonly signal?: AbortSignal;
    readonly onStep?: OnStep;
  },
): Promise<ReEmbedded> {
  const { openBank, keys, fromScratch, signal, onStep = () => undefined } = options;
  const { name } = ctx.encoder.model;
  await ctx.encoder.warm?.(); // one that does not work would be tried for ever
  const isFresh = new Set(fromScratch.map(({ key }) => key));
  for (const key of keys) {
    const bank = await openBank(key);
    if (bank === null) continue;
    await ctx.db.transaction(async (tx) => {
      if (isFresh.has(key)) await deleteAllVectors(tx, bank);
      await markEmbedded(tx, bank, null); // it is gone through, whatever is known of it
    });
  }
  const before = await countEmbedding(ctx.db, tenant, name);
  const stored = new Set<number>(keys);
  const note = (banks: ReadonlySet<number>): void => {
    for (const key of banks) stored.add(key);
  };
  const loop = startEmbedding(ctx, tenant, { openBank, onStored: note });
  const look = async (): Promise<void> => {
    const { embedded, memories } = await countEmbedding(ctx.db, tenant, name);
    onStep({ stage: "embedding", at: name, done: embedded, total: memories });
  };
  let looking: Promise<void> = Promise.resolve();
  const clock = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_MS);
  try {
    await loop.idle(signal);
  } finally {
    clearInterval(clock);
    await looking;
    await loop.stop();
  }
  for (const key of stored) {
    const bank = await openBank(key);
    if (bank !== null) await ensureVectorIndex(ctx, bank);
  }
  const after = await countEmbedding(ctx.db, tenant, name);
  return { model: name, embedded: after.embedded, before: before.embedded, unread: after.memories - after.embedded };
}
