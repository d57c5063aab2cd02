import type { MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import type { TagFilter } from "../../domain/tags.js";
import { type Db, sql } from "../db.js";
import { memoryFilter } from "../filters/memory-filter.js";

/** Whether a mental model was written from a memory that is there and does not satisfy the conditions. Fuzzy tag leaves must have been resolved. */
export async function standsOutside(
  db: Db,
  bank: BankScope,
  modelId: string,
  scope: TagFilter & { readonly kinds: readonly MemoryKind[] | null },
): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM mental_model_source AS s CROSS JOIN LATERAL (
        SELECT * FROM memory WHERE bank_id = ${bank.key} AND id = s.memory_id OFFSET 0) AS m
      WHERE s.bank_id = ${bank.key} AND s.model_id = ${modelId} AND NOT (${memoryFilter(scope)})) AS found`);
  return rows[0]?.found ?? false;
}
