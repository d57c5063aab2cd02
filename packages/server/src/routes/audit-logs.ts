// The audit log: who did what to a bank, and when.
// In: the engine. Out: the endpoints under `{bank}/audit-logs`.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import {
  AuditEntryReply,
  AuditListQuery,
  AuditListReply,
  AuditStatsQuery,
  AuditStatsReply,
  auditEntry,
  auditFilter,
  auditStatsReply,
  auditSummary,
} from "../wire/audit-logs.js";
import { bankPath } from "../wire/common.js";
import { statsPeriod } from "../wire/llm-requests.js";
import { name } from "../wire/scalars.js";
import { B, BAD, NO_BANK, NO_SUCH, ok } from "./replies.js";

export function auditLogRoutes(engine: Hindsight): readonly Endpoint[] {
  return [list(engine), stats(engine), get(engine)];
}

const list = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "list_audit_logs",
    method: "get",
    path: `${B}/audit-logs`,
    tag: "Audit",
    summary: "List the audit log",
    description:
      "Newest first, without requests and replies. Empty where the bank has no audit log, which audit_log_enabled gives it; kept for HINDSIGHT_API_AUDIT_LOG_RETENTION_DAYS.",
    params: bankPath,
    query: AuditListQuery,
    replies: { 200: ok(AuditListReply), 400: BAD, 404: NO_BANK },
    async handle({ params, query }) {
      const { bankId, items, total, limit, offset } = await engine.audit.list(params.bank_id, auditFilter(query));
      return { bank_id: bankId, total, limit, offset, items: items.map((entry) => auditSummary(bankId, entry)) };
    },
  });

const stats = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "audit_log_stats",
    method: "get",
    path: `${B}/audit-logs/stats`,
    tag: "Audit",
    summary: "Audited calls over time",
    description: "Buckets without gaps, by hour for one day and else by day (UTC).",
    params: bankPath,
    query: AuditStatsQuery,
    replies: { 200: ok(AuditStatsReply), 404: NO_BANK },
    async handle({ params, query }) {
      const found = await engine.audit.stats(params.bank_id, { period: statsPeriod(query.period), action: query.action ?? null });
      return auditStatsReply(found.bankId, found);
    },
  });

const get = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "get_audit_log",
    method: "get",
    path: `${B}/audit-logs/{log_id}`,
    tag: "Audit",
    summary: "Read an entry of the audit log",
    description: "With the ids, choices and counts of the request and the reply. Texts are not kept, so that what is deleted is not in it.",
    params: bankPath.extend({ log_id: name("As in the list") }),
    replies: { 200: ok(AuditEntryReply), 404: NO_SUCH },
    async handle({ params }) {
      const entry = await engine.audit.get(params.bank_id, params.log_id);
      return auditEntry(entry.bankId, entry);
    },
  });
