// The audit log on the wire.
// In: query parameters. Out: the engine's filter, and the contract's replies.

import type { AuditBucket, AuditEntry, AuditFilter, AuditStats, AuditSummary } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything, counts } from "./common.js";
import { instantParameter } from "./memories.js";
import { paging } from "./query.js";
import { maybe, name, preset } from "./scalars.js";
import { iso } from "./time.js";

export const AuditListQuery = z.object({
  action: maybe(name("Entries of this action alone, for example delete_document")),
  transport: maybe(name("http, mcp or system; any other value matches no entry")),
  start_date: maybe(name("Started from here on, ISO 8601")),
  end_date: maybe(name("Started before this, ISO 8601")),
  ...paging(50, { min: 1, max: 500 }),
});

export function auditFilter(query: z.output<typeof AuditListQuery>): AuditFilter {
  return {
    action: query.action ?? null,
    transport: query.transport ?? null,
    start: instantParameter("start_date", query.start_date),
    end: instantParameter("end_date", query.end_date),
    limit: query.limit,
    offset: query.offset,
  };
}

const summary = {
  id: z.string(),
  action: z.string(),
  transport: z.string(),
  bank_id: z.string().nullable(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  duration_ms: z.int().nullish(),
  metadata: anything().openapi({ description: "request_id, and caller where callers have names" }),
};

const AuditLogSummary = z.object(summary).openapi("AuditLogSummary");

export const AuditListReply = z
  .object({ bank_id: z.string(), total: z.int(), limit: z.int(), offset: z.int(), items: z.array(AuditLogSummary) })
  .openapi("AuditLogListResponse");

export const AuditEntryReply = z
  .object({
    ...summary,
    request: anything().nullable().openapi({ description: "Ids, choices and counts of the request; of its texts the lengths alone" }),
    response: anything().nullable().openapi({ description: "The same of the reply, or the code of the error" }),
  })
  .openapi("AuditLogEntry");

export function auditSummary(bankId: string, entry: AuditSummary): z.input<typeof AuditLogSummary> {
  return {
    id: entry.id,
    action: entry.action,
    transport: entry.transport,
    bank_id: bankId,
    started_at: iso(entry.startedAt),
    ended_at: iso(entry.endedAt),
    duration_ms: Math.max(0, entry.endedAt.getTime() - entry.startedAt.getTime()),
    metadata: entry.metadata,
  };
}

export function auditEntry(bankId: string, entry: AuditEntry): z.input<typeof AuditEntryReply> {
  return { ...auditSummary(bankId, entry), request: entry.request, response: entry.response };
}

export const AuditStatsQuery = z.object({
  action: maybe(name("Calls of this action alone")),
  period: preset(name("1d (by hour), 7d or 30d (by day); any other word is 7d"), "7d"),
});

const StatsBucket = z.object({ time: z.string(), actions: counts(), total: z.int() }).openapi("AuditLogStatsBucket");

export const AuditStatsReply = z
  .object({ bank_id: z.string(), period: z.string(), trunc: z.string(), start: z.string(), buckets: z.array(StatsBucket) })
  .openapi("AuditLogStatsResponse");

export function auditStatsReply(bankId: string, stats: AuditStats): z.input<typeof AuditStatsReply> {
  return { bank_id: bankId, period: stats.period, trunc: stats.unit, start: iso(stats.start), buckets: stats.buckets.map(bucketReply) };
}

function bucketReply({ time, actions, total }: AuditBucket): z.input<typeof StatsBucket> {
  return { time: iso(time), actions, total };
}
