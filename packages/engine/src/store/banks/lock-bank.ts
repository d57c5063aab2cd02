import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Takes the bank's row until the transaction ends: writers and deleters of a bank go one after another, and in one order of locks.
 * NO KEY, so that rows which only refer to the bank (a queued operation) can still be written. False when the bank is gone.
 */
export async function lockBank(tx: Db, bank: BankScope): Promise<boolean> {
  const { rows } = await tx.query(sql`SELECT 1 FROM bank WHERE bank_id = ${bank.key} FOR NO KEY UPDATE`);
  return rows.length > 0;
}
