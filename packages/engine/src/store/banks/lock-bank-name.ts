import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Holds a name until the transaction ends, so that it cannot become a bank and an alias at once.
 * An advisory lock, because the two live in tables that no unique index spans.
 */
export async function lockBankName(tx: Db, _tenant: TenantScope, name: string): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' bank ' || ${name}, 0))`);
}
