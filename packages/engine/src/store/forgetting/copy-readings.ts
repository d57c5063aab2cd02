import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { MemoryCopy } from "../sources/copy-memories.js";

/** Has the models that read memories count as readers of their copies too: the words that they read may go with the copy. */
export async function copyReadings(tx: Db, bank: BankScope, copies: readonly MemoryCopy[]): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO mental_model_source (bank_id, model_id, memory_id, text, is_cited)
    SELECT ${bank.key}, s.model_id, c.id, s.text, s.is_cited
    FROM unnest(${copies.map((copy) => copy.from)}::integer[], ${copies.map((copy) => copy.id)}::uuid[]) AS c(from_no, id)
      CROSS JOIN LATERAL (SELECT r.model_id, r.text, r.is_cited FROM mental_model_source AS r WHERE r.bank_id = ${bank.key}
        AND r.memory_id = (SELECT m.id FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = c.from_no)) AS s
    ON CONFLICT DO NOTHING`);
  return affected;
}
