import type { Logger } from "pino";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Settings } from "../config/index.js";
import { HindsightError } from "../errors.js";
import type { HotCounts } from "../hot/index.js";
import type { CircuitState } from "../providers/rerank/provider.js";
import type { DatabaseHealth } from "../store/db.js";
import { type AuditMetrics, auditMetrics } from "./audit-metrics.js";
import { firstOnes, MOST_BANKS, sizeLabel } from "./bounds.js";
import { databaseMetrics } from "./database-metrics.js";
import { eventLoopMetrics, type LoopSettings } from "./event-loop-metrics.js";
import { type ExtensionMetrics, extensionMetrics } from "./extension-metrics.js";
import { hotBankMetrics } from "./hot-bank-metrics.js";
import { type LlmMetrics, llmMetrics } from "./llm-metrics.js";
import { processMetrics } from "./process-metrics.js";
import { type QueueMetrics, type QueueState, queueMetrics } from "./queue-metrics.js";
import { type RerankMetrics, rerankMetrics } from "./rerank-metrics.js";

/** What an operation is counted under, beside its outcome. */
export interface OperationLabels {
  /** `retain`, `recall`, or the type of a job. */
  readonly operation: string;
  readonly source: "api" | "reflect" | "worker" | "internal";
  readonly bankId: string;
  readonly tenant: string;
  readonly budget?: string | undefined;
  readonly maxTokens?: number | undefined;
}

export interface Metrics extends LlmMetrics, AuditMetrics, ExtensionMetrics, RerankMetrics {
  /** Runs an operation and counts it with its time and outcome; one that its caller gave up is not counted. */
  operation<T>(labels: OperationLabels, work: () => Promise<T>): Promise<T>;
  /** `isInner` for what lies inside a stage of recall; the stages alone add up to the whole. */
  stage(of: "retain" | "recall", stage: string, milliseconds: number, isInner?: boolean): void;
  /** Counts documents of a retain by whether any memory came of them. */
  documents(labels: Pick<OperationLabels, "tenant" | "bankId">, withFacts: number, withoutFacts: number): void;
  /** Notes the wait of one piece of work for its connection to the database. */
  acquired(milliseconds: number): void;
  /** Counts spans that could not be sent. */
  spansLost(count: number): void;
  /** Counts failed tries to consolidate a batch of facts. */
  batchFailure(failureClass: string, errorType: string): void;
  /** Shows the queue and the worker's slots of a tenant from now on, until the function that it returns is called. */
  watchQueue(state: QueueState): () => void;
  text(): Promise<string>;
  close(): void;
}

export interface MetricsOptions {
  readonly settings: Pick<Settings, "metricsIncludeBankId" | "metricsIncludeTenant" | "recallDiagnosticPhases"> &
    LoopSettings &
    LabelSettings;
  /** Asked at each scrape. */
  readonly hot?: () => HotCounts;
  /** Asked at each scrape. */
  readonly health: () => Promise<DatabaseHealth>;
  /** Of the reranker; asked at each scrape. Null, or absent, where there is none. */
  readonly circuit?: () => CircuitState | null;
  readonly log: Pick<Logger, "debug" | "info" | "warn">;
}

export type LabelSettings = Pick<Settings, "metricsWorkerLabel">;

/** The labels that the reference's exporter puts on each of its series; dashboards may select by them. */
const SCOPE_LABELS = Object.freeze({ otel_scope_name: "hindsight", otel_scope_schema_url: "", otel_scope_version: "" });

/** What the reference calls the process that answers, where the setting asks for it: several share its port. A server is one process here. */
function processLabels({ metricsWorkerLabel }: LabelSettings): Readonly<Record<string, string>> {
  return metricsWorkerLabel ? { api_worker: "0" } : {};
}

/** The labels of every series of ours. */
export function commonLabels(settings: LabelSettings): Readonly<Record<string, string>> {
  return { ...SCOPE_LABELS, ...processLabels(settings) };
}

/** Bounds of histogram A and D of the contract, in seconds. */
const OPERATION_SECONDS = [0.1, 0.25, 0.5, 0.75, 1, 2, 3, 5, 7.5, 10, 15, 20, 30, 60, 120];
const STAGE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 10];

