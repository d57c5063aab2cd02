import type { OperationDetail } from "../../domain/resources.js";
import { sql } from "../db.js";

export type OperationRow = Omit<OperationDetail, "children" | "payload">;

/**
 * The columns of an operation under the alias `o`, without its payload and children. Attempts are counted when claimed, so the first is no retry;
 * a next time is shown only while an operation that was put back, by a failure or for want of quota, waits for it.
 */
export const OPERATION_DETAIL = sql`o.operation_id AS "operationId", o.type, o.status, o.items_count AS "itemsCount", o.document_id AS "documentId",
  o.created_at AS "createdAt", o.updated_at AS "updatedAt", o.completed_at AS "completedAt", o.error_message AS "errorMessage",
  greatest(o.attempts - CASE WHEN o.status = 'pending' THEN 0 ELSE 1 END, 0) AS "retryCount",
  CASE WHEN o.status = 'pending' AND (o.attempts > 0 OR o.error_message IS NOT NULL) THEN o.next_attempt_at END AS "nextRetryAt",
  o.progress, o.result_metadata AS "resultMetadata"`;
