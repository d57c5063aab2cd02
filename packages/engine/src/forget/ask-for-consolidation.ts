/** Facts that were written or set free are to be consolidated: the one place that asks for it by itself. */

import { randomUUID } from "node:crypto";
import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { queueConsolidation } from "../store/consolidation/queue-consolidation.js";
import type { Db } from "../store/db.js";

/** What decides whether this server consolidates. */
export type Consolidating = Pick<EngineContext, "settings" | "models">;

/** False where nothing would write observations: there is no language model for it, and facts that are said again are not to be gathered either. */
export function canConsolidate({ settings, models }: Consolidating): boolean {
  return models.has("consolidation") || settings.consolidationWithoutLlm !== "off";
}

/**
 * Queues the consolidation of a bank in the caller's transaction, which holds the bank's row and wrote what is to be consolidated. Nothing happens where
 * one waits already, where the bank has switched observations or their forming by themselves off, and where nothing could write them. True when it was
 * queued: then who calls wakes the worker once the transaction is through (`operationsOf(db)?.wake()`).
 */
export async function askForConsolidation(tx: Db, bank: BankScope, engine: Consolidating): Promise<boolean> {
  if (!canConsolidate(engine)) return false;
  const { enable_observations, enable_auto_consolidation } = engine.settings.bank;
  return queueConsolidation(tx, bank, randomUUID(), {
    enableObservations: enable_observations,
    enableAutoConsolidation: enable_auto_consolidation,
  });
}
