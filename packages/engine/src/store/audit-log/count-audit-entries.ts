import type { AuditFilter } from "../../domain/audit.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { auditFilter } from "../filters/audit-filter.js";

/** How many entries a list of the audit log has on all its pages. */
export async function countAuditEntries(db: Db, bank: BankScope, filter: Omit<AuditFilter, "limit" | "offset">): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`SELECT count(*) AS total FROM audit_log AS a WHERE ${auditFilter(bank, filter)}`);
  return rows[0]?.total ?? 0;
}
