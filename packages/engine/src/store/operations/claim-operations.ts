import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { OperationOrigin } from "./insert-operations.js";

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
  readonly createdAt: Date;
  /** The call that queued it; null where none did. */
  readonly origin: OperationOrigin | null;
}

export interface ClaimRequest {
  readonly types: readonly string[];
  readonly workerId: string;
  readonly leaseMs: number;
  /** Row keys of the banks served last, oldest first: the others come before them. */
  readonly servedBanks: readonly number[];
  /** Most operations to take. */
  readonly limit: number;
  /** Row keys of the banks that this process works for now, once for each operation. */
  readonly heldBanks: readonly number[];
  /** Most operations of one bank that this process works at once. */
  readonly perBank: number;
}

/** Operations at the front of a line that are looked at: what is behind them waits, also when it could run. */
export const WINDOW = 32;
/** Further ones for each of these that is put off: what waits hours for a batch of its provider must not be what all others wait for. */
export const WIDER = 8;

/**
 * Takes operations that are due and that nothing before them holds back; none when there are none. All that are taken may run side by side.
 *
 * Operations of one type in one bank form a line in order of submission: a retain may append to what the one before it wrote. One may be taken when no
 * operation before it in the line shares a document with it; those that are being worked count as the first, whatever their number (a transaction that
 * commits late puts its operation before one that has begun). One without documents has the line to itself: nothing passes it, and it waits for all.
 * So a head that backs off holds its documents, and no others. `WINDOW` bounds what is looked at, wider where much is put off.
 *
 * First come the heads of lines in which nothing is worked, those of banks not served lately before the others; only when they do not suffice, the
 * windows are read: a bank with a thousand operations does not keep the others waiting, and one with a single long operation costs no window.
 * Documents are compared by hash, not pair by pair with `&&`: the parts of a large retain have hundreds each.
 *
 * The lines are found by a loose index scan over operation_in_line (PostgreSQL has no skip scan before version 18): its cost follows the number of
 * lines, not of operations waiting. Measured on PGlite / PostgreSQL 18, two busy cores (claim-cost.ts): 100,000 waiting in one bank 5 / 2 ms, a window of
 * operations with 250 documents each 17 / 7 ms, 1,000 banks with 100 each 34 / 14 ms, the same with something at work in each 325 / 154 ms.
 */
