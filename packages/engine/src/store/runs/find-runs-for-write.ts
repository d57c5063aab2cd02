import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { RunRow } from "./upsert-runs.js";

export interface RunsWanted {
  /** Documents whose own runs are wanted. */
  readonly documentIds: readonly string[];
  readonly runNumbers: readonly number[];
  /** Loose runs last added to within this stretch of time; null for none. */
  readonly loose: { readonly from: Date; readonly to: Date } | null;
}

/** Loose runs looked at; a write whose items are spread over more sessions than this begins new runs for some of them. */
const MAX_LOOSE = 1_000;

/** The runs that a write may add to, each once. */
export async function findRunsForWrite(db: Db, bank: BankScope, wanted: RunsWanted): Promise<readonly RunRow[]> {
  const { rows } = await db.query<RunRow>(sql`
    SELECT run_no AS "runNo", document_id AS "documentId", tags, first_at AS "firstAt", last_at AS "lastAt", next_position AS "nextPosition" FROM (
      SELECT * FROM run WHERE bank_id = ${bank.key} AND document_id = ANY(${wanted.documentIds}::text[])
      UNION
      SELECT * FROM run WHERE bank_id = ${bank.key} AND run_no = ANY(${wanted.runNumbers}::integer[])
      UNION
      (SELECT * FROM run
       WHERE bank_id = ${bank.key} AND document_id IS NULL
         AND last_at BETWEEN ${wanted.loose?.from ?? null}::timestamptz AND ${wanted.loose?.to ?? null}::timestamptz
       ORDER BY last_at DESC, run_no DESC LIMIT ${MAX_LOOSE}::integer)
    ) AS wanted ORDER BY run_no`);
  return rows;
}
