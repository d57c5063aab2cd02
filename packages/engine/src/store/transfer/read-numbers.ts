import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface BankNumbers {
  /** What the next memory and the next run will get. */
  readonly memories: number;
  readonly runs: number;
  /** Operations that wait or work: what they bring is not in the bank yet. */
  readonly liveOperations: number;
}

/** How far the numbers of a bank go; null when it is gone. */
export async function readNumbers(db: Db, bank: BankScope): Promise<BankNumbers | null> {
  const { rows } = await db.query<BankNumbers>(sql`
    SELECT next_memory_no AS memories, next_run_no AS runs,
      (SELECT count(*) FROM operation AS o WHERE o.bank_id = ${bank.key} AND o.status IN ('pending', 'processing')
        AND o.type NOT IN ('export_bank', 'export_documents', 'clone_bank')) AS "liveOperations"
    FROM bank WHERE bank_id = ${bank.key}`);
  return rows[0] ?? null;
}
