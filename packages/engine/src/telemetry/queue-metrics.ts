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

  async function refreshFacts(): Promise<void> {
    if (unlearnt === null || waitingFacts === null || failedFacts === null) return;
    const counts = await withPatience(unlearnt()).catch(() => null); // as below
    if (counts === null) return;
    waitingFacts.reset();
    failedFacts.reset();
    for (const { bankId, waiting, failed } of counts) {
      const labels = { ...(includeTenant && { tenant }), ...(includeBankId && { bank_id: bankId }) };
      waitingFacts.set(labels, waiting);
      failedFacts.set(labels, failed);
    }
  }
  let countedAt = Number.NEGATIVE_INFINITY;
  return {
    async refresh() {
      const { all, inUse } = slots();
      slotGauge.set({ state: "all" }, all);
      slotGauge.set({ state: "in_use" }, inUse);
      if (backlog === null || operations === null || performance.now() - countedAt < REFRESH_MS) return;
      countedAt = performance.now();
      await refreshFacts();
      const counts = await withPatience(backlog()).catch(() => null); // the database is silent, which its own metrics say: the last counts stay
      if (counts === null) return;
      operations.reset(); // a series whose last operation is gone goes with it
      for (const { type, status, bankId, count } of counts) {
        operations.set(
          { operation_type: type, status, ...(includeTenant && { tenant }), ...(includeBankId && { bank_id: bankId }) },
          count,
        );
      }
    },
  };
}
