import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { MemoryCopy } from "./copy-memories.js";

/** Gives copied memories the vectors of those that they are copies of, or their place in the queue. */
export async function copyVectors(tx: Db, bank: BankScope, copies: readonly MemoryCopy[]): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH r AS (SELECT * FROM unnest(${copies.map((c) => c.from)}::integer[], ${copies.map((c) => c.to)}::integer[]) AS r(from_no, to_no)),
    queued AS (
      INSERT INTO embedding_queue (bank_id, memory_no)
      SELECT ${bank.key}, r.to_no FROM r JOIN embedding_queue AS q ON q.bank_id = ${bank.key} AND q.memory_no = r.from_no
    )
    INSERT INTO memory_vector (bank_id, model_id, memory_no, embedding)
    SELECT v.bank_id, v.model_id, r.to_no, v.embedding FROM r JOIN memory_vector AS v ON v.bank_id = ${bank.key} AND v.memory_no = r.from_no`);
  return affected;
}
