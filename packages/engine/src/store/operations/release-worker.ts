import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { CLAIM } from "./list-workers.js";

/**
 * Puts what workers of a name have in hand back in line, at its old place and due at once. That it was begun does not count as a try. A worker that is
 * alive after all finds its claims lost, and stores nothing. Returns how many were put back.
 */
export async function releaseWorker(tx: Db, _tenant: TenantScope, name: string): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE operation
    SET status = 'pending', attempts = greatest(0, attempts - 1), next_attempt_at = clock_timestamp(), leased_until = NULL, worker_id = NULL, progress = NULL,
      updated_at = clock_timestamp()
    WHERE status = 'processing' AND payload IS NOT NULL AND regexp_replace(worker_id, ${CLAIM}, '') = ${name}`);
  return affected;
}
