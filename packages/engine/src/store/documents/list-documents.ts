import type { DocumentFilter, DocumentListItem } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { documentListFilter } from "../filters/document-list-filter.js";
import { containing } from "../filters/text-filter.js";
import { DOCUMENT_ITEM } from "../shapes/document-detail.js";

/** A page of documents, last written first, each with where `q` was found in it. */
export async function listDocuments(db: Db, bank: BankScope, filter: DocumentFilter): Promise<readonly DocumentListItem[]> {
  const pattern = filter.q ? containing(filter.q) : null;
  const { rows } = await db.query<DocumentListItem>(sql`
    WITH page AS (
      SELECT d.* FROM document AS d WHERE ${documentListFilter(bank, filter)}
      ORDER BY d.updated_at DESC, d.document_id
      LIMIT ${filter.limit} OFFSET ${filter.offset}
    )
    SELECT ${DOCUMENT_ITEM},
      array_remove(ARRAY[CASE WHEN d.document_id ILIKE ${pattern}::text THEN 'id' END,
                         CASE WHEN d.original_text ILIKE ${pattern}::text THEN 'original_text' END], NULL) AS "matchedFields"
    FROM page AS d
    ORDER BY d.updated_at DESC, d.document_id`);
  return rows;
}
