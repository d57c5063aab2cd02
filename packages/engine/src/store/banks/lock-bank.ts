import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Takes the bank's row until the transaction ends: writers and deleters of a bank go one after another, and in one order of locks.
 * NO KEY, so that rows which only refer to the bank (a queued operation) can still be written. False when the bank is gone, or has given
 * its name to another since it was opened (an import).
 */
export async function lockBank(tx: Db, bank: BankScope): Promise<boolean> {
  const { rows } = await tx.query(sql`SELECT 1 FROM bank WHERE bank_id = ${bank.key} AND external_id = ${bank.bankId} FOR NO KEY UPDATE`);
  return rows.length > 0;
}
