import type { AuditEntry } from "../../domain/audit.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** One entry of the audit log with request and response; null when there is none of that id (a UUID) in the bank. */
export async function getAuditEntry(db: Db, bank: BankScope, id: string): Promise<AuditEntry | null> {
  const { rows } = await db.query<AuditEntry>(sql`
    SELECT id, action, transport, started_at AS "startedAt", ended_at AS "endedAt", request, response, metadata
    FROM audit_log WHERE bank_id = ${bank.key} AND id = ${id}`);
  return rows[0] ?? null;
}
