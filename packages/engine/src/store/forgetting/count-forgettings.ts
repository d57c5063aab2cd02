import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * How often memories of the bank were forgotten so far. Read it before the memories that a model call is to show: what is recorded of the call keeps no
 * texts when it is another number by then. Null when the bank is gone.
 */
export async function countForgettings(db: Db, bank: BankScope): Promise<number | null> {
  const { rows } = await db.query<{ forgettings: number }>(sql`SELECT forgettings FROM bank WHERE bank_id = ${bank.key}`);
  return rows[0]?.forgettings ?? null;
}
