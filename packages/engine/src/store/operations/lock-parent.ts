import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Takes the parent's row, so that children which end at the same moment see one another. */
export async function lockParent(tx: Db, bank: BankScope, parentId: string): Promise<void> {
  await tx.query(sql`SELECT 1 FROM operation WHERE bank_id = ${bank.key} AND operation_id = ${parentId} FOR UPDATE`);
}
