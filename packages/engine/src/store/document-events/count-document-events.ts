import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** How many events a document's history has; those of one operation are one. */
export async function countDocumentEvents(db: Db, bank: BankScope, documentId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`
    SELECT count(*)::integer AS n FROM (
      SELECT 1 FROM document_event WHERE bank_id = ${bank.key} AND document_id = ${documentId}
      GROUP BY kind, operation_id, fact_id, CASE WHEN operation_id IS NULL THEN event_no END
    ) AS told`);
  return rows[0]?.n ?? 0;
}
