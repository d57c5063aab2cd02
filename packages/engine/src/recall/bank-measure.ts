/** Size and mean length of a bank for BM25, kept for a while: counting 100,000 memories takes as long as the rest of the keyword arm. */

import type { BankScope } from "../domain/scope.js";
import type { Database } from "../store/db.js";
import { type BankMeasure, measureMemories } from "../store/memories/measure-memories.js";

interface Kept {
  readonly measure: BankMeasure;
  readonly nextMemoryNo: number;
  readonly at: number;
}

/** Deletions do not move a bank's next number, so a measure also grows old by time. */
const MAX_AGE_MS = 30_000;
/** Banks whose measure is kept. */
const MAX_BANKS = 1_000;

const kept = new WeakMap<Database, Map<number, Kept>>();

/** `nextMemoryNo` tells how much was written since: up to 2 % more memories leave every inverse document frequency where it is. */
export async function bankMeasure(db: Database, bank: BankScope, nextMemoryNo: number, nowMs: number): Promise<BankMeasure> {
  const banks = kept.get(db) ?? new Map<number, Kept>();
  kept.set(db, banks);
  const known = banks.get(bank.key);
  if (known !== undefined && nowMs - known.at < MAX_AGE_MS && nextMemoryNo - known.nextMemoryNo <= known.measure.memories * 0.02) {
    return known.measure;
  }
  const measure = await measureMemories(db, bank, nextMemoryNo);
  banks.delete(bank.key);
  banks.set(bank.key, { measure, nextMemoryNo, at: nowMs });
  if (banks.size > MAX_BANKS) banks.delete(banks.keys().next().value as number);
  return measure;
}
