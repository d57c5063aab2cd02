import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Has the models that read an observation count as readers of its evidence, before the observation goes while its facts stay: what such a model says may be
 * the words of a fact, and who forgets the fact must find the model.
 */
export async function inheritEvidence(tx: Db, bank: BankScope, observations: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO mental_model_source (bank_id, model_id, memory_id, text, is_cited)
    SELECT ${bank.key}, r.model_id, f.id, f.text, false
    FROM unnest(${observations}::integer[]) AS o(no)
      CROSS JOIN LATERAL (SELECT s.model_id FROM mental_model_source AS s WHERE s.bank_id = ${bank.key}
        AND s.memory_id = (SELECT m.id FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = o.no)) AS r
      CROSS JOIN LATERAL (SELECT e.memory_no FROM observation_source AS e WHERE e.bank_id = ${bank.key} AND e.observation_no = o.no) AS e
      CROSS JOIN LATERAL (SELECT m.id, m.text FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = e.memory_no) AS f
    ON CONFLICT DO NOTHING`);
  return affected;
}
