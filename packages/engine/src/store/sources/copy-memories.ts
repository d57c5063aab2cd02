import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A memory that is to be made as a copy of another. */
export interface MemoryCopy {
  readonly from: number;
  /** Number and public id of the copy. */
  readonly to: number;
  readonly id: string;
}

/**
 * Copies memories, whatever columns they have, without their place in a run, and as if not consolidated: no observation stands on a copy. What hangs on
 * them is copied by the statements beside this one.
 */
export async function copyMemories(tx: Db, bank: BankScope, copies: readonly MemoryCopy[]): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO memory
    SELECT (jsonb_populate_record(m, jsonb_build_object('memory_no', r.to_no, 'id', r.id, 'run_no', NULL, 'position', NULL, 'consolidated_at', NULL))).*
    FROM unnest(${copies.map((c) => c.from)}::integer[], ${copies.map((c) => c.to)}::integer[], ${copies.map((c) => c.id)}::uuid[]) AS r(from_no, to_no, id)
    JOIN memory AS m ON m.bank_id = ${bank.key} AND m.memory_no = r.from_no`);
  return affected;
}
