import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Takes away the vector of a model whose new text has none: the old one would find what is not said any more. */
export async function deleteModelVector(tx: Db, bank: BankScope, id: string): Promise<boolean> {
  const { affected } = await tx.query(sql`DELETE FROM mental_model_vector WHERE bank_id = ${bank.key} AND id = ${id}`);
  return affected > 0;
}
