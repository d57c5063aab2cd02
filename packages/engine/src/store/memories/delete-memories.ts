import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface DeletedMemories {
  readonly memories: number;
  /** Those of them that were observations. */
  readonly observationIds: readonly string[];
}

/**
 * Deletes memories by number. Vectors, queue rows, links, evidence and history go with them by foreign key; postings and mentions do not
 * (`deletePostings`, `deleteMentions` first).
 */
export async function deleteMemories(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<DeletedMemories> {
  const { rows } = await tx.query<DeletedMemories>(sql`
    WITH gone AS (DELETE FROM memory WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[]) RETURNING kind, id)
    SELECT count(*)::integer AS memories, coalesce(array_agg(id ORDER BY id) FILTER (WHERE kind = 'observation'), '{}') AS "observationIds" FROM gone`);
  return rows[0] ?? { memories: 0, observationIds: [] };
}
