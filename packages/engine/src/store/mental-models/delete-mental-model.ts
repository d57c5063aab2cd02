import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes a model with its history, and its place in the tree; false when the bank has none of that id. */
export async function deleteMentalModel(db: Db, bank: BankScope, id: string): Promise<boolean> {
  const { affected } = await db.query(sql`DELETE FROM mental_model WHERE bank_id = ${bank.key} AND id = ${id}`);
  return affected > 0;
}
