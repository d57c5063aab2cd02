import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * The facts that are still what was read, and still wait, by number. Asked under the bank's lock, they stay so until the transaction ends.
 */
export async function findUnchanged(
  tx: Db,
  bank: BankScope,
  facts: readonly { readonly memoryNo: number; readonly version: string }[],
): Promise<ReadonlySet<number>> {
  const { rows } = await tx.query<{ memoryNo: number }>(sql`
    SELECT m.memory_no AS "memoryNo"
    FROM unnest(${facts.map((fact) => fact.memoryNo)}::integer[], ${facts.map((fact) => fact.version)}::text[]) AS read(memory_no, version)
    CROSS JOIN LATERAL (
      SELECT memory_no, updated_at FROM memory
      WHERE bank_id = ${bank.key} AND memory_no = read.memory_no AND consolidated_at IS NULL AND consolidation_failed_at IS NULL) AS m
    WHERE (extract(epoch FROM m.updated_at) * 1000000)::bigint::text = read.version`);
  return new Set(rows.map((row) => row.memoryNo));
}
