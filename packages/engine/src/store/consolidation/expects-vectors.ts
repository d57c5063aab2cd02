import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** True while a memory of the bank is about to get its vector: it waits for its first try. One that failed comes back in its own time. */
export async function expectsVectors(db: Db, bank: BankScope): Promise<boolean> {
  const { rows } = await db.query<{ expects: boolean }>(sql`
    SELECT EXISTS (SELECT FROM embedding_queue WHERE bank_id = ${bank.key} AND attempts = 0) AS expects`);
  return rows[0]?.expects ?? false;
}
