// Model calls on the wire: the trace, its statistics, the spend, and the health of the models.
// In: query parameters. Out: the engine's filter, and the contract's replies.

import type {
  BankSpend,
  LlmHealth,
  LlmRequestBucket,
  LlmRequestDetail,
  LlmRequestFilter,
  LlmRequestStats,
  SpendWindow,
  StatsPeriod,
} from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything, counts } from "./common.js";
import { instantParameter, uuid } from "./memories.js";
import { paging } from "./query.js";
import { choice, flag, maybe, name, preset } from "./scalars.js";
import { iso } from "./time.js";

const CALL_TYPES = ["llm", "embedding", "rerank", "decision"] as const;
const callType = () => maybe(choice(CALL_TYPES, "literal_error", "Kind of call; this version keeps llm calls alone"));

export const LlmRequestListQuery = z.object({
  id: maybe(name("This call alone (UUID). Beyond the contract")),
  status: maybe(name("success or error; any other value matches no call")),
  operation: maybe(name("What called: retain, reflect, consolidation, …")),
  scope: maybe(name("What the call was for, for example retain_extract_facts")),
  call_type: callType(),
  provider: maybe(name("Provider, for example openai")),
  trace_id: maybe(name("Calls of this trace")),
  document_id: maybe(name("Calls about this document")),
  memory_id: maybe(name("Calls about this memory")),
  group: preset(flag("Page traces instead of calls: limit, offset and total count traces, each with all its calls in order"), false),
  start_date: maybe(name("Started from here on, ISO 8601")),
  end_date: maybe(name("Started until here, ISO 8601")),
  ...paging(50, { min: 1, max: 500 }),
});

export function llmRequestFilter(query: z.output<typeof LlmRequestListQuery>): LlmRequestFilter {
  return {
    id: query.id == null ? null : uuid("id", query.id),
    status: query.status ?? null,
    operation: query.operation ?? null,
    scope: query.scope ?? null,
    callType: query.call_type ?? null,
    provider: query.provider ?? null,
    traceId: query.trace_id ?? null,
    documentId: query.document_id ?? null,
    memoryId: query.memory_id ?? null,
    group: query.group,
    start: instantParameter("start_date", query.start_date),
    end: instantParameter("end_date", query.end_date),
    limit: query.limit,
    offset: query.offset,
  };
}

const text = () => z.string().nullable();
const integer = () => z.int().nullable();

const LlmRequestEntry = z
  .object({
    id: z.string(),
    bank_id: text(),
    operation: text(),
    scope: text(),
    trace_id: text(),
    span_id: text(),
    parent_span_id: text(),
    provider: text(),
    model: text(),
    status: z.string(),
    started_at: text(),
    ended_at: text(),
    duration_ms: integer(),
    input_tokens: integer(),
    output_tokens: integer(),
    cached_tokens: integer(),
    thoughts_tokens: integer(),
    total_tokens: integer(),
    input: z.unknown(),
    output: z.unknown(),
    error: text(),
    llm_info: anything().openapi({
      description: "Parameters of the call, finish_reason, operation_id, call_type and cost_usd (null: no price is known)",
    }),
    metadata: anything(),
  })
  .openapi("LLMRequestEntry");

export const LlmRequestListReply = z
  .object({ bank_id: z.string(), total: z.int(), limit: z.int(), offset: z.int(), items: z.array(LlmRequestEntry) })
  .openapi("LLMRequestListResponse");

export function llmRequestEntry(bankId: string, call: LlmRequestDetail): z.input<typeof LlmRequestEntry> {
  return {
    id: call.id,
    bank_id: bankId,
    operation: call.operation,
    scope: call.scope,
    trace_id: call.traceId,
    span_id: call.spanId,
    parent_span_id: null,
    provider: call.provider,
    model: call.model,
    status: call.status,
    started_at: iso(call.startedAt),
    ended_at: iso(call.endedAt),
    duration_ms: call.durationMs,
    input_tokens: call.inputTokens,
    output_tokens: call.outputTokens,
    cached_tokens: call.cachedTokens,
    thoughts_tokens: call.thoughtsTokens,
    total_tokens: call.totalTokens,
    input: call.input,
    output: call.output,
    error: call.error,
    llm_info: { ...call.llmInfo, call_type: call.callType, cost_usd: call.costUsd },
    metadata: call.metadata,
  };
}

const PERIODS: readonly StatsPeriod[] = ["1d", "7d", "30d"];

