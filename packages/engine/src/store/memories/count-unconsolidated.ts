import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** How many facts wait for consolidation, counted no further than `most`; those that failed for good do not wait. */
export async function countUnconsolidated(db: Db, bank: BankScope, most: number): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(sql`
    SELECT count(*) AS waiting FROM (
      SELECT FROM memory
      WHERE bank_id = ${bank.key} AND kind <> 'observation' AND consolidated_at IS NULL AND consolidation_failed_at IS NULL LIMIT ${most}
    ) AS waiting_facts`);
  return rows[0]?.waiting ?? 0;
}
