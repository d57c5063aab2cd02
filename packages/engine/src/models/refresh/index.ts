// refresh: a mental model is written anew, whole or in the parts that newer memories touch.
// In: a queued refresh. Out: its content, what it stands on and how far it has looked; or a failure that leaves all of that as it was.
// Models are asked first, with no connection held; then one transaction looks again at what was read, and writes.

import type { RequestContext } from "../../context.js";
import { CONSOLIDATION, type RefreshPayload } from "../../domain/learning.js";
import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import type { OperationHandler, OperationWork } from "../../operations/index.js";
import { countForgettings } from "../../store/forgetting/count-forgettings.js";
import { type ModelForRefresh, readModelForRefresh } from "../../store/mental-models/read-model-for-refresh.js";
import { listModelSources, type StoredSource } from "../../store/model-refresh/list-model-sources.js";
import { findWaitingOperations } from "../../store/operations/find-waiting-operations.js";
import { deferUntilDue } from "../mental-models/index.js";
import { type Draft, type DraftRequest, draftRefresh } from "./draft.js";
import { noteFailure, writeDraft } from "./write.js";

export { dryRunRefresh } from "./dry-run.js";

/** Times that a refresh is made anew because its memories, or what the model asks and looks at, changed under it. */
const MOST_REDONE = 3;

/** Does a queued refresh. What fails is noted at the model and, where a repeat may help, tried again by the queue. */
export const refreshHandler: OperationHandler = async (ctx, bank, work) => {
  const { mental_model_id: id, automatic, mode = null } = work.payload as unknown as RefreshPayload;
  for (let redone = 0; ; redone += 1) {
    const model = await readModelForRefresh(ctx.db, bank, id);
    if (model === null) return { mental_model_id: id, status: "mental_model_not_found" };
    deferUntilDue(ctx, model, automatic);
    const forgettings = await countForgettings(ctx.db, bank);
    const stored = await listModelSources(ctx.db, bank, [id]);
    await deferToConsolidation(ctx, bank, stored);
    await work.progress({ stage: "refreshing", at: ctx.now().toISOString() });
    const draft = await drafted(ctx, bank, model, work, { stored, forgettings, once: mode });
    if (await writeDraft(ctx, bank, draft, work)) return undefined;
    if (redone === MOST_REDONE) throw await alwaysChanged(ctx, bank, model, work);
  }
};

/** A failure like others: it is noted, so that what the server asks for keeps its distance. */
async function alwaysChanged(ctx: RequestContext, bank: BankScope, model: ModelForRefresh, work: OperationWork): Promise<HindsightError> {
  const message = `Mental model '${model.id}' or its memories changed each time it was refreshed; it is tried again.`;
  await noteFailure(ctx, bank, model, work, { outcome: "refresh_failed_error", reason: "memories_changed", message });
  return new HindsightError("refresh_failed", message);
}

/** The draft; a failure is noted before it is thrown. */
async function drafted(
  ctx: RequestContext,
  bank: BankScope,
  model: ModelForRefresh,
  work: OperationWork,
  begin: Pick<DraftRequest, "stored" | "forgettings" | "once">,
): Promise<Draft> {
  const asked = { ...begin, work: { operation: "refresh_mental_model", operationId: work.operationId } } as const;
  const draft = await draftRefresh(ctx, bank, model, asked).catch(async (error: unknown) => {
    if (!ctx.signal.aborted && !isNoFault(error)) {
      const message = error instanceof Error ? error.message : String(error);
      const reason = error instanceof HindsightError && error.code.startsWith("llm_") ? "no_answer" : "unexpected_error";
      await noteFailure(ctx, bank, model, work, { outcome: "refresh_failed_error", reason, message });
    }
    throw error;
  });
  if (draft.failure === null) return draft;
  await noteFailure(ctx, bank, model, work, { outcome: draft.outcome, ...draft.failure });
  throw new HindsightError("refresh_failed", draft.failure.message);
}

/** What says nothing of the model: it was stopped, or it has to wait for a limit. */
function isNoFault(error: unknown): boolean {
  return error instanceof HindsightError && NO_FAULTS.has(error.code);
}

const NO_FAULTS: ReadonlySet<string> = new Set(["request_cancelled", "spend_limit_reached", "at_capacity", "bank_not_found"]);

/** How long a refresh that has to unsay something waits for a consolidation that is about to run: ids change while a document is read anew. */
const CONSOLIDATION_PAUSE_MS = 2_000;

async function deferToConsolidation(ctx: RequestContext, bank: BankScope, sources: readonly StoredSource[]): Promise<void> {
  if (sources.every(({ isThere }) => isThere)) return;
  const waiting = await findWaitingOperations(ctx.db, bank, CONSOLIDATION, "");
  if (waiting.every(({ isParked }) => isParked)) return; // an outage may last for hours; what is deleted is unsaid all the same
  throw new HindsightError("refresh_failed", "It waits for the consolidation that is about to run.", {
    details: { retryAt: new Date(ctx.now().getTime() + CONSOLIDATION_PAUSE_MS) },
  });
}
