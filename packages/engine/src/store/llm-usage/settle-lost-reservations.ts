import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Counts as spent what was set aside for calls whose process never came back: the provider was asked all the same, and a process that dies at each
 * call must not call for ever. Returns how many there were.
 */
export async function settleLostReservations(tx: Db, _tenant: TenantScope, now: Date): Promise<number> {
  const { rows } = await tx.query<{ lost: number }>(sql`
    WITH lost AS (
      DELETE FROM llm_reservation WHERE expires_at <= ${now} RETURNING bank_id, hour, tokens, micro_usd
    ), of_banks AS (
      INSERT INTO llm_usage AS u (bank_id, hour, calls, failed_calls, input_tokens, cost_micro_usd)
      SELECT bank_id, hour, count(*), count(*), sum(tokens), sum(micro_usd) FROM lost GROUP BY bank_id, hour
      ON CONFLICT (bank_id, hour) DO UPDATE SET calls = u.calls + EXCLUDED.calls, failed_calls = u.failed_calls + EXCLUDED.failed_calls,
        input_tokens = u.input_tokens + EXCLUDED.input_tokens, cost_micro_usd = u.cost_micro_usd + EXCLUDED.cost_micro_usd
    ), of_tenant AS (
      INSERT INTO llm_usage_total AS u (hour, calls, failed_calls, input_tokens, cost_micro_usd)
      SELECT hour, count(*), count(*), sum(tokens), sum(micro_usd) FROM lost GROUP BY hour
      ON CONFLICT (hour) DO UPDATE SET calls = u.calls + EXCLUDED.calls, failed_calls = u.failed_calls + EXCLUDED.failed_calls,
        input_tokens = u.input_tokens + EXCLUDED.input_tokens, cost_micro_usd = u.cost_micro_usd + EXCLUDED.cost_micro_usd
    )
    SELECT count(*) AS lost FROM lost`);
  return rows[0]?.lost ?? 0;
}
