import type { DocumentFilter } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { documentListFilter } from "../filters/document-list-filter.js";

/** How many documents a list has on all its pages. */
export async function countDocuments(db: Db, bank: BankScope, filter: Omit<DocumentFilter, "limit" | "offset">): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    sql`SELECT count(*) AS total FROM document AS d WHERE ${documentListFilter(bank, filter)}`,
  );
  return rows[0]?.total ?? 0;
}
