import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** How many webhooks a bank has. */
export async function countWebhooks(db: Db, bank: BankScope): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`SELECT count(*) AS total FROM webhook WHERE bank_id = ${bank.key}`);
  return rows[0]?.total ?? 0;
}
