import { randomBytes, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Settings } from "../config/index.js";
import type { TenantScope } from "../domain/scope.js";
import type { CallRecord } from "../providers/llm/index.js";
import type { Database } from "../store/db.js";
import { insertLlmRequests, type LlmRequestRow } from "../store/llm-requests/insert-llm-requests.js";
import { sweepLlmRequests } from "../store/llm-requests/sweep-llm-requests.js";
import { clip } from "./llm-clip.js";
import type { LlmMetrics } from "./llm-metrics.js";
import { scopeOf } from "./llm-scope.js";
import { writeBehind } from "./write-behind.js";

/** The trace of model calls: kept in memory for a moment, written in batches, deleted when they are old. No call waits for it or fails by it. */
export interface LlmTrace {
  note(record: CallRecord, costMicroUsd: number | null): void;
  /** Resolves when what was noted so far is written, or could not be. */
  flush(): Promise<void>;
  /** Deletes what is too old, in batches. */
  sweep(): Promise<void>;
  /** Writes what is left. */
  close(): Promise<void>;
}

/** What those who watch the model calls work with. */
export interface LlmWatchParts {
  readonly db: Database;
  readonly tenant: TenantScope;
  readonly settings: Settings;
  readonly log: Logger;
  readonly now: () => Date;
  readonly metrics: LlmMetrics;
}

export interface LlmTraceBounds {
  /** Calls in memory, and characters of their inputs and outputs. */
  readonly calls: number;
  readonly characters: number;
}

const BOUNDS: LlmTraceBounds = { calls: 10_000, characters: 16_000_000 };
/** Rows that one statement of a sweep deletes; how soon after the start the first sweep looks, and how often the others. */
const SWEEP_ROWS = 500;
const FIRST_SWEEP_MS = 30_000;
const SWEEP_MS = 600_000;

interface Noted {
  readonly row: LlmRequestRow;
  readonly characters: number;
}

export function startLlmTrace({ db, tenant, settings, log, now, metrics }: LlmWatchParts, bounds: LlmTraceBounds = BOUNDS): LlmTrace {
  let characters = 0;
  let isClosed = false;
  let sweeper = setTimeout(sweepOn, FIRST_SWEEP_MS).unref();
  const queue = writeBehind<Noted>({
    capacity: bounds.calls,
    write: (bank, noted) =>
      insertLlmRequests(
        db,
        bank,
        noted.map(({ row }) => row),
      ),
    onLost: (count) => metrics.llmTraceDropped("calls", count),
    onGone: (noted) => {
      characters -= noted.characters;
    },
    log,
    what: "the trace of model calls",
  });

  function note(record: CallRecord, costMicroUsd: number | null): void {
    const { bank } = record.origin;
    if (bank === null || !isWanted(settings, scopeOf(record.origin, record.purpose))) return;
    if (!queue.hasRoom()) {
      metrics.llmTraceDropped("calls", 1); // before its texts are counted, which would not be kept
      return;
    }
    const row = rowOf(record, costMicroUsd, settings.llmTraceMaxChars);
    const size = JSON.stringify(row.input ?? null).length + JSON.stringify(row.output ?? null).length;
    const fits = characters + size <= bounds.characters;
    if (!fits) metrics.llmTraceDropped("bodies", 1);
    if (fits) characters += size;
    queue.add(bank, fits ? { row, characters: size } : { row: withoutBodies(row), characters: 0 });
  }

  async function sweepOn(): Promise<void> {
    await sweep();
    if (!isClosed) sweeper = setTimeout(sweepOn, SWEEP_MS).unref();
  }

  async function sweep(): Promise<void> {
    if (settings.llmTraceRetentionDays <= 0) return;
    const before = new Date(now().getTime() - settings.llmTraceRetentionDays * 86_400_000);
    try {
      while ((await sweepLlmRequests(db, tenant, before, SWEEP_ROWS)) === SWEEP_ROWS);
    } catch (error) {
      log.warn({ err: error }, "old model calls could not be deleted; the next sweep tries again");
    }
  }

  return {
    note: settings.llmTraceEnabled ? note : () => undefined,
    flush: queue.flush,
    sweep,
    async close() {
      isClosed = true;
      clearTimeout(sweeper);
      await queue.close();
    },
  };
}

function isWanted(settings: Settings, scope: string): boolean {
  if (settings.llmTraceExcludeScopes.includes(scope)) return false;
  return settings.llmTraceScopes.length === 0 || settings.llmTraceScopes.includes(scope);
}

function rowOf(record: CallRecord, costMicroUsd: number | null, maxChars: number): LlmRequestRow {
  const { origin, usage } = record;
  return {
    id: randomUUID(),
    callType: "llm",
    operation: origin.operation,
    scope: scopeOf(origin, record.purpose),
    provider: record.provider,
    model: record.model,
    status: record.status,
    traceId: origin.traceId,
    spanId: randomBytes(8).toString("hex"),
    startedAt: record.startedAt,
    durationMs: Math.round(record.durationMs),
    inputTokens: usage.input,
    outputTokens: usage.output,
    cachedTokens: usage.cached,
    thoughtsTokens: usage.thoughts,
    totalTokens: usage.total,
    costMicroUsd,
    input: clip(record.input, maxChars),
    output: clip(record.output, maxChars),
    error: record.error === null ? null : record.error.slice(0, maxChars),
    llmInfo: clip(
      { ...record.parameters, finish_reason: record.finishReason, operation_id: origin.operationId ?? null },
      maxChars,
    ) as object as Readonly<Record<string, unknown>>,
    metadata: clip(origin.metadata ?? {}, maxChars) as object as Readonly<Record<string, unknown>>,
    forgettings: origin.forgettings ?? null,
  };
}

function withoutBodies(row: LlmRequestRow): LlmRequestRow {
  return { ...row, input: null, output: null, llmInfo: { ...row.llmInfo, bodies_dropped: true } };
}
