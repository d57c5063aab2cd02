import type { AuditEntry } from "../../domain/audit.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

/** Keeps entries of one bank; those that are there already are left alone (a batch may be sent twice). A bank that is gone keeps none: that is no error. */
export async function insertAuditEntries(db: Db, bank: BankScope, entries: readonly AuditEntry[]): Promise<void> {
  await db.query(sql`
    INSERT INTO audit_log (bank_id, id, action, transport, started_at, ended_at, request, response, metadata)
    SELECT b.bank_id, r.id, r.action, r.transport, r."startedAt", r."endedAt", nullif(r.request, 'null'), nullif(r.response, 'null'), r.metadata
    FROM (SELECT bank_id FROM bank WHERE bank_id = ${bank.key} FOR KEY SHARE) AS b
    CROSS JOIN jsonb_to_recordset(${json(entries)}::jsonb) AS r(
      id uuid, action text, transport text, "startedAt" timestamptz, "endedAt" timestamptz, request jsonb, response jsonb, metadata jsonb)
    ON CONFLICT (bank_id, id) DO NOTHING`);
}
