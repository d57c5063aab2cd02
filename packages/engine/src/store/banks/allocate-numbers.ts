import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { type Db, sql, sqlStateOf } from "../db.js";

export interface AllocatedNumbers {
  /** The first of the memory numbers taken. */
  readonly memoryNo: number;
  /** The first of the run numbers taken. */
  readonly runNo: number;
}

/** `numeric_value_out_of_range`: both numbers are integers of four bytes. */
const OUT_OF_RANGE = "22003";

/**
 * Takes the bank's row until the transaction ends, numbers for new memories and runs from it, and notes the write; null when the bank is gone or has given its name away. Throws `bank_full` when there are no more.
 * First statement of every write: it puts the writers of a bank in order, with the same lock as `lockBank`. Numbers that stay unused leave gaps.
 */
export async function allocateNumbers(
  tx: Db,
  bank: BankScope,
  wanted: { readonly memories: number; readonly runs: number },
): Promise<AllocatedNumbers | null> {
  try {
    const { rows } = await tx.query<AllocatedNumbers>(sql`
    UPDATE bank SET next_memory_no = next_memory_no + ${wanted.memories}::integer, next_run_no = next_run_no + ${wanted.runs}::integer, last_write_at = now()
    WHERE bank_id = ${bank.key} AND external_id = ${bank.bankId}
    RETURNING next_memory_no - ${wanted.memories}::integer AS "memoryNo", next_run_no - ${wanted.runs}::integer AS "runNo"`);
    return rows[0] ?? null;
  } catch (cause) {
    if (sqlStateOf(cause) !== OUT_OF_RANGE) throw cause;
    const message =
      "This bank has given out all of its 2,147,483,647 numbers for memories, and takes no more. Move its documents to a new bank: POST …/document-transfer/export, then import.";
    throw new HindsightError("bank_full", message, { cause });
  }
}
