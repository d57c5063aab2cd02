import type { Posting } from "../../domain/posted-terms.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Enters terms in the inverted index, in the order of its key: neighbours in the index are written together. */
export async function insertPostings(tx: Db, bank: BankScope, rows: readonly Posting[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO posting (bank_id, term, memory_no, frequency, context_frequency, term_count, run_no, position)
    SELECT ${bank.key}, r.term, r.memory_no, r.frequency, r.context_frequency, r.term_count, r.run_no, r.position
    FROM unnest(
      ${rows.map((r) => r.term)}::text[], ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.frequency)}::smallint[],
      ${rows.map((r) => r.contextFrequency)}::smallint[], ${rows.map((r) => r.termCount)}::smallint[], ${rows.map((r) => r.runNo)}::integer[],
      ${rows.map((r) => r.position)}::integer[]
    ) AS r(term, memory_no, frequency, context_frequency, term_count, run_no, position)`);
}
