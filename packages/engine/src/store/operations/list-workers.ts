import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A worker that has operations in hand. One without is not seen here. */
export interface BusyWorker {
  /** As it was started: HINDSIGHT_API_WORKER_ID, else the host's name. Several processes may bear one. */
  readonly name: string;
  readonly operations: number;
  /** Since when it has the oldest of them. */
  readonly oldest: Date;
  /** Until when it counts as alive: the lease that runs longest. */
  readonly aliveUntil: Date | null;
  readonly isAlive: boolean;
}

/** Each claim adds a number of its own to the worker's name. */
export const CLAIM = "/[0-9a-f-]{36}$";

/** Workers with what they have in hand, those that are silent first. */
export async function listWorkers(db: Db, _tenant: TenantScope): Promise<readonly BusyWorker[]> {
  const { rows } = await db.query<BusyWorker>(sql`
    SELECT regexp_replace(worker_id, ${CLAIM}, '') AS name, count(*)::integer AS operations, min(updated_at) AS oldest, max(leased_until) AS "aliveUntil",
      coalesce(max(leased_until) > clock_timestamp(), false) AS "isAlive"
    FROM operation WHERE status = 'processing' AND payload IS NOT NULL AND worker_id IS NOT NULL
    GROUP BY 1 ORDER BY 5, 1`);
  return rows;
}
