/** Upkeep of a bank's vectors: called when many were written. */

import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { readSearchState } from "../store/banks/read-search-state.js";
import { countVectors, createVectorIndex, hasVectorIndex, INDEX_FROM_VECTORS } from "../store/vectors/vector-index.js";

/**
 * Gives a bank its HNSW graph once it holds more vectors than are scanned exactly; otherwise looks and does nothing. Returns true when it built one.
 * On PostgreSQL it builds beside readers and writers (100,000 vectors: about a minute). The embedded database would answer nobody meanwhile, so it scans,
 * however large the bank.
 */
export async function ensureVectorIndex(ctx: Pick<EngineContext, "db" | "encoder">, bank: BankScope): Promise<boolean> {
  if (!ctx.db.capabilities.concurrent) return false;
  const { name, dimension } = ctx.encoder.model;
  const state = await readSearchState(ctx.db, bank, name);
  if (state === null || state.modelId === null || state.nextMemoryNo <= INDEX_FROM_VECTORS) return false;
  if (await hasVectorIndex(ctx.db, bank, state.modelId)) return false;
  if ((await countVectors(ctx.db, bank, state.modelId)) <= INDEX_FROM_VECTORS) return false;
  await createVectorIndex(ctx.db, bank, state.modelId, dimension);
  return true;
}
