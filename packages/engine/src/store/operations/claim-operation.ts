import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ClaimedOperation {
  readonly bankKey: number;
  readonly operationId: string;
  readonly parentId: string | null;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly resultMetadata: Readonly<Record<string, unknown>>;
  readonly itemsCount: number;
  readonly documentId: string | null;
  /** How often it was claimed since it last got forward, this time included. */
  readonly attempts: number;
}

export interface ClaimRequest {
  readonly types: readonly string[];
  readonly workerId: string;
  readonly leaseMs: number;
  /** Row keys of the banks served last, oldest first: the others come before them. */
  readonly servedBanks: readonly number[];
}

/**
 * Takes the next operation that is due, or null.
 *
 * Operations of one type in one bank form a line and are worked one at a time in order of submission: a retain may append to what the one
 * before it wrote, and turns must get their places in the order in which they were said. Only the head of a line can be taken, so a head that backs
 * off holds its own line and no other. Among the heads, banks that were not served lately come first: one bank with a thousand operations does
 * not keep the others waiting.
 *
 * The lines are found by a loose index scan over operation_in_line (PostgreSQL has no skip scan before version 18): its cost follows the number of
 * lines, not of operations waiting.
 */
export async function claimOperation(db: Db, _tenant: TenantScope, request: ClaimRequest): Promise<ClaimedOperation | null> {
  const { rows } = await db.query<ClaimedOperation>(sql`
    WITH RECURSIVE line AS (
      (SELECT bank_id, type FROM operation
       WHERE status IN ('pending', 'processing') AND payload IS NOT NULL ORDER BY bank_id, type LIMIT 1)
      UNION ALL
      SELECT next.bank_id, next.type FROM line CROSS JOIN LATERAL (
        SELECT o.bank_id, o.type FROM operation o
        WHERE o.status IN ('pending', 'processing') AND o.payload IS NOT NULL AND (o.bank_id, o.type) > (line.bank_id, line.type)
        ORDER BY o.bank_id, o.type LIMIT 1) AS next
    ), head AS (
      SELECT first.* FROM line CROSS JOIN LATERAL (
        SELECT o.bank_id, o.operation_id, o.sequence, o.status, o.next_attempt_at FROM operation o
        WHERE o.bank_id = line.bank_id AND o.type = line.type AND o.status IN ('pending', 'processing') AND o.payload IS NOT NULL
        ORDER BY o.sequence LIMIT 1) AS first
      WHERE line.type = ANY(${request.types}::text[]) AND first.status = 'pending' AND first.next_attempt_at <= clock_timestamp()
    ), taken AS (
      SELECT o.bank_id, o.operation_id FROM operation o JOIN head USING (bank_id, operation_id)
      WHERE o.status = 'pending'
      ORDER BY array_position(${request.servedBanks}::integer[], o.bank_id) NULLS FIRST, o.sequence
      LIMIT 1 FOR UPDATE OF o SKIP LOCKED
    )
    UPDATE operation o
    SET status = 'processing', attempts = o.attempts + 1, worker_id = ${request.workerId}, updated_at = clock_timestamp(), error_message = NULL,
      leased_until = clock_timestamp() + ${request.leaseMs}::double precision * interval '1 millisecond'
    FROM taken WHERE o.bank_id = taken.bank_id AND o.operation_id = taken.operation_id
    RETURNING o.bank_id AS "bankKey", o.operation_id AS "operationId", o.parent_id AS "parentId", o.type, o.payload,
      o.result_metadata AS "resultMetadata", o.items_count AS "itemsCount", o.document_id AS "documentId", o.attempts`);
  return rows[0] ?? null;
}
