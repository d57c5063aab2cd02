import type { MemoryDetail, MemoryFilter } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { listedMemories, memoryListFilter } from "../filters/memory-list-filter.js";
import { INVALIDATED_DETAIL, MEMORY_DETAIL, type MemoryDetailRow, memoryDetail } from "../shapes/memory-detail.js";

/** A page of memories, last mentioned first; without a date last. The page is cut before its details are read. */
export async function listMemories(db: Db, bank: BankScope, filter: MemoryFilter): Promise<readonly MemoryDetail[]> {
  const [table, columns] = [listedMemories(filter), filter.state === "invalidated" ? INVALIDATED_DETAIL : MEMORY_DETAIL];
  const { rows } = await db.query<MemoryDetailRow>(sql`
    WITH page AS (
      SELECT m.memory_no FROM ${table} AS m WHERE ${memoryListFilter(bank, filter)}
      ORDER BY m.mentioned_at DESC NULLS LAST, m.created_at DESC, m.memory_no DESC
      LIMIT ${filter.limit} OFFSET ${filter.offset}
    )
    SELECT ${columns} FROM page JOIN ${table} AS m ON m.bank_id = ${bank.key} AND m.memory_no = page.memory_no
    ORDER BY m.mentioned_at DESC NULLS LAST, m.created_at DESC, m.memory_no DESC`);
  return rows.map((row) => memoryDetail(bank, row));
}
