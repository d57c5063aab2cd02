import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What a shown memory carries besides what ranking read. */
export interface DetailRow {
  readonly memoryNo: number;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly documentId: string | null;
  readonly chunkIndex: number | null;
  readonly attachmentIds: readonly string[];
}

/** Reads the details of the memories that will be shown, in no particular order. */
export async function loadDetails(db: Db, bank: BankScope, memoryNos: readonly number[]): Promise<readonly DetailRow[]> {
  const { rows } = await db.query<DetailRow>(sql`
    SELECT memory_no AS "memoryNo", context, metadata, tags, document_id AS "documentId", chunk_index AS "chunkIndex",
      attachment_ids AS "attachmentIds"
    FROM memory WHERE bank_id = ${bank.key} AND memory_no = ANY(${memoryNos}::integer[])`);
  return rows;
}
