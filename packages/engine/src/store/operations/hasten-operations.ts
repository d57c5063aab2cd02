import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Makes all operations of a bank due now that are put off for a reason with `reason` in its words. The words are what a row keeps of its error; one that
 * says them by chance is tried once more than it had to be. Returns how many there were.
 */
export async function hastenOperations(db: Db, bank: BankScope, reason: string): Promise<number> {
  const { affected } = await db.query(sql`
    UPDATE operation SET next_attempt_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND status = 'pending' AND payload IS NOT NULL AND next_attempt_at > clock_timestamp()
      AND position(${reason}::text IN error_message) > 0`);
  return affected;
}
