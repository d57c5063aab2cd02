import { Counter, Histogram, type Registry } from "prom-client";
import type { CallRecord } from "../providers/llm/index.js";
import { scopeOf } from "./llm-scope.js";

export interface LlmMetrics {
  /** Counts one attempt; `costMicroUsd` is null for a model without a price. */
  llmCall(record: CallRecord, costMicroUsd: number | null): void;
  /** Counts a call that a limit forbade. */
  spendRefusal(level: string, unit: string, window: string): void;
  /** Counts what the trace had no room for, or could not write. */
  llmTraceDropped(what: "bodies" | "calls", count: number): void;
}

/** Bounds of histogram B of the contract, in seconds. */
const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 15, 30, 60, 120];

/** The contract's buckets of tokens per call, by their upper ends. */
const TOKEN_BUCKETS: readonly (readonly [number, string])[] = [
  [100, "0-100"],
  [500, "100-500"],
  [1_000, "500-1k"],
  [5_000, "1k-5k"],
  [10_000, "5k-10k"],
  [50_000, "10k-50k"],
];

export function tokenBucket(tokens: number): string {
  return TOKEN_BUCKETS.find(([most]) => tokens < most)?.[1] ?? "50k+";
}

/** The contract's metrics of model calls (ops.md §5), and ours of cost, refusals and what the trace dropped. */
export function llmMetrics(registry: Registry, includeTenant: boolean): LlmMetrics {
  const registers = [registry];
  const tenant = includeTenant ? ["tenant"] : [];
  const labelNames = ["provider", "model", "scope", "success", ...tenant];
  const durations = new Histogram({
    name: "hindsight_llm_duration_seconds",
    help: "Time of attempts at model calls.",
    labelNames,
    buckets: CALL_SECONDS,
    registers,
  });
  const calls = new Counter({ name: "hindsight_llm_calls_total", help: "Attempts at model calls by outcome.", labelNames, registers });
  const tokens = (kind: string, help: string) =>
    new Counter({
      name: `hindsight_llm_tokens_${kind}_tokens_total`,
      help,
      labelNames: [...labelNames, "token_bucket"],
      registers,
    });
  const input = tokens("input", "Tokens sent to models, cached ones too.");
  const output = tokens("output", "Tokens that models answered with.");
  const cached = tokens("cached_input", "Sent tokens that the provider had in its cache.");
  const thoughts = tokens("thoughts", "Tokens of reasoning that is not shown.");
  const cost = new Counter({
    name: "hindsight_llm_cost_usd_total",
    help: "Cost of model calls by the price table, in US dollars.",
    labelNames: ["provider", "model", "scope", ...tenant],
    registers,
  });
  const unpriced = new Counter({
    name: "hindsight_llm_unpriced_calls_total",
    help: "Attempts at models whose price is not known; HINDSIGHT_API_LLM_PRICES gives one.",
    labelNames: ["provider", "model"],
    registers,
  });
  const refusals = new Counter({
    name: "hindsight_llm_spend_refusals_total",
    help: "Model calls that a spend limit forbade.",
    labelNames: ["level", "unit", "window"],
    registers,
  });
  const dropped = new Counter({
    name: "hindsight_llm_trace_dropped_total",
    help: "Model calls that the trace kept without their texts (bodies) or not at all (calls).",
    labelNames: ["what"],
    registers,
  });

  return {
    llmCall(record, costMicroUsd) {
      const { provider, model, origin, usage } = record;
      const named = {
        provider,
        model,
        scope: scopeOf(origin, record.purpose),
        ...(includeTenant && { tenant: origin.bank?.tenant ?? "" }),
      };
      const labels = { ...named, success: String(record.status === "success") };
      durations.observe(labels, record.durationMs / 1000);
      calls.inc(labels);
      for (const [counter, count] of [
        [input, usage.input],
        [output, usage.output],
        [cached, usage.cached],
        [thoughts, usage.thoughts],
      ] as const) {
        if (count > 0) counter.inc({ ...labels, token_bucket: tokenBucket(count) }, count);
      }
      if (costMicroUsd === null) unpriced.inc({ provider, model });
      else if (costMicroUsd > 0) cost.inc(named, costMicroUsd / 1e6);
    },
    spendRefusal: (level, unit, window) => refusals.inc({ level, unit, window }),
    llmTraceDropped: (what, count) => dropped.inc({ what }, count),
  };
}
