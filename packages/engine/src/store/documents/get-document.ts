import type { DocumentDetail } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { DOCUMENT_ITEM } from "../shapes/document-detail.js";

/** One document with its text and its memories counted by kind. */
export async function getDocument(db: Db, bank: BankScope, documentId: string): Promise<Omit<DocumentDetail, "attachments"> | null> {
  const { rows } = await db.query<Omit<DocumentDetail, "attachments">>(sql`
    SELECT ${DOCUMENT_ITEM}, d.original_text AS "originalText", ARRAY[]::text[] AS "matchedFields",
      nullif(d.retain_params -> 'observation_scopes', 'null') AS "observationScopes",
      coalesce((SELECT jsonb_object_agg(kind, found) FROM (
        SELECT kind, count(*) AS found FROM memory WHERE memory.bank_id = ${bank.key} AND memory.memory_no = ANY(ARRAY(
          SELECT memory_no FROM memory WHERE bank_id = ${bank.key} AND document_id = ${documentId}
          UNION SELECT memory_no FROM memory_source WHERE bank_id = ${bank.key} AND document_id = ${documentId})) GROUP BY kind
      ) AS counted), '{}') AS "nodesByKind"
    FROM document AS d WHERE d.bank_id = ${bank.key} AND d.document_id = ${documentId}`);
  return rows[0] ?? null;
}
