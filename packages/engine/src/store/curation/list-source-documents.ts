import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The documents that state a memory, in use or not. */
export async function listSourceDocuments(db: Db, bank: BankScope, memoryNo: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ document_id: string }>(sql`
    SELECT document_id FROM memory WHERE bank_id = ${bank.key} AND memory_no = ${memoryNo} AND document_id IS NOT NULL
    UNION SELECT document_id FROM memory_source WHERE bank_id = ${bank.key} AND memory_no = ${memoryNo}
    UNION SELECT document_id FROM invalidated_memory WHERE bank_id = ${bank.key} AND memory_no = ${memoryNo} AND document_id IS NOT NULL
    UNION SELECT document_id FROM invalidated_source WHERE bank_id = ${bank.key} AND memory_no = ${memoryNo}
    ORDER BY 1`);
  return rows.map((row) => row.document_id);
}
