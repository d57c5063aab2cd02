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

/** The worker's slots at each scrape, and what waits, runs and has failed, counted every 30 s. */
export function queueMetrics(
  registry: Registry,
  { tenant, slots, backlog, unlearnt = null }: QueueState,
  { includeTenant, bankLabel, log }: QueueMetricsOptions,
): { refresh(): Promise<void> } {
  const registers = [registry];
  const slotGauge = new Gauge({
    name: "hindsight_worker_slots",
    help: "Operations that this process works at once, and works now.",
    labelNames: ["state"],
    registers,
  });
  const scope = [...(includeTenant ? ["tenant"] : []), ...(bankLabel === null ? [] : ["bank_id"])];
  const operations =
    backlog === null
      ? null
      : new Gauge({
          name: "hindsight_async_operations",
          help: "Operations by type and status, as of the last 30 seconds.",
          labelNames: ["operation_type", "status", ...scope],
          registers,
        });
  const gaugeOfFacts = (name: string, help: string) => (unlearnt === null ? null : new Gauge({ name, help, labelNames: scope, registers }));
  const waitingFacts = gaugeOfFacts("hindsight_consolidation_backlog", "Facts that wait to be consolidated, as of the last 30 seconds.");
  const failedFacts = gaugeOfFacts("hindsight_consolidation_failed", "Facts that could not be consolidated, as of the last 30 seconds.");

  const failures = new Counter({
    name: "hindsight_metrics_refresh_failures_total",
    help: "Counts of the queue or of facts that could not be made; what is shown is then older than 30 seconds.",
    labelNames: ["what"],
    registers,
  });

  type Labels = Readonly<Record<string, string>>;
  interface Shown<Row> {
    readonly gauge: Gauge | null;
    value(row: Row): number;
    labels(row: Row): Labels;
  }
  /** Counts anew; a series that has no count any more goes. A count that fails leaves the last one, and is counted and logged itself. */
  async function recount<Row extends { readonly bankId: string }>(
    what: string,
    count: (() => Promise<readonly Row[]>) | null,
    shown: readonly Shown<Row>[],
  ): Promise<void> {
    if (count === null) return;
    try {
      const rows = await withPatience(count());
      for (const { gauge, value, labels } of shown) {
        gauge?.reset();
        for (const row of rows) {
          const scoped = { ...(includeTenant && { tenant }), ...(bankLabel !== null && { bank_id: bankLabel(row.bankId) }) };
          gauge?.inc({ ...labels(row), ...scoped }, value(row)); // adds up what falls under one label
        }
      }
    } catch (error) {
      failures.inc({ what });
      log.warn({ err: error, what }, "the queue could not be counted for the metrics, which show the last count");
    }
  }
  let countedAt = Number.NEGATIVE_INFINITY;
  return {
    async refresh() {
      const { all, inUse } = slots();
      slotGauge.set({ state: "all" }, all);
      slotGauge.set({ state: "in_use" }, inUse);
      if (performance.now() - countedAt < REFRESH_MS) return;
      countedAt = performance.now();
      await recount("facts", unlearnt, [
        { gauge: waitingFacts, value: ({ waiting }) => waiting, labels: () => ({}) },
        { gauge: failedFacts, value: ({ failed }) => failed, labels: () => ({}) },
      ]);
      await recount("operations", backlog, [
        { gauge: operations, value: ({ count }) => count, labels: ({ type, status }) => ({ operation_type: type, status }) },
      ]);
    },
  };
}
