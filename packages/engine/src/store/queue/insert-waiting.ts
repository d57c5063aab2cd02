import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes that memories wait for their vector, in the transaction that writes them; one that waits already is due at once. */
export async function insertWaiting(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO embedding_queue (bank_id, memory_no) SELECT ${bank.key}, memory_no FROM unnest(${numbers}::integer[]) AS memory_no
    ON CONFLICT (bank_id, memory_no) DO UPDATE SET not_before = NULL`);
}
