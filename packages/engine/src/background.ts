// What works behind an open engine: the worker, the encoder of what waits for its vector, and the upkeep of what was stored.
// In: the parts of one tenant's engine. Out: a handle to wait until there is nothing left to do, and to stop all of it.
// With the worker switched off only the upkeep runs that any process needs of its own.

import { startAnalysisUpkeep } from "./analysis-upkeep.js";
import { startObjectUpkeep } from "./attachments/index.js";
import { findBankByKey } from "./banks/index.js";
import { startConsolidationUpkeep } from "./consolidate/index.js";
import type { EngineContext } from "./context.js";
import type { BankScope, TenantScope } from "./domain/scope.js";
import { startFileUpkeep } from "./files/index.js";
import { startModelSchedules } from "./models/index.js";
import type { OperationsRuntime } from "./operations/index.js";
import { startEmbedding } from "./retain/index.js";
import { listLargeBanks } from "./store/banks/list-large-banks.js";
import { INDEX_FROM_VECTORS } from "./store/vectors/vector-index.js";
import { vectorUpkeep } from "./vector-upkeep.js";
import { counters } from "./verbs.js";
import { startWorker, type WorkerWatch } from "./worker.js";

export interface Background {
  readonly worker: OperationsRuntime;
  /** Resolves when no operation is at work or due, no memory waits for its vector, banks that outgrew the scan have their index, and all texts are read by this analysis. */
  idle(signal: AbortSignal | undefined): Promise<void>;
  /** Puts back what the worker has not ended after `drainMs`. */
  stop(drainMs: number): Promise<void>;
}

/** `spare`: the slots that the workers of other tenants leave. */
export function startBackground(
  parts: EngineContext,
  tenant: TenantScope,
  { metrics, tracing, watcher, spare }: WorkerWatch & { readonly spare: () => number },
): Background {
  const { db, settings } = parts;
  const openBank = (key: number): Promise<BankScope | null> => findBankByKey(db, tenant, key);
  const worker = startWorker({ ...parts, ...counters(metrics) }, tenant, { metrics, tracing, watcher }, spare);
  const largeBanks = () => listLargeBanks(db, tenant, INDEX_FROM_VECTORS);
  const indexes = vectorUpkeep(parts, openBank, settings.workerEnabled ? largeBanks : null);
  const embedding = settings.workerEnabled ? startEmbedding(parts, tenant, { onStored: indexes.note, openBank }) : null;
  const analysis = settings.workerEnabled ? startAnalysisUpkeep(parts, tenant, openBank) : null;
  const objects = startObjectUpkeep(parts, tenant, openBank);
  const files = settings.workerEnabled ? startFileUpkeep(parts, openBank) : null;
  const consolidation = settings.workerEnabled ? startConsolidationUpkeep(parts, tenant, openBank) : null;
  const schedules = settings.workerEnabled ? startModelSchedules(parts, tenant, openBank) : null;
  return {
    worker,
    async idle(signal) {
      await worker.idle(signal);
      await embedding?.idle(signal); // after the worker, whose work brings more to embed
      await indexes.run();
      await analysis?.run();
    },
    async stop(drainMs) {
      await worker.stop({ drainMs });
      await embedding?.stop();
      await indexes.stop();
      await analysis?.stop();
      await objects.stop();
      await files?.stop();
      await schedules?.stop();
      await consolidation?.stop();
    },
  };
}
