import type { StoredDocumentEvent } from "../../domain/document-events.js";
import type { Paging } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";

/**
 * A page of what became of a document, newest first. What one operation did in several transactions is one event, with its sums and the time of the last.
 */
export async function listDocumentEvents(
  db: Db,
  bank: BankScope,
  documentId: string,
  { limit, offset }: Paging,
): Promise<readonly StoredDocumentEvent[]> {
  const idsOf = (column: Statement): Statement => sql`ARRAY(
    SELECT DISTINCT id FROM document_event AS e CROSS JOIN LATERAL unnest(${column}) AS id
    WHERE e.bank_id = ${bank.key} AND e.document_id = ${documentId} AND e.event_no = ANY(t.numbers) ORDER BY id)`;
  const { rows } = await db.query<StoredDocumentEvent>(sql`
    WITH told AS MATERIALIZED (
      SELECT kind, operation_id, fact_id, max(event_no) AS last, max(created_at) AS created_at, sum(facts_added)::integer AS facts_added,
        sum(facts_removed)::integer AS facts_removed, array_agg(event_no) AS numbers
      FROM document_event WHERE bank_id = ${bank.key} AND document_id = ${documentId}
      GROUP BY kind, operation_id, fact_id, CASE WHEN operation_id IS NULL THEN event_no END
      ORDER BY last DESC LIMIT ${limit} OFFSET ${offset}
    )
    SELECT ${documentId} AS "documentId", t.kind, t.operation_id AS "operationId", t.fact_id AS "factId", t.created_at AS "createdAt",
      t.facts_added AS "factsAdded", t.facts_removed AS "factsRemoved", ${idsOf(sql`e.observations_created`)} AS "observationsCreated",
      ${idsOf(sql`e.observations_updated`)} AS "observationsUpdated", ${idsOf(sql`e.observations_removed`)} AS "observationsRemoved"
    FROM told AS t ORDER BY t.last DESC`);
  return rows;
}
