import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export async function documentExists(db: Db, bank: BankScope, documentId: string): Promise<boolean> {
  const { rows } = await db.query(sql`SELECT 1 FROM document WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return rows.length > 0;
}
