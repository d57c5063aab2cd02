import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A memory in one chunk of a document. */
export interface SourcePlace {
  readonly memoryNo: number;
  readonly documentId: string;
  readonly chunkIndex: number;
}

/** Takes sources away from memories; returns how many there were. */
export async function deleteSources(tx: Db, bank: BankScope, places: readonly SourcePlace[]): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM memory_source AS s
    USING unnest(${places.map((p) => p.memoryNo)}::integer[], ${places.map((p) => p.documentId)}::text[], ${places.map((p) => p.chunkIndex)}::integer[])
      AS gone(memory_no, document_id, chunk_index)
    WHERE s.bank_id = ${bank.key} AND s.memory_no = gone.memory_no AND s.document_id = gone.document_id AND s.chunk_index = gone.chunk_index`);
  return affected;
}
