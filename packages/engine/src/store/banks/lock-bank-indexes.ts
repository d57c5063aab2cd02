import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Takes the building of a bank's indexes for as long as the transaction lasts; false where another process has it. The indexes are built on other connections
 * meanwhile, for which this transaction, that reads no table, is none to wait for.
 */
export async function lockBankIndexes(tx: Db, bank: BankScope): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>(sql`
    SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' indexes of bank ' || ${bank.key}::integer, 0)) AS taken`);
  // A statement with parameters keeps its snapshot until the next one, and a concurrent build waits for every snapshot, of this transaction too: for ever. One
  // that sets something keeps none; and nobody shall end this transaction for being idle while the others build.
  await tx.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
  return rows[0]?.taken ?? false;
}
