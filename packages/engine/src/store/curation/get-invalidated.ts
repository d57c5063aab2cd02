import type { MemoryDetail } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { INVALIDATED_DETAIL, type MemoryDetailRow, memoryDetail } from "../shapes/memory-detail.js";

/** One memory out of use by its public id. */
export async function getInvalidated(db: Db, bank: BankScope, memoryId: string): Promise<MemoryDetail | null> {
  const { rows } = await db.query<MemoryDetailRow>(sql`
    SELECT ${INVALIDATED_DETAIL} FROM invalidated_memory AS m WHERE m.bank_id = ${bank.key} AND m.id = ${memoryId}::uuid`);
  return rows[0] === undefined ? null : memoryDetail(bank, rows[0]);
}
