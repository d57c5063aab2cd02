import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { MemoryCopy } from "./copy-memories.js";

/** Enters copied memories in the inverted index, where those that they are copies of stand. */
export async function copyPostings(tx: Db, bank: BankScope, copies: readonly MemoryCopy[]): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO posting (bank_id, term, memory_no, frequency, context_frequency, term_count)
    SELECT p.bank_id, p.term, r.to_no, p.frequency, p.context_frequency, p.term_count
    FROM unnest(${copies.map((c) => c.from)}::integer[], ${copies.map((c) => c.to)}::integer[]) AS r(from_no, to_no)
    JOIN memory AS m ON m.bank_id = ${bank.key} AND m.memory_no = r.from_no
    CROSS JOIN LATERAL unnest(m.terms) AS posted(term)
    JOIN posting AS p ON p.bank_id = ${bank.key} AND p.term = posted.term AND p.memory_no = r.from_no
    ORDER BY p.term, r.to_no`);
  return affected;
}
