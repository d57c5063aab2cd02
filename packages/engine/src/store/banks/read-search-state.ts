import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What recall asks about a bank before it searches: one row, by keys alone. */
export interface SearchState {
  /** The number that the bank's next memory will get: an upper bound of how many it holds. */
  readonly nextMemoryNo: number;
  /** Key of the embedding model; null when nothing was ever embedded with it. */
  readonly modelId: number | null;
  /** The bank's overrides of settings. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Null when the bank is gone. */
export async function readSearchState(db: Db, bank: BankScope, model: string): Promise<SearchState | null> {
  const { rows } = await db.query<SearchState>(sql`
    SELECT next_memory_no AS "nextMemoryNo", config, (SELECT model_id FROM embedding_model WHERE name = ${model}) AS "modelId"
    FROM bank WHERE bank_id = ${bank.key}`);
  return rows[0] ?? null;
}
