import type { Logger } from "pino";
import { Counter, Gauge, type Registry } from "prom-client";
import { withPatience } from "./database-metrics.js";

/** What the queue's gauges show. The façade gives it: telemetry asks nobody by itself. */
export interface QueueState {
  readonly tenant: string;
  slots(): { readonly all: number; readonly inUse: number };
  /** Counts of operations; null where they are not wanted. */
  readonly backlog:
    | (() => Promise<readonly { readonly type: string; readonly status: string; readonly bankId: string; readonly count: number }[]>)
    | null;
  /** Counts of facts that wait to be consolidated, and could not be; null or absent where they are not wanted. */
  readonly unlearnt?: (() => Promise<readonly { readonly bankId: string; readonly waiting: number; readonly failed: number }[]>) | null;
}

/** How old the counts may be (the contract's interval). */
const REFRESH_MS = 30_000;

export interface QueueMetricsOptions {
  readonly includeTenant: boolean;
  /** The label of a bank; null where banks are counted together. */
  readonly bankLabel: ((bankId: string) => string) | null;
  readonly log: Pick<Logger, "warn">;
}

export interface QueueMetrics {
  /** Shows a tenant's queue too, until the function that it returns is called. */
  watch(state: QueueState): () => void;
  refresh(): Promise<void>;
}

/** The worker's slots at each scrape, and what waits, runs and has failed, counted every 30 s; of several tenants together, unless they are a label. */
export function queueMetrics(registry: Registry, { includeTenant, bankLabel, log }: QueueMetricsOptions): QueueMetrics {
  const registers = [registry];
  const scope = [...(includeTenant ? ["tenant"] : []), ...(bankLabel === null ? [] : ["bank_id"])];
  const slotGauge = new Gauge({
    name: "hindsight_worker_slots",
    help: "Operations that this process works at once, and works now.",
    labelNames: ["state"],
    registers,
  });
  const failures = new Counter({
    name: "hindsight_metrics_refresh_failures_total",
    help: "Counts of the queue or of facts that could not be made; what is shown is then older than 30 seconds.",
    labelNames: ["what"],
    registers,
  });
  const gaugeOfFacts = (name: string, help: string) => new Gauge({ name, help, labelNames: scope, registers });
  const gauges = once(() => ({
    operations: new Gauge({
      name: "hindsight_async_operations",
      help: "Operations by type and status, as of the last 30 seconds.",
      labelNames: ["operation_type", "status", ...scope],
      registers,
    }),
    waiting: gaugeOfFacts("hindsight_consolidation_backlog", "Facts that wait to be consolidated, as of the last 30 seconds."),
    failed: gaugeOfFacts("hindsight_consolidation_failed", "Facts that could not be consolidated, as of the last 30 seconds."),
  }));
  const watched = new Set<QueueState>();

  type Labels = Readonly<Record<string, string>>;
  interface Shown<Row> {
    readonly gauge: Gauge;
    value(row: Row): number;
    labels(row: Row): Labels;
  }
  /** Counts anew; a series that has no count any more goes. A count that fails leaves the last one, and is counted and logged itself. */
  async function recount<Row extends { readonly bankId: string }>(
    what: string,
    counts: readonly { readonly tenant: string; readonly count: () => Promise<readonly Row[]> }[],
    shown: readonly Shown<Row>[],
  ): Promise<void> {
    try {
      const all = await Promise.all(counts.map(async ({ tenant, count }) => ({ tenant, rows: await withPatience(count()) })));
      for (const { gauge, value, labels } of shown) {
        gauge.reset();
        for (const { tenant, rows } of all) {
          for (const row of rows) {
            const scoped = { ...(includeTenant && { tenant }), ...(bankLabel !== null && { bank_id: bankLabel(row.bankId) }) };
            gauge.inc({ ...labels(row), ...scoped }, value(row)); // adds up what falls under one label
          }
        }
      }
    } catch (error) {
      failures.inc({ what });
      log.warn({ err: error, what }, "the queue could not be counted for the metrics, which show the last count");
    }
  }

  let countedAt = Number.NEGATIVE_INFINITY;
  return {
    watch(state) {
      watched.add(state);
      return () => void watched.delete(state);
    },
    async refresh() {
      const slots = [...watched].map((state) => state.slots());
      slotGauge.set({ state: "all" }, Math.max(0, ...slots.map(({ all }) => all))); // the tenants of a process share them
      slotGauge.set(
        { state: "in_use" },
        slots.reduce((sum, { inUse }) => sum + inUse, 0),
      );
      if (performance.now() - countedAt < REFRESH_MS) return;
      countedAt = performance.now();
      const facts = [...watched].flatMap(({ tenant, unlearnt = null }) => (unlearnt === null ? [] : [{ tenant, count: unlearnt }]));
      const operations = [...watched].flatMap(({ tenant, backlog }) => (backlog === null ? [] : [{ tenant, count: backlog }]));
      if (facts.length > 0) {
        const { waiting, failed } = gauges();
        await recount("facts", facts, [
          { gauge: waiting, value: (row) => row.waiting, labels: () => ({}) },
          { gauge: failed, value: (row) => row.failed, labels: () => ({}) },
        ]);
      }
      if (operations.length > 0) {
        await recount("operations", operations, [
          { gauge: gauges().operations, value: ({ count }) => count, labels: ({ type, status }) => ({ operation_type: type, status }) },
        ]);
      }
    },
  };
}

/** What is made when it is first wanted: a gauge that nobody asked for is not shown. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
