// Model calls as callers read them back: what was asked, what it cost, what a bank has spent.
// In: nothing. Out: types only.

import type { Paging } from "./resources.js";

export type LlmCallType = "llm" | "embedding" | "rerank" | "decision";

export interface LlmRequestFilter extends Paging {
  readonly id?: string | null;
  readonly status?: string | null;
  readonly operation?: string | null;
  readonly scope?: string | null;
  readonly callType?: LlmCallType | null;
  readonly provider?: string | null;
  readonly traceId?: string | null;
  readonly documentId?: string | null;
  readonly memoryId?: string | null;
  /** Pages of traces instead of calls: `limit`, `offset` and the total count traces, and each comes with all its calls. */
  readonly group?: boolean;
  readonly start?: Date | null;
  readonly end?: Date | null;
}

/** One attempt at a model call. */
export interface LlmRequestDetail {
  readonly id: string;
  readonly callType: LlmCallType;
  readonly operation: string;
  readonly scope: string;
  readonly provider: string;
  readonly model: string;
  readonly status: "success" | "error";
  readonly traceId: string;
  readonly spanId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly thoughtsTokens: number;
  readonly totalTokens: number;
  /** Null: the price of the model is not known. */
  readonly costUsd: number | null;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: string | null;
  readonly llmInfo: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type StatsPeriod = "1d" | "7d" | "30d";

export interface LlmRequestBucket {
  readonly time: Date;
  readonly success: number;
  readonly error: number;
  readonly tokens: {
    readonly input: number;
    readonly output: number;
    readonly cached: number;
    readonly thoughts: number;
    readonly total: number;
  };
  /** In US dollars, of the calls whose price is known. */
  readonly costUsd: number;
  /** Calls to models without a price: their tokens are counted, their cost is not. */
  readonly unpricedCalls: number;
}

/** Calls, tokens and cost by hour (one day) or by day, from `start` on, without gaps. */
export interface LlmRequestStats {
  readonly period: StatsPeriod;
  readonly unit: "hour" | "day";
  readonly start: Date;
  readonly buckets: readonly LlmRequestBucket[];
}

/** What was spent in some time. `input` includes `cached`. */
export interface Spend {
  readonly calls: number;
  readonly failedCalls: number;
  /** Calls to models whose price is not known: their tokens are counted, their cost is not. */
  readonly unpricedCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly thoughtsTokens: number;
  readonly totalTokens: number;
  readonly costUsd: number;
}

/** Limits of one window; null is none. */
export interface SpendLimit {
  readonly tokens: number | null;
  readonly usd: number | null;
}

export interface SpendWindow extends Spend {
  readonly start: Date;
  /** When the window ends and the next one, empty, begins. */
  readonly resetsAt: Date;
  /** Set aside for calls that are under way. */
  readonly reservedTokens: number;
  readonly reservedUsd: number;
  readonly limit: SpendLimit;
}

/** A bank's spend of this hour and this day (UTC) against its limits. */
export interface BankSpend {
  readonly hour: SpendWindow;
  readonly day: SpendWindow;
}

/** How the models of one purpose answered a tiny call. */
export interface LlmHealth {
  readonly operation: "retain" | "consolidation" | "reflect";
  readonly ok: boolean;
  readonly status: "connected" | "not_configured" | "auth_failed" | "unreachable" | "timeout";
  readonly latencyMs: number | null;
}
