import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type SpendRow, USAGE_SUMS } from "../shapes/spend.js";

/**
 * A bank's spend since each of `starts`, and what is set aside for calls that are not over at `now`. One statement, so one snapshot: a call whose
 * reservation was just taken out is in the usage already.
 */
export async function readBankSpend(db: Db, bank: BankScope, starts: readonly Date[], now: Date): Promise<readonly SpendRow[]> {
  const { rows } = await db.query<SpendRow>(sql`
    SELECT spent.*, reserved.* FROM (
      SELECT w.place, ${USAGE_SUMS} FROM unnest(${starts}::timestamptz[]) WITH ORDINALITY AS w(start, place)
      LEFT JOIN llm_usage AS u ON u.bank_id = ${bank.key} AND u.hour >= w.start GROUP BY w.place) AS spent
    CROSS JOIN (
      SELECT coalesce(sum(tokens), 0)::bigint AS "reservedTokens", coalesce(sum(micro_usd), 0)::bigint AS "reservedMicroUsd"
      FROM llm_reservation WHERE bank_id = ${bank.key} AND expires_at > ${now}) AS reserved
    ORDER BY spent.place`);
  return rows;
}
