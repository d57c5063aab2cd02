import type { MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface DocumentCount {
  readonly documentId: string;
  readonly memories: number;
}

/** How many memories of a kind each document has, for documents with one. */
export async function countByDocument(db: Db, bank: BankScope, kind: MemoryKind): Promise<readonly DocumentCount[]> {
  const { rows } = await db.query<DocumentCount>(sql`
    SELECT document_id AS "documentId", count(*)::integer AS memories FROM memory
    WHERE bank_id = ${bank.key} AND kind = ${kind} AND document_id IS NOT NULL GROUP BY document_id ORDER BY document_id`);
  return rows;
}
