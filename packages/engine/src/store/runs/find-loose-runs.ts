import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface LooseRun {
  readonly runNo: number;
  readonly tags: readonly string[];
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly nextPosition: number;
}

/** Loose runs that were last added to within a stretch of time, latest first. */
export async function findLooseRuns(db: Db, bank: BankScope, from: Date, to: Date): Promise<readonly LooseRun[]> {
  const { rows } = await db.query<LooseRun>(sql`
    SELECT run_no AS "runNo", tags, first_at AS "firstAt", last_at AS "lastAt", next_position AS "nextPosition"
    FROM run WHERE bank_id = ${bank.key} AND document_id IS NULL AND last_at BETWEEN ${from}::timestamptz AND ${to}::timestamptz
    ORDER BY last_at DESC, run_no DESC LIMIT 1000`);
  return rows;
}
