import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Content hashes by document id: what a writer compares under the bank's lock with what it planned on. */
export async function readDocumentHashes(tx: Db, bank: BankScope, documentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.query<{ id: string; hash: string }>(sql`
    SELECT document_id AS id, content_hash AS hash FROM document WHERE bank_id = ${bank.key} AND document_id = ANY(${documentIds}::text[])`);
  return new Map(rows.map((row) => [row.id, row.hash]));
}
