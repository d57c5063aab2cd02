import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Forgets objects whose bytes are gone. */
export async function deleteStoredObjects(tx: Db, bank: BankScope, hashes: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM stored_object WHERE bank_id = ${bank.key} AND hash = ANY(${hashes}::text[])`);
}
