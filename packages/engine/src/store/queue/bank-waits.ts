import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** True while a memory of the bank waits for its vector. */
export async function bankWaits(db: Db, bank: BankScope): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>(sql`
    SELECT EXISTS (SELECT FROM embedding_queue WHERE bank_id = ${bank.key}) AS waits`);
  return rows[0]?.waits ?? false;
}
