import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface PlacedMemory {
  readonly memoryNo: number;
  readonly runNo: number | null;
  readonly position: number | null;
}

/** Moves stored memories to other places of their runs. Their postings carry the place too: `placePostings`. */
export async function placeMemories(tx: Db, bank: BankScope, rows: readonly PlacedMemory[]): Promise<void> {
  await tx.query(sql`
    UPDATE memory m SET run_no = r.run_no, position = r.position
    FROM unnest(${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.runNo)}::integer[], ${rows.map((r) => r.position)}::integer[])
      AS r(memory_no, run_no, position)
    WHERE m.bank_id = ${bank.key} AND m.memory_no = r.memory_no`);
}
