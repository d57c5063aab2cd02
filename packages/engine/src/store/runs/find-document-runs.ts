import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface DocumentRun {
  readonly documentId: string;
  readonly runNo: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  readonly nextPosition: number;
}

/** The runs that belong to documents. */
export async function findDocumentRuns(db: Db, bank: BankScope, documentIds: readonly string[]): Promise<readonly DocumentRun[]> {
  const { rows } = await db.query<DocumentRun>(sql`
    SELECT document_id AS "documentId", run_no AS "runNo", first_at AS "firstAt", last_at AS "lastAt", next_position AS "nextPosition"
    FROM run WHERE bank_id = ${bank.key} AND document_id = ANY(${documentIds}::text[]) ORDER BY run_no`);
  return rows;
}
