import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

/** The call that queued an operation. */
export interface OperationOrigin {
  readonly requestId: string | null;
  /** W3C trace context. */
  readonly traceparent: string | null;
  readonly tracestate: string | null;
}

export interface OperationRow {
  readonly operationId: string;
  readonly parentId: string | null;
  readonly type: string;
  /** Null for a parent, which is never claimed. */
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly resultMetadata: Readonly<Record<string, unknown>>;
  readonly itemsCount: number;
  /** Set when the operation concerns exactly one document. */
  readonly documentId: string | null;
  /** The documents it writes; null keeps its line for it alone. */
  readonly documents: readonly string[] | null;
  /** What it is about, for types of which at most one waits for each subject; null or absent for the others. */
  readonly subject?: string | null;
  /** ISO 8601; it is not begun sooner. Absent or null is at once. */
  readonly notBefore?: string | null;
  /** Absent or null: no call queued it. */
  readonly origin?: OperationOrigin | null;
}

/**
 * Queues operations in the order given, all or none. False when one of the ids is taken in this bank already.
 * A bank that has given its name to another since it was opened is refused as one that is gone, by the foreign key: there is no bank 0.
 * One row of JSON per operation instead of arrays per column: payloads are JSON anyway, and a parent with its children is one statement.
 */
export async function insertOperations(db: Db, bank: BankScope, rows: readonly OperationRow[]): Promise<boolean> {
  const { affected } = await db.query(sql`
    INSERT INTO operation (bank_id, operation_id, parent_id, type, payload, result_metadata, items_count, document_id, documents, subject, next_attempt_at, origin)
    SELECT coalesce((SELECT b.bank_id FROM bank AS b WHERE b.bank_id = ${bank.key} AND b.external_id = ${bank.bankId} FOR KEY SHARE), 0), r."operationId", r."parentId", r.type, nullif(r.payload, 'null'), r."resultMetadata", r."itemsCount", r."documentId", r.documents, r.subject,
      coalesce(r."notBefore", clock_timestamp()), nullif(r.origin, 'null')
    FROM jsonb_array_elements(${json(rows)}::jsonb) WITH ORDINALITY AS given(row, place),
      jsonb_to_record(given.row) AS r(
        "operationId" uuid, "parentId" uuid, type text, payload jsonb, "resultMetadata" jsonb, "itemsCount" integer, "documentId" text, documents text[],
        subject text, "notBefore" timestamptz, origin jsonb)
    ORDER BY given.place
    ON CONFLICT (bank_id, operation_id) DO NOTHING`);
  return affected === rows.length;
}
