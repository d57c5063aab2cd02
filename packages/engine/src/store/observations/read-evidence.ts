import type { Evidence } from "../../domain/observations.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The facts that an observation stands on, in the order in which they came. */
export async function readEvidence(db: Db, bank: BankScope, observationNo: number): Promise<readonly Evidence[]> {
  const { rows } = await db.query<Evidence>(sql`
    SELECT f.id, f.text, f.kind, f.context, e.quote, f.occurred_start AS "occurredStart", f.mentioned_at AS "mentionedAt"
    FROM observation_source AS e
      CROSS JOIN LATERAL (
        SELECT m.id, m.text, m.kind, m.context, m.occurred_start, greatest(m.mentioned_at, m.last_mentioned_at) AS mentioned_at FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = e.memory_no) AS f
    WHERE e.bank_id = ${bank.key} AND e.observation_no = ${observationNo} ORDER BY e.created_at, e.memory_no`);
  return rows;
}
