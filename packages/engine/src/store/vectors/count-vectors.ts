import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Vectors of a model in the bank. */
export async function countVectors(db: Db, bank: BankScope, modelId: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`
    SELECT count(*)::integer AS n FROM memory_vector WHERE bank_id = ${bank.key} AND model_id = ${modelId}`);
  return rows[0]?.n ?? 0;
}