/** The contract's metrics (ops.md §5) of the parts that exist. Labels without a meaning for a series are empty. */
export function createMetrics({ settings, hot, health, circuit = () => null, log }: MetricsOptions): Metrics {
  const { metricsIncludeBankId: includeBankId, metricsIncludeTenant: includeTenant } = settings;
  const registry = new Registry();
  registry.setDefaultLabels(commonLabels(settings));
  const runtime = new Registry();
  runtime.setDefaultLabels(processLabels(settings));
  const registers = [registry];
  const scope = [...(includeTenant ? ["tenant"] : []), ...(includeBankId ? ["bank_id"] : [])];
  const bankLabel = firstOnes(MOST_BANKS);
  const scoped = ({ tenant, bankId }: Pick<OperationLabels, "tenant" | "bankId">) => ({
    ...(includeTenant && { tenant }),
    ...(includeBankId && { bank_id: bankLabel(bankId) }),
  });
  const operationLabels = ["operation", "source", "success", "budget", "max_tokens", ...scope];

  const operations = new Counter({
    name: "hindsight_operation_operations_total",
    help: "Operations by outcome.",
    labelNames: operationLabels,
    registers,
  });
  const durations = new Histogram({
    name: "hindsight_operation_duration_seconds",
    help: "Time of operations.",
    labelNames: operationLabels,
    buckets: OPERATION_SECONDS,
    registers,
  });
  const recallStages = new Histogram({
    name: "hindsight_recall_phase_duration_seconds",
    help: "Time of the stages of recall.",
    labelNames: ["phase", "diagnostic"],
    buckets: STAGE_SECONDS,
    registers,
  });
  const retainStages = new Histogram({
    name: "hindsight_retain_phase_duration_seconds",
    help: "Time of the stages of retain.",
    labelNames: ["phase", "store"],
    buckets: STAGE_SECONDS,
    registers,
  });
  const retainCalls = new Counter({
    name: "hindsight_retain_phase_calls_total",
    help: "Runs of the stages of retain.",
    labelNames: ["phase", "store"],
    registers,
  });
  const documents = new Counter({
    name: "hindsight_retain_documents_total",
    help: "Retained documents by whether any memory came of them.",
    labelNames: ["outcome", ...scope],
    registers,
  });
  const batchFailures = new Counter({
    name: "hindsight_consolidation_batch_failures_total",
    help: "Failed tries to consolidate a batch of facts.",
    labelNames: ["failure_class", "error_type"],
    registers,
  });
  const lostSpans = new Counter({ name: "hindsight_trace_spans_lost_total", help: "Spans that could not be sent.", registers });
  new Gauge({ name: "target_info", help: "What serves these metrics.", labelNames: ["service_name"], registers: [runtime] }).set(
    { service_name: "hindsight" },
    1,
  );
  collectDefaultMetrics({ register: runtime });
  processMetrics(registry);
  const eventLoop = eventLoopMetrics(registry, settings, log);
  const database = databaseMetrics(registry, health, log);
  if (hot !== undefined) hotBankMetrics(registry, hot);
  let queue: QueueMetrics | null = null;

  return {
    ...llmMetrics(registry, includeTenant),
    ...auditMetrics(registry),
    ...extensionMetrics(registry),
    ...rerankMetrics(registry, circuit),
    async operation(labels, work) {
      const start = performance.now();
      const count = (success: boolean): void => {
        const named = {
          operation: labels.operation,
          source: labels.source,
          success: String(success),
          budget: labels.budget ?? "",
          max_tokens: labels.maxTokens === undefined ? "" : sizeLabel(labels.maxTokens),
          ...scoped(labels),
        };
        operations.inc(named);
        durations.observe(named, (performance.now() - start) / 1000);
      };
      try {
        const result = await work();
        count(true);
        return result;
      } catch (error) {
        if (!isCancelled(error)) count(false);
        throw error;
      }
    },
    stage(of, phase, milliseconds, isInner = false) {
      if (of === "recall") {
        if (!isInner || settings.recallDiagnosticPhases) recallStages.observe({ phase, diagnostic: String(isInner) }, milliseconds / 1000);
        return;
      }
      retainCalls.inc({ phase, store: "postgresql" });
      retainStages.observe({ phase, store: "postgresql" }, milliseconds / 1000);
    },
    documents(labels, withFacts, withoutFacts) {
      if (withFacts > 0) documents.inc({ outcome: "facts", ...scoped(labels) }, withFacts);
      if (withoutFacts > 0) documents.inc({ outcome: "no_facts", ...scoped(labels) }, withoutFacts);
    },
    acquired: database.acquired,
    spansLost: (count) => lostSpans.inc(count),
    batchFailure: (failureClass, errorType) => batchFailures.inc({ failure_class: failureClass, error_type: errorType }),
    watchQueue(state) {
      queue ??= queueMetrics(registry, { includeTenant, bankLabel: includeBankId ? bankLabel : null, log });
      return queue.watch(state);
    },
    async text() {
      await Promise.all([database.refresh(), queue?.refresh()]);
      const texts = await Promise.all([registry.metrics(), runtime.metrics()]);
      return texts.join("\n\n");
    },
    close() {
      eventLoop.stop();
      registry.clear();
      runtime.clear();
    },
  };
}

function isCancelled(error: unknown): boolean {
  return (error instanceof HindsightError && error.code === "request_cancelled") || (error instanceof Error && error.name === "AbortError");
}
