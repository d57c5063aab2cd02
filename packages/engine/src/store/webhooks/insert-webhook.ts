import type { BankScope } from "../../domain/scope.js";
import type { Webhook } from "../../domain/webhooks.js";
import { type Db, json, sql } from "../db.js";
import { WEBHOOK } from "../shapes/webhook.js";

export type NewWebhook = Omit<Webhook, "createdAt" | "updatedAt"> & { readonly secret: string | null };

/** Adds a webhook; null when the bank is gone. */
export async function insertWebhook(db: Db, bank: BankScope, row: NewWebhook): Promise<Webhook | null> {
  const { rows } = await db.query<Webhook>(sql`
    INSERT INTO webhook AS w (bank_id, id, url, secret, event_types, enabled, http_config)
    SELECT bank_id, ${row.id}::uuid, ${row.url}, ${row.secret}::text, ${row.eventTypes}::text[], ${row.enabled}::boolean, ${json(row.http)}::jsonb
    FROM bank WHERE bank_id = ${bank.key}
    RETURNING ${WEBHOOK}`);
  return rows[0] ?? null;
}
