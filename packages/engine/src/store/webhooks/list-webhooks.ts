import type { Paging } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import type { Webhook } from "../../domain/webhooks.js";
import { type Db, sql } from "../db.js";
import { WEBHOOK } from "../shapes/webhook.js";

/** A page of webhooks in the order in which they were made. */
export async function listWebhooks(db: Db, bank: BankScope, { limit, offset }: Paging): Promise<readonly Webhook[]> {
  const { rows } = await db.query<Webhook>(sql`
    SELECT ${WEBHOOK} FROM webhook AS w WHERE w.bank_id = ${bank.key} ORDER BY w.created_at, w.id LIMIT ${limit} OFFSET ${offset}`);
  return rows;
}
