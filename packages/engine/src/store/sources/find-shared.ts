import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { SourcePlace } from "./delete-sources.js";

/** Where a document states memories that have several sources; of some memories only, when they are given. */
export async function findShared(
  db: Db,
  bank: BankScope,
  documentId: string,
  numbers: readonly number[] | null = null,
): Promise<readonly SourcePlace[]> {
  const { rows } = await db.query<SourcePlace>(sql`
    SELECT memory_no AS "memoryNo", document_id AS "documentId", chunk_index AS "chunkIndex"
    FROM memory_source WHERE bank_id = ${bank.key} AND document_id = ${documentId}
      AND (${numbers}::integer[] IS NULL OR memory_no = ANY(${numbers}::integer[]))
    ORDER BY memory_no, chunk_index`);
  return rows;
}
