import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** First statement of a transaction that reads a bank: all that follows sees it as it is now, whatever others write meanwhile. */
export async function holdStill(tx: Db, _bank: BankScope): Promise<void> {
  await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
}