export const LlmStatsQuery = z.object({
  operation: maybe(name("Calls of this operation alone")),
  call_type: callType(),
  period: preset(name("1d (by hour), 7d or 30d (by day); any other word is 7d"), "7d"),
});

/** The contract knows no error for a period: the reply names the one that was taken. */
export function statsPeriod(word: string): StatsPeriod {
  return PERIODS.find((period) => period === word) ?? "7d";
}

const TokenSums = z
  .object({ input: z.int(), output: z.int(), cached: z.int(), thoughts: z.int().nullish(), total: z.int() })
  .openapi("LLMRequestTokenSums");

const StatsBucket = z
  .object({
    time: z.string(),
    statuses: counts(),
    total: z.int(),
    tokens: TokenSums,
    cost_usd: z.number().optional().openapi({ description: "Of the calls whose price is known" }),
    unpriced_calls: z
      .int()
      .optional()
      .openapi({ description: "Calls to models without a price: their tokens are counted, their cost is not" }),
  })
  .openapi("LLMRequestStatsBucket");

export const LlmStatsReply = z
  .object({ bank_id: z.string(), period: z.string(), trunc: z.string(), start: z.string(), buckets: z.array(StatsBucket) })
  .openapi("LLMRequestStatsResponse");

export function llmStatsReply(bankId: string, stats: LlmRequestStats): z.input<typeof LlmStatsReply> {
  return { bank_id: bankId, period: stats.period, trunc: stats.unit, start: iso(stats.start), buckets: stats.buckets.map(bucketReply) };
}

function bucketReply({ time, success, error, tokens, costUsd, unpricedCalls }: LlmRequestBucket): z.input<typeof StatsBucket> {
  return {
    time: iso(time),
    statuses: { ...(success > 0 && { success }), ...(error > 0 && { error }) },
    total: success + error,
    tokens,
    cost_usd: costUsd,
    unpriced_calls: unpricedCalls,
  };
}

const OperationHealth = z
  .object({
    operation: z.enum(["retain", "consolidation", "reflect"]),
    ok: z.boolean(),
    status: z.enum(["connected", "not_configured", "auth_failed", "unreachable", "timeout"]),
    latency_ms: z.number().nullish(),
  })
  .openapi("LlmOperationHealth");

export const LlmHealthReply = z.object({ bank_id: z.string(), operations: z.array(OperationHealth) }).openapi("BankLlmHealthResponse");

export function llmHealthReply(bankId: string, health: readonly LlmHealth[]): z.input<typeof LlmHealthReply> {
  return {
    bank_id: bankId,
    operations: health.map(({ operation, ok, status, latencyMs }) => ({ operation, ok, status, latency_ms: latencyMs })),
  };
}

const UsageWindow = z
  .object({
    start: z.string(),
    resets_at: z.string(),
    calls: z.int(),
    failed_calls: z.int(),
    unpriced_calls: z.int().openapi({ description: "Calls to models without a price: their tokens are counted, their cost is not" }),
    input_tokens: z.int(),
    output_tokens: z.int(),
    cached_tokens: z.int(),
    thoughts_tokens: z.int(),
    total_tokens: z.int(),
    cost_usd: z.number(),
    reserved_tokens: z.int().openapi({ description: "Set aside for calls under way" }),
    reserved_usd: z.number(),
    limit_tokens: z.int().nullable(),
    limit_usd: z.number().nullable(),
  })
  .openapi("LLMUsageWindow");

export const LlmUsageReply = z.object({ bank_id: z.string(), hour: UsageWindow, day: UsageWindow }).openapi("LLMUsageResponse");

export function llmUsageReply(bankId: string, { hour, day }: BankSpend): z.input<typeof LlmUsageReply> {
  return { bank_id: bankId, hour: windowReply(hour), day: windowReply(day) };
}

function windowReply(window: SpendWindow): z.input<typeof UsageWindow> {
  return {
    start: iso(window.start),
    resets_at: iso(window.resetsAt),
    calls: window.calls,
    failed_calls: window.failedCalls,
    unpriced_calls: window.unpricedCalls,
    input_tokens: window.inputTokens,
    output_tokens: window.outputTokens,
    cached_tokens: window.cachedTokens,
    thoughts_tokens: window.thoughtsTokens,
    total_tokens: window.totalTokens,
    cost_usd: window.costUsd,
    reserved_tokens: window.reservedTokens,
    reserved_usd: window.reservedUsd,
    limit_tokens: window.limit.tokens,
    limit_usd: window.limit.usd,
  };
}
