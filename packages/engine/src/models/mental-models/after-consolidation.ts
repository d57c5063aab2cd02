import type { EngineContext } from "../../context.js";
import { reachesUntagged } from "../../domain/model-scope.js";
import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { operationsOf } from "../../operations/index.js";
import type { Db } from "../../store/db.js";
import { listRefreshingModels, type RefreshingModel } from "../../store/mental-models/list-refreshing-models.js";
import { submitRefresh } from "./submit.js";

/**
 * Queues refreshes of the models that follow consolidations, once the last round is through: those which are stale and whose scope the tag sets of the
 * consolidated facts may have met. Returns the ids of their operations. A model that is deleted meanwhile is passed over.
 */
export async function refreshAfterConsolidation(
  ctx: Pick<EngineContext, "db" | "settings">,
  bank: BankScope,
  tagSets: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const touched = new Set(tagSets.flat());
  const models = await listRefreshingModels(ctx.db, bank);
  return queueRefreshes(
    ctx,
    bank,
    models.filter((model) => follows(model, touched)).map((model) => ({ model })),
  );
}

function follows(model: RefreshingModel, touched: ReadonlySet<string>): boolean {
  if (!model.trigger.refreshAfterConsolidation || !model.staleness.isStale) return false;
  return reachesUntagged(model) || model.tags.some((tag) => touched.has(tag));
}

/** One short transaction for each: a bank with many models keeps its row from writers no longer than one of them takes. */
export async function queueRefreshes(
  ctx: Pick<EngineContext, "db" | "settings">,
  bank: BankScope,
  wanted: readonly { readonly model: Pick<RefreshingModel, "id">; readonly mode?: "full" | undefined }[],
): Promise<readonly string[]> {
  const operations: string[] = [];
  for (const { model, mode } of wanted) {
    const operationId = await ctx.db.transaction((tx) => submitIfThere(ctx, tx, bank, model.id, mode));
    if (operationId !== null) operations.push(operationId);
  }
  if (operations.length > 0) operationsOf(ctx.db)?.wake();
  return operations;
}

async function submitIfThere(
  ctx: Pick<EngineContext, "settings">,
  tx: Db,
  bank: BankScope,
  id: string,
  mode: "full" | undefined,
): Promise<string | null> {
  try {
    return await submitRefresh(ctx, tx, bank, id, { automatic: true, mode });
  } catch (error) {
    if (error instanceof HindsightError && (error.code === "mental_model_not_found" || error.code === "bank_not_found")) return null;
    throw error;
  }
}
