import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Until the transaction ends, nobody else of the tenant decides whether a call may be made: two that look at once would both see the last room left. */
export async function lockSpend(tx: Db, tenant: TenantScope): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`spend of ${tenant.tenant}`}, 0))`);
}
