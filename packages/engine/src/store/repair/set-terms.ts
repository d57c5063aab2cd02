import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

export interface MemoryTerms {
  readonly memoryNo: number;
  readonly terms: readonly string[];
  /** Words of the memory. */
  readonly termCount: number;
}

/** Notes under which terms memories are posted. What a memory says has not changed, so it counts as unchanged. */
export async function setTerms(tx: Db, bank: BankScope, rows: readonly MemoryTerms[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE memory m SET terms = r.terms::text[], term_count = r.term_count
    FROM unnest(${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => encodeValue(r.terms) as string)}::text[], ${rows.map((r) => r.termCount)}::integer[])
      AS r(memory_no, terms, term_count)
    WHERE m.bank_id = ${bank.key} AND m.memory_no = r.memory_no`);
  return affected;
}
