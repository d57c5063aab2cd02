import type { AuditFilter, AuditSummary } from "../../domain/audit.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { auditFilter } from "../filters/audit-filter.js";

/** A page of the audit log, last started first, without requests and responses. */
export async function listAuditEntries(db: Db, bank: BankScope, filter: AuditFilter): Promise<readonly AuditSummary[]> {
  const { rows } = await db.query<AuditSummary>(sql`
    SELECT a.id, a.action, a.transport, a.started_at AS "startedAt", a.ended_at AS "endedAt", a.metadata
    FROM audit_log AS a WHERE ${auditFilter(bank, filter)}
    ORDER BY a.started_at DESC, a.id LIMIT ${filter.limit} OFFSET ${filter.offset}`);
  return rows;
}
