import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The latest changes of a bank, as of one moment. */
export interface BankChanges {
  /** Sum over all changes: as long as it stays, nothing that recall's arms read has changed. */
  readonly version: number;
  /** Changes that name their memories, by their number. */
  readonly named: readonly NamedChange[];
}

export interface NamedChange {
  readonly changeNo: number;
  /** How much it adds to the version. */
  readonly changes: number;
  readonly memoryNos: readonly number[];
}

/** Reads what the triggers of migration 0020 noted: some two hundred rows, since older ones are folded. */
export async function readChanges(db: Db, bank: BankScope): Promise<BankChanges> {
  const { rows } = await db.query<{ changeNo: number; changes: number; memoryNos: readonly number[] | null }>(sql`
    SELECT change_no AS "changeNo", changes, memory_nos AS "memoryNos" FROM bank_change WHERE bank_id = ${bank.key}`);
  const named = rows.flatMap(({ changeNo, changes, memoryNos }) => (memoryNos === null ? [] : [{ changeNo, changes, memoryNos }]));
  return { version: rows.reduce((sum, { changes }) => sum + changes, 0), named };
}
