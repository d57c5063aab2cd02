import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Key of a model of which the bank has vectors; null where it has none of them. Asked only of a bank of which it is not known that it has all its vectors of the model in use. */
export async function findFormerModel(db: Db, bank: BankScope, model: string): Promise<number | null> {
  const { rows } = await db.query<{ modelId: number }>(sql`
    SELECT model_id AS "modelId" FROM embedding_model AS known WHERE name = ${model}
      AND EXISTS (SELECT FROM memory_vector AS v WHERE v.bank_id = ${bank.key} AND v.model_id = known.model_id)`);
  return rows[0]?.modelId ?? null;
}
