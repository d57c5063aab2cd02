import type { EvidenceFact } from "../../domain/observation-changes.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The facts that an observation stands on, in the order in which they came. */
export async function readEvidence(db: Db, bank: BankScope, observationNo: number): Promise<readonly EvidenceFact[]> {
  const { rows } = await db.query<EvidenceFact>(sql`
    SELECT f.id, f.text, f.kind, f.context
    FROM observation_source AS e
      CROSS JOIN LATERAL (SELECT m.id, m.text, m.kind, m.context FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = e.memory_no) AS f
    WHERE e.bank_id = ${bank.key} AND e.observation_no = ${observationNo} ORDER BY e.created_at, e.memory_no`);
  return rows;
}