export async function claimOperations(db: Db, _tenant: TenantScope, request: ClaimRequest): Promise<readonly ClaimedOperation[]> {
  const { rows } = await db.query<ClaimedOperation>(sql`
    WITH RECURSIVE step AS (
      (SELECT bank_id, type FROM operation
       WHERE status IN ('pending', 'processing') AND payload IS NOT NULL ORDER BY bank_id, type LIMIT 1)
      UNION ALL
      SELECT next.bank_id, next.type FROM step CROSS JOIN LATERAL (
        SELECT o.bank_id, o.type FROM operation o
        WHERE o.status IN ('pending', 'processing') AND o.payload IS NOT NULL AND (o.bank_id, o.type) > (step.bank_id, step.type)
        ORDER BY o.bank_id, o.type LIMIT 1) AS next
    ), at_work AS MATERIALIZED (
      SELECT DISTINCT bank_id, type FROM operation WHERE status = 'processing' AND payload IS NOT NULL
    ), room AS MATERIALIZED (
      SELECT bank_id, count(*) AS held FROM unnest(${request.heldBanks}::integer[]) AS bank_id GROUP BY bank_id
    ), line AS MATERIALIZED (
      SELECT step.bank_id, step.type, at_work.bank_id IS NULL AS is_idle, ${request.perBank}::integer - coalesce(room.held, 0) AS room,
        array_position(${request.servedBanks}::integer[], step.bank_id) AS served
      FROM step LEFT JOIN at_work USING (bank_id, type) LEFT JOIN room ON room.bank_id = step.bank_id
      WHERE step.type = ANY(${request.types}::text[]) AND coalesce(room.held, 0) < ${request.perBank}::integer
    ), head AS MATERIALIZED (
      SELECT line.bank_id, line.type, line.room, line.served, first.operation_id, first.sequence, first.is_due,
        row_number() OVER (PARTITION BY line.bank_id, first.is_due ORDER BY first.sequence) AS place
      FROM line CROSS JOIN LATERAL (
        SELECT o.operation_id, o.sequence, o.next_attempt_at <= clock_timestamp() AS is_due FROM operation o
        WHERE o.bank_id = line.bank_id AND o.type = line.type AND o.status IN ('pending', 'processing') AND o.payload IS NOT NULL
        ORDER BY o.sequence LIMIT 1) AS first
      WHERE line.is_idle
    ), candidate AS (
      (SELECT bank_id, operation_id FROM head WHERE is_due AND place <= room ORDER BY served NULLS FIRST, sequence)
      UNION ALL
      (SELECT bank_id, operation_id FROM (
        SELECT line.bank_id, line.served, free.operation_id, free.sequence, row_number() OVER (PARTITION BY line.bank_id ORDER BY free.sequence)
          + (SELECT count(*) FROM head WHERE head.bank_id = line.bank_id AND head.is_due) AS place, line.room
        FROM line CROSS JOIN LATERAL (
          WITH front AS MATERIALIZED (
            SELECT o.operation_id, o.sequence, o.status, o.next_attempt_at, o.documents,
              row_number() OVER (ORDER BY o.status = 'pending', o.sequence) AS rank
            FROM (
              SELECT operation_id, sequence, status, next_attempt_at, documents FROM operation
              WHERE bank_id = line.bank_id AND type = line.type AND status IN ('pending', 'processing') AND payload IS NOT NULL
              ORDER BY sequence LIMIT ${WINDOW}::integer + ${WIDER}::integer * (
                SELECT count(*) FROM (
                  SELECT status, next_attempt_at FROM operation
                  WHERE bank_id = line.bank_id AND type = line.type AND status IN ('pending', 'processing') AND payload IS NOT NULL
                  ORDER BY sequence LIMIT ${WINDOW}::integer
                ) AS first WHERE first.status = 'pending' AND first.next_attempt_at > clock_timestamp())
            ) AS o
          ), wall AS MATERIALIZED (
            SELECT min(rank) AS rank FROM front WHERE documents IS NULL
          ), written AS (
            SELECT front.rank, d.document FROM front CROSS JOIN wall CROSS JOIN LATERAL unnest(front.documents) AS d(document)
            WHERE wall.rank IS NULL OR front.rank < wall.rank
          ), held AS (
            SELECT DISTINCT w.rank FROM written w
            JOIN (SELECT document, min(rank) AS rank FROM written GROUP BY document) AS first ON first.document = w.document
            WHERE first.rank < w.rank
          )
          SELECT front.operation_id, front.sequence FROM front CROSS JOIN wall
          WHERE front.status = 'pending' AND front.next_attempt_at <= clock_timestamp()
            AND CASE WHEN front.documents IS NULL THEN front.rank = 1
              ELSE (wall.rank IS NULL OR front.rank < wall.rank) AND front.rank NOT IN (SELECT rank FROM held) END
        ) AS free
        WHERE NOT EXISTS (SELECT FROM head WHERE head.is_due AND head.bank_id = line.bank_id AND head.operation_id = free.operation_id)
      ) AS ranked WHERE place <= room ORDER BY served NULLS FIRST, sequence)
    ), taken AS (
      SELECT o.bank_id, o.operation_id FROM candidate CROSS JOIN LATERAL (
        SELECT bank_id, operation_id FROM operation
        WHERE bank_id = candidate.bank_id AND operation_id = candidate.operation_id AND status = 'pending'
        FOR UPDATE SKIP LOCKED) AS o
      LIMIT ${request.limit}::integer
    )
    UPDATE operation o
    SET status = 'processing', attempts = o.attempts + 1, worker_id = ${request.workerId}, updated_at = clock_timestamp(), error_message = NULL,
      leased_until = clock_timestamp() + ${request.leaseMs}::double precision * interval '1 millisecond'
    FROM taken WHERE o.bank_id = taken.bank_id AND o.operation_id = taken.operation_id
    RETURNING o.bank_id AS "bankKey", o.operation_id AS "operationId", o.parent_id AS "parentId", o.type, o.payload,
      o.result_metadata AS "resultMetadata", o.items_count AS "itemsCount", o.document_id AS "documentId", o.attempts, o.created_at AS "createdAt", o.origin`);
  return rows;
}
