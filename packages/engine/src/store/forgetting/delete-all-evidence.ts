import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the evidence of all observations of a bank. Their histories go with the observations: there are few. */
export async function deleteAllEvidence(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM observation_source WHERE bank_id = ${bank.key}`);
  return affected;
}
