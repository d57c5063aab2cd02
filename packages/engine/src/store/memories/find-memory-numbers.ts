import type { MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { memoryFilter } from "../filters/memory-filter.js";

/** The row numbers of a bank's memories, of those at home in a document or of a kind where one is given; ascending. */
export async function findMemoryNumbers(
  db: Db,
  bank: BankScope,
  filter: { readonly documentId?: string | null; readonly kind?: MemoryKind | null },
): Promise<readonly number[]> {
  const { rows } = await db.query<{ memory_no: number }>(sql`
    SELECT m.memory_no FROM memory AS m
    WHERE m.bank_id = ${bank.key} AND ${memoryFilter({ documentId: filter.documentId, kinds: filter.kind ? [filter.kind] : null })}
    ORDER BY m.memory_no`);
  return rows.map((row) => row.memory_no);
}
