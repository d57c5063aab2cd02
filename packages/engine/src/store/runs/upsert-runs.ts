import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

export interface RunRow {
  readonly runNo: number;
  /** The document that owns the run; null for a loose one. */
  readonly documentId: string | null;
  /** Sorted. */
  readonly tags: readonly string[];
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  readonly nextPosition: number;
}

/** Writes runs as they are after a write. */
export async function upsertRuns(tx: Db, bank: BankScope, rows: readonly RunRow[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO run (bank_id, run_no, document_id, tags, first_at, last_at, next_position)
    SELECT ${bank.key}, r.run_no, r.document_id, r.tags::text[], r.first_at, r.last_at, r.next_position
    FROM unnest(
      ${rows.map((r) => r.runNo)}::integer[], ${rows.map((r) => r.documentId)}::text[], ${rows.map((r) => encodeValue(r.tags) as string)}::text[],
      ${rows.map((r) => r.firstAt)}::timestamptz[], ${rows.map((r) => r.lastAt)}::timestamptz[], ${rows.map((r) => r.nextPosition)}::integer[]
    ) AS r(run_no, document_id, tags, first_at, last_at, next_position)
    ON CONFLICT (bank_id, run_no) DO UPDATE
    SET tags = EXCLUDED.tags, first_at = EXCLUDED.first_at, last_at = EXCLUDED.last_at, next_position = EXCLUDED.next_position`);
}
