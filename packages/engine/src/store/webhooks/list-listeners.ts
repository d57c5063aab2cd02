import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface Listener {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
}

/** The webhooks that are switched on and listen to one of these events. */
export async function listListeners(tx: Db, bank: BankScope, eventTypes: readonly string[]): Promise<readonly Listener[]> {
  const { rows } = await tx.query<Listener>(sql`
    SELECT id, url, event_types AS "eventTypes" FROM webhook
    WHERE bank_id = ${bank.key} AND enabled AND event_types && ${eventTypes}::text[] ORDER BY created_at, id`);
  return rows;
}
