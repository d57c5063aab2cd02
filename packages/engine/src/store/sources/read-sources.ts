import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { SourceRow } from "./insert-sources.js";

/** All sources of these memories, the first said first. A memory without rows has its home alone and is left out. */
export async function readSources(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly SourceRow[]> {
  const { rows } = await db.query<SourceRow>(sql`
    SELECT memory_no AS "memoryNo", document_id AS "documentId", chunk_index AS "chunkIndex", text, encode(source_hash, 'hex') AS "sourceHash", context, metadata,
      attachment_ids AS "attachmentIds", entity_ids AS "entityIds", mentioned_at AS "mentionedAt", mentioned_offset AS "mentionedOffset"
    FROM memory_source WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[])
    ORDER BY memory_no, mentioned_at NULLS LAST, created_at, document_id, chunk_index`);
  return rows;
}
