import type { BankScope } from "../../domain/scope.js";
import type { Webhook, WebhookHttp } from "../../domain/webhooks.js";
import { type Db, json, sql } from "../db.js";
import { WEBHOOK } from "../shapes/webhook.js";

export interface WebhookChange {
  readonly url?: string;
  /** Null takes the secret away. */
  readonly secret?: string | null;
  readonly eventTypes?: readonly string[];
  readonly enabled?: boolean;
  readonly http?: WebhookHttp;
}

/** Changes the given fields; null when the bank has none of that id. */
export async function updateWebhook(db: Db, bank: BankScope, id: string, change: WebhookChange): Promise<Webhook | null> {
  const { rows } = await db.query<Webhook>(sql`
    UPDATE webhook AS w
    SET url = coalesce(${change.url ?? null}, w.url),
      secret = CASE WHEN ${change.secret !== undefined}::boolean THEN ${change.secret ?? null}::text ELSE w.secret END,
      event_types = coalesce(${change.eventTypes ?? null}::text[], w.event_types), enabled = coalesce(${change.enabled ?? null}::boolean, w.enabled),
      http_config = coalesce(${change.http === undefined ? null : json(change.http)}::jsonb, w.http_config), updated_at = clock_timestamp()
    WHERE w.bank_id = ${bank.key} AND w.id = ${id}::uuid
    RETURNING ${WEBHOOK}`);
  return rows[0] ?? null;
}
