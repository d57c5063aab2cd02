import type { BankScope } from "../../domain/scope.js";
import type { Webhook } from "../../domain/webhooks.js";
import { type Db, sql } from "../db.js";
import { WEBHOOK } from "../shapes/webhook.js";

/** One webhook; null when the bank has none of that id. */
export async function getWebhook(db: Db, bank: BankScope, id: string): Promise<Webhook | null> {
  const { rows } = await db.query<Webhook>(sql`
    SELECT ${WEBHOOK} FROM webhook AS w WHERE w.bank_id = ${bank.key} AND w.id = ${id}::uuid`);
  return rows[0] ?? null;
}
