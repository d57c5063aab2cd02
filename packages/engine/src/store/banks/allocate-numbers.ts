import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface AllocatedNumbers {
  /** The first of the memory numbers taken. */
  readonly memoryNo: number;
  /** The first of the run numbers taken. */
  readonly runNo: number;
}

/**
 * Takes the bank's row until the transaction ends, numbers for new memories and runs from it, and notes the write; null when the bank is gone.
 * First statement of every write: it puts the writers of a bank in order, with the same lock as `lockBank`. Numbers that stay unused leave gaps.
 */
export async function allocateNumbers(
  tx: Db,
  bank: BankScope,
  wanted: { readonly memories: number; readonly runs: number },
): Promise<AllocatedNumbers | null> {
  const { rows } = await tx.query<AllocatedNumbers>(sql`
    UPDATE bank SET next_memory_no = next_memory_no + ${wanted.memories}::integer, next_run_no = next_run_no + ${wanted.runs}::integer, last_write_at = now()
    WHERE bank_id = ${bank.key}
    RETURNING next_memory_no - ${wanted.memories}::integer AS "memoryNo", next_run_no - ${wanted.runs}::integer AS "runNo"`);
  return rows[0] ?? null;
}
