import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Cancels what waits to be told to a webhook, with what it would have said; returns how many deliveries those were. */
export async function cancelDeliveries(tx: Db, bank: BankScope, webhookId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE operation SET status = 'cancelled', payload = '{}', completed_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND type = 'webhook_delivery' AND subject = ${webhookId} AND status = 'pending'`);
  return affected;
}
