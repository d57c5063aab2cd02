import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes that all texts of the bank are read by this analysis. */
export async function markAnalysed(db: Db, bank: BankScope, analysis: number): Promise<void> {
  await db.query(sql`UPDATE bank SET analysis = ${analysis} WHERE bank_id = ${bank.key}`);
}
