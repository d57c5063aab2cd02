import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

/** Notes a failed refresh: counted, and told beside what the last good one left. Content, watermark and time of the last good one stay. False when the model is gone. */
export async function failRefresh(tx: Db, bank: BankScope, id: string, told: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { affected } = await tx.query(sql`
    UPDATE mental_model SET failures = failures + 1, last_refresh_failed_at = clock_timestamp(),
      reflect_response = coalesce(reflect_response, '{}'::jsonb) || ${json(told)}::jsonb
    WHERE bank_id = ${bank.key} AND id = ${id}`);
  return affected > 0;
}
