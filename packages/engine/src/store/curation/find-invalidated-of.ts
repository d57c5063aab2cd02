import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A memory out of use that a document states. */
export interface StatedOut {
  readonly memoryNo: number;
  /** Another document states it too. */
  readonly isShared: boolean;
  readonly tags: readonly string[];
}

/** The memories out of use that a document states, at home there or not. */
export async function findInvalidatedOf(db: Db, bank: BankScope, documentId: string): Promise<readonly StatedOut[]> {
  const { rows } = await db.query<StatedOut>(sql`
    SELECT m.memory_no AS "memoryNo", m.tags, EXISTS (
      SELECT FROM invalidated_source AS s WHERE s.bank_id = ${bank.key} AND s.memory_no = m.memory_no AND s.document_id <> ${documentId}) AS "isShared"
    FROM invalidated_memory AS m
    WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(ARRAY(
      SELECT memory_no FROM invalidated_memory WHERE bank_id = ${bank.key} AND document_id = ${documentId}
      UNION SELECT memory_no FROM invalidated_source WHERE bank_id = ${bank.key} AND document_id = ${documentId}))
    ORDER BY m.memory_no`);
  return rows;
}
