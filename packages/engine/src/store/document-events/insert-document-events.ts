import type { NewDocumentEvent } from "../../domain/document-events.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

const literal = (ids: readonly string[] = []): string => encodeValue(ids) as string;

/**
 * Notes what became of documents, in the order given; events of documents that are not there (any more) are left out. The look-up of the document is a
 * sub-select by key: a join on a bank that the planner does not know turns quadratic. Returns how many were noted.
 */
export async function insertDocumentEvents(tx: Db, bank: BankScope, events: readonly NewDocumentEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { affected } = await tx.query(sql`
    INSERT INTO document_event (bank_id, document_id, kind, operation_id, fact_id, facts_added, facts_removed, observations_created, observations_updated,
      observations_removed)
    SELECT ${bank.key}, e.document_id, e.kind, e.operation_id, e.fact_id, e.facts_added, e.facts_removed, e.created::uuid[], e.updated::uuid[], e.removed::uuid[]
    FROM unnest(
      ${events.map((e) => e.documentId)}::text[], ${events.map((e) => e.kind)}::text[], ${events.map((e) => e.operationId ?? null)}::uuid[],
      ${events.map((e) => e.factId ?? null)}::uuid[], ${events.map((e) => e.factsAdded ?? 0)}::integer[], ${events.map((e) => e.factsRemoved ?? 0)}::integer[],
      ${events.map((e) => literal(e.observationsCreated))}::text[], ${events.map((e) => literal(e.observationsUpdated))}::text[],
      ${events.map((e) => literal(e.observationsRemoved))}::text[]
    ) WITH ORDINALITY AS e(document_id, kind, operation_id, fact_id, facts_added, facts_removed, created, updated, removed, place)
    WHERE (SELECT d.document_id FROM document d WHERE d.bank_id = ${bank.key} AND d.document_id = e.document_id) IS NOT NULL
    ORDER BY e.place`);
  return affected;
}
