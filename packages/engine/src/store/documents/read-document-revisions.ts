import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Revisions by document id: what a writer compares under the bank's lock with what it planned on. */
export async function readDocumentRevisions(tx: Db, bank: BankScope, documentIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ id: string; revision: number }>(sql`
    SELECT document_id AS id, revision FROM document WHERE bank_id = ${bank.key} AND document_id = ANY(${documentIds}::text[])`);
  return new Map(rows.map((row) => [row.id, row.revision]));
}
