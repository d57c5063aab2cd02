import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { ModelText } from "./lock-model-text.js";

/** What a model says, to be indexed; null when the bank has none of that id. */
export async function readModelText(db: Db, bank: BankScope, id: string): Promise<ModelText | null> {
  const { rows } = await db.query<ModelText>(sql`SELECT name, content FROM mental_model WHERE bank_id = ${bank.key} AND id = ${id}`);
  return rows[0] ?? null;
}
