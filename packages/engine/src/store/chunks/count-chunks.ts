import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** How many chunks a document has. */
export async function countChunks(db: Db, bank: BankScope, documentId: string): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`
    SELECT count(*) AS total FROM chunk WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return rows[0]?.total ?? 0;
}
