import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Gives the postings of memories the place that the memories have. Their own `terms` say where they stand, so each is found by its key. */
export async function placePostings(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<void> {
  await tx.query(sql`
    UPDATE posting p SET run_no = m.run_no, position = m.position
    FROM memory m CROSS JOIN LATERAL unnest(m.terms) AS posted(term)
    WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(${numbers}::integer[])
      AND p.bank_id = ${bank.key} AND p.term = posted.term AND p.memory_no = m.memory_no`);
}
