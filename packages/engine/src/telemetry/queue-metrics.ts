import { Gauge, type Registry } from "prom-client";
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

/** The worker's slots at each scrape, and what waits, runs and has failed, counted every 30 s. */
export function queueMetrics(
  registry: Registry,
  { tenant, slots, backlog, unlearnt = null }: QueueState,
  { includeBankId, includeTenant }: { readonly includeBankId: boolean; readonly includeTenant: boolean },
): { refresh(): Promise<void> } {
  const registers = [registry];
  const slotGauge = new Gauge({
    name: "hindsight_worker_slots",
    help: "Operations that this process works at once, and works now.",
    labelNames: ["state"],
    registers,
  });
  const scope = [...(includeTenant ? ["tenant"] : []), ...(includeBankId ? ["bank_id"] : [])];
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

  type Labels = Readonly<Record<string, string>>;
  /** Counts anew. While the database is silent, which its own metrics say, the last counts stay; a series that has no count any more goes. */
  async function recount<Row extends { readonly bankId: string }>(
    count: (() => Promise<readonly Row[]>) | null,
    gauges: readonly (Gauge | null)[],
    set: (row: Row, labels: Labels) => void,
  ): Promise<void> {
    const rows = count === null ? null : await withPatience(count()).catch(() => null);
    if (rows === null) return;
    for (const gauge of gauges) gauge?.reset();
    for (const row of rows) set(row, { ...(includeTenant && { tenant }), ...(includeBankId && { bank_id: row.bankId }) });
  }
  let countedAt = Number.NEGATIVE_INFINITY;
  return {
    async refresh() {
      const { all, inUse } = slots();
      slotGauge.set({ state: "all" }, all);
      slotGauge.set({ state: "in_use" }, inUse);
      if (performance.now() - countedAt < REFRESH_MS) return;
      countedAt = performance.now();
      await recount(unlearnt, [waitingFacts, failedFacts], ({ waiting, failed }, labels) => {
        waitingFacts?.set(labels, waiting);
        failedFacts?.set(labels, failed);
      });
      await recount(backlog, [operations], ({ type, status, count }, labels) => {
        operations?.set({ operation_type: type, status, ...labels }, count);
      });
    },
  };
}
