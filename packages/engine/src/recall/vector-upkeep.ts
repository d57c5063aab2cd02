/** Upkeep of what a large bank is searched by: called when many vectors were written. */

import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { analyseSearch } from "../store/banks/analyse-search.js";
import { lockBankIndexes } from "../store/banks/lock-bank-indexes.js";
import { readSearchState } from "../store/banks/read-search-state.js";
import { createTagIndex } from "../store/tags/create-tag-index.js";
import { hasTagIndex } from "../store/tags/has-tag-index.js";
import {
  countVectors,
  createVectorIndex,
  dropVectorIndex,
  INDEX_FROM_VECTORS,
  indexedType,
  readVectorIndex,
  vectorForm,
} from "../store/vectors/vector-index.js";

/**
 * Gives a bank its HNSW graph and its index of tags once it holds more vectors than are scanned exactly; otherwise looks and does nothing. A graph of whole
 * vectors, as earlier versions built them, is replaced by one of half the size, and serves until that is there. Returns true when it built one. On PostgreSQL
 * it builds beside readers and writers (figures: docs/decisions/big-banks.md). The embedded database would answer nobody meanwhile, so it scans, however large
 * the bank. One process builds, and others that look meanwhile leave it to that one: each drops first what a failed build left, and would drop a half-built one.
 */
export async function ensureVectorIndex(ctx: Pick<EngineContext, "db" | "encoder">, bank: BankScope): Promise<boolean> {
  const { db } = ctx;
  if (!db.capabilities.concurrent || (await missingIndexes(ctx, bank)) === null) return false;
  return db.transaction(async (tx) => {
    if (!(await lockBankIndexes(tx, bank))) return false;
    const missing = await missingIndexes(ctx, bank); // again: the one before may have built them
    if (missing === null) return false;
    const { modelId, vectors, hasTags, isWanted, found } = missing;
    if (!hasTags) await createTagIndex(db, bank);
    if (isWanted) await createVectorIndex(db, bank, { modelId, dimension: ctx.encoder.model.dimension, vectors });
    if (isWanted && found !== null) await dropVectorIndex(db, bank, modelId, found);
    await analyseSearch(db, bank);
    return true;
  });
}

/** What a bank lacks; null when it is small or has all. */
async function missingIndexes({ db, encoder }: Pick<EngineContext, "db" | "encoder">, bank: BankScope) {
  const { name, dimension } = encoder.model;
  const state = await readSearchState(db, bank, name);
  if (state === null || state.modelId === null || state.nextMemoryNo <= INDEX_FROM_VECTORS) return null;
  const { modelId } = state;
  const form = vectorForm(db.capabilities);
  const found = await readVectorIndex(db, bank, modelId);
  const hasTags = await hasTagIndex(db, bank);
  const isWanted = found !== form && indexedType(dimension, form) !== null;
  if (!isWanted && hasTags) return null;
  const vectors = await countVectors(db, bank, modelId);
  return vectors <= INDEX_FROM_VECTORS ? null : { modelId, vectors, hasTags, isWanted, found };
}
