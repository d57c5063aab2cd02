import { resolveBankSettings } from "../../config/index.js";
import type { EngineContext } from "../../context.js";
import { REFRESH_MENTAL_MODEL, type RefreshPayload } from "../../domain/learning.js";
import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { enqueueOnce } from "../../operations/index.js";
import type { Db } from "../../store/db.js";
import { readModelForRefresh } from "../../store/mental-models/read-model-for-refresh.js";
import { automaticRefreshFrom } from "./pace.js";

export interface RefreshRequest {
  /** Asked for by the server itself: it keeps its distance from the last refresh and from failures, and a refresh that runs will do. */
  readonly automatic: boolean;
  /** Rebuild all of it this once. */
  readonly mode?: "full" | undefined;
}

/**
 * Queues a refresh in the caller's transaction; returns its operation, which is the one that waits when there is one. What a caller asks for starts at
 * once, also one that was parked; what the server asks for is parked until it is due. Once the transaction is through the caller wakes the worker.
 * Throws `mental_model_not_found`.
 */
export async function submitRefresh(
  { settings }: Pick<EngineContext, "settings">,
  tx: Db,
  bank: BankScope,
  modelId: string,
  { automatic, mode }: RefreshRequest,
): Promise<string> {
  const model = await readModelForRefresh(tx, bank, modelId);
  if (model === null) throw new HindsightError("mental_model_not_found", `Mental model '${modelId}' not found`);
  const payload: RefreshPayload = { mental_model_id: modelId, automatic, ...(mode === undefined ? {} : { mode }) };
  const inForce = resolveBankSettings(settings.bank, model.bankConfig);
  const { operationId } = await enqueueOnce(tx, bank, {
    type: REFRESH_MENTAL_MODEL,
    subject: modelId,
    documents: [modelId],
    payload: { ...payload },
    resultMetadata: { mental_model_id: modelId },
    fold: (waiting) => ({ ...waiting, ...(automatic ? {} : { automatic: false }), ...(mode === undefined ? {} : { mode }) }),
    joinsRunning: automatic,
    hastens: !automatic,
    notBefore: automatic ? automaticRefreshFrom(model, inForce.mental_model_min_refresh_interval_seconds) : null,
  });
  return operationId;
}
