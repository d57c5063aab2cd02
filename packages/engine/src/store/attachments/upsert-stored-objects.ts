import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes that objects are about to be stored, or are wanted again. Waits for a sweep that is at one of them. */
export async function upsertStoredObjects(db: Db, bank: BankScope, hashes: readonly string[]): Promise<void> {
  await db.query(sql`
    INSERT INTO stored_object (bank_id, hash, put_at)
    SELECT ${bank.key}, hash, clock_timestamp() FROM unnest(${hashes}::text[]) AS hash ORDER BY hash
    ON CONFLICT (bank_id, hash) DO UPDATE SET put_at = EXCLUDED.put_at`);
}
