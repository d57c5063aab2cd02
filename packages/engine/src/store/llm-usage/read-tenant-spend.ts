import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type SpendRow, USAGE_SUMS } from "../shapes/spend.js";

/** The same as `readBankSpend`, over all banks of the tenant and what was spent by banks that are gone. */
export async function readTenantSpend(db: Db, _tenant: TenantScope, starts: readonly Date[], now: Date): Promise<readonly SpendRow[]> {
  const { rows } = await db.query<SpendRow>(sql`
    SELECT spent.*, reserved.* FROM (
      SELECT w.place, ${USAGE_SUMS} FROM unnest(${starts}::timestamptz[]) WITH ORDINALITY AS w(start, place)
      LEFT JOIN llm_usage_total AS u ON u.hour >= w.start GROUP BY w.place) AS spent
    CROSS JOIN (
      SELECT coalesce(sum(tokens), 0)::bigint AS "reservedTokens", coalesce(sum(micro_usd), 0)::bigint AS "reservedMicroUsd"
      FROM llm_reservation WHERE expires_at > ${now}) AS reserved
    ORDER BY spent.place`);
  return rows;
}
