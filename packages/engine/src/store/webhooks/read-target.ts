import type { BankScope } from "../../domain/scope.js";
import type { WebhookHttp } from "../../domain/webhooks.js";
import { type Db, sql } from "../db.js";

export interface StoredTarget {
  readonly url: string;
  readonly secret: string | null;
  readonly enabled: boolean;
  readonly http: WebhookHttp;
}

/** Where a webhook is called and how, with its secret: for the delivery alone. Null when the bank has none of that id. */
export async function readTarget(db: Db, bank: BankScope, id: string): Promise<StoredTarget | null> {
  const { rows } = await db.query<StoredTarget>(sql`
    SELECT url, secret, enabled, http_config AS http FROM webhook WHERE bank_id = ${bank.key} AND id = ${id}::uuid`);
  return rows[0] ?? null;
}
