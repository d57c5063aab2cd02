import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes that all memories of the bank have their vector of this model, or wait for it in the queue; null: that it is not known, so that it is looked at. */
export async function markEmbedded(db: Db, bank: BankScope, modelId: number | null): Promise<void> {
  await db.query(sql`UPDATE bank SET embedded_model_id = ${modelId} WHERE bank_id = ${bank.key}`);
}
