import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Holds an operation id until the transaction ends, so that two banks cannot take it at the same moment. Unique indexes lead with the bank. */
export async function lockOperationId(tx: Db, _tenant: TenantScope, operationId: string): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${operationId}, 0))`);
}
