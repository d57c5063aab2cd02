// The worker of an open engine: its slots by the settings, its numbers in the metrics, and the sweep of old records.

import { hostname } from "node:os";
import { findBankByKey } from "./banks/index.js";
import type { Settings } from "./config/index.js";
import { applyPlan, consolidationHandler, planRestatements, planWithModel } from "./consolidate/index.js";
import type { EngineContext } from "./context.js";
import { CONSOLIDATION, REFRESH_MENTAL_MODEL } from "./domain/learning.js";
import type { TenantScope } from "./domain/scope.js";
import type { WorkWatcher } from "./domain/work-watch.js";
import { HindsightError } from "./errors.js";
import { refreshAfterConsolidation, refreshHandler } from "./models/index.js";
import { type OperationsRuntime, registerHandler, startOperations, startRetention, workWatch } from "./operations/index.js";
import { embeddingOf } from "./retain/index.js";
import { countUnlearnt } from "./store/consolidation/count-unlearnt.js";
import { countBacklog } from "./store/operations/count-backlog.js";
import { inOperation, type Metrics, type Tracing } from "./telemetry/index.js";
import { sweepStaged } from "./transfer/index.js";
import { startUpkeep } from "./upkeep.js";
import { endTeller } from "./webhooks/index.js";

registerHandler(
  CONSOLIDATION,
  consolidationHandler({
    planWithModel,
    planRestatements,
    applyPlan,
    afterDrain: async (ctx, bank, tagSets) => (await refreshAfterConsolidation(ctx, bank, tagSets)).length,
    onWritten: ({ db }) => embeddingOf(db)?.wake(),
  }),
);

registerHandler(REFRESH_MENTAL_MODEL, refreshHandler);

/** Slots that consolidation has for itself unless a setting says otherwise (the contract's default). */
const CONSOLIDATION_SLOTS = 2;

/** How often it is looked for what imports left that broke off. */
const LEFTOVERS_MS = 3_600_000;

/** Who is told what the worker does. */
export interface WorkerWatch {
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Asked anew for each operation: an extension is there a moment after the engine. */
  readonly watcher: () => WorkWatcher | null;
}

/** Starts what works in the background, or, with the worker switched off, what only waits for others' work. `spare`: slots that other tenants leave. */
export function startWorker(
  engine: EngineContext,
  tenant: TenantScope,
  { metrics, tracing, watcher }: WorkerWatch,
  spare: () => number,
): OperationsRuntime {
  const { db, settings } = engine;
  const { slots, reserved } = slotsOf(settings);
  // Lanes of one bank wait for its row with a connection each: more than half of the pool would keep the callers waiting.
  const perBank = db.capabilities.concurrent ? Math.max(1, Math.floor(settings.dbPoolMaxSize / 2)) : null;
  const backoffMs = settings.workerRetryBackoff * 1000;
  const watched = workWatch(tenant, watcher);
  const worker = startOperations(engine, tenant, (key) => findBankByKey(db, tenant, key), {
    slots,
    reserved,
    perBank,
    spare,
    name: settings.workerId === "" ? hostname() : settings.workerId,
    retry: { retries: settings.workerMaxRetries, baseDelayMs: backoffMs / 16, maxDelayMs: backoffMs },
    leaseMs: settings.workerLeaseSeconds * 1000,
    pollMs: settings.workerPollIntervalMs,
    onEnd: watched.onEnd(endTeller(engine)), // the loop looks again when an operation is over
    around: (operation, bank, work) => {
      const { operationId, type, attempts, origin } = operation;
      return inOperation(tracing, { operationId, type, bankId: bank.bankId, attempts, origin }, () =>
        watched.around(operation, bank, work),
      );
    },
    measure: async ({ operation, bank }, work) => {
      await watched.admit(operation, bank);
      return metrics.operation({ operation: operation.type, source: "worker", bankId: bank.bankId, tenant: bank.tenant }, work);
    },
  });
  const retention =
    settings.workerEnabled && settings.operationRetentionDays > 0
      ? startRetention(engine, tenant, {
          days: settings.operationRetentionDays,
          batchSize: settings.operationCleanupBatchSize,
          intervalMs: settings.operationCleanupIntervalSeconds * 1000,
        })
      : null;
  const leftovers = settings.workerEnabled ? startUpkeep(LEFTOVERS_MS, () => sweepStaged(engine, tenant)) : null;
  void leftovers?.run();
  const unwatch = metrics.watchQueue({
    tenant: tenant.tenant,
    slots() {
      const { running } = worker.status();
      return { all: slots, inUse: [...running.values()].reduce((sum, count) => sum + count, 0) };
    },
    backlog: settings.metricsBacklogEnabled ? () => countBacklog(db, tenant, { perBank: settings.metricsIncludeBankId }) : null,
    unlearnt: settings.metricsBacklogEnabled ? () => countUnlearnt(db, tenant, { perBank: settings.metricsIncludeBankId }) : null,
  });
  return {
    ...worker,
    async stop(options) {
      await Promise.all([worker.stop(options), retention?.stop(), leftovers?.stop()]);
      unwatch();
    },
  };
}

/** The slots that the settings give; `configuration_invalid` when the reserved ones leave none for the other types. */
function slotsOf(settings: Settings): { readonly slots: number; readonly reserved: Readonly<Record<string, number>> } {
  if (!settings.workerEnabled) return { slots: 0, reserved: {} };
  const slots = settings.workerMaxSlots;
  const others = {
    retain: settings.workerRetainReservedSlots,
    file_convert_retain: settings.workerFileConvertRetainReservedSlots,
    refresh_mental_model: settings.workerRefreshMentalModelReservedSlots,
    webhook_delivery: settings.workerWebhookDeliveryReservedSlots,
  };
  const sum = Object.values(others).reduce((total, count) => total + count, 0);
  const consolidation = settings.workerConsolidationReservedSlots ?? Math.max(0, Math.min(CONSOLIDATION_SLOTS, slots - 1 - sum));
  const reserved = { consolidation, ...others };
  if (sum + consolidation >= slots && sum + consolidation > 0) {
    const message =
      `The HINDSIGHT_API_WORKER_…_RESERVED_SLOTS add up to ${sum + consolidation}, and HINDSIGHT_API_WORKER_MAX_SLOTS is ${slots}: ` +
      "at least one slot must be left for the other types. Raise it, or reserve fewer.";
    throw new HindsightError("configuration_invalid", message);
  }
  return { slots, reserved };
}
