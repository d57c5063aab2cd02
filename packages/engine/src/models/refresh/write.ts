/** The transactions of a refresh: what it came to, or that it failed. */

import type { RequestContext } from "../../context.js";
import type { RefreshFailure, RefreshOutcome } from "../../domain/mental-models.js";
import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import type { OperationWork } from "../../operations/index.js";
import { lockBank } from "../../store/banks/lock-bank.js";
import type { Db } from "../../store/db.js";
import type { ModelForRefresh } from "../../store/mental-models/read-model-for-refresh.js";
import { addModelHistory } from "../../store/model-refresh/add-model-history.js";
import { failRefresh } from "../../store/model-refresh/fail-refresh.js";
import { findChangedMemories } from "../../store/model-refresh/find-changed-memories.js";
import { findChangedModels } from "../../store/model-refresh/find-changed-models.js";
import { finishRefresh } from "../../store/model-refresh/finish-refresh.js";
import { replaceModelSources } from "../../store/model-refresh/replace-model-sources.js";
import { indexModel, indexOf, putIndex } from "../search/index-model.js";
import { saysSomething } from "./baseline.js";
import type { Draft } from "./draft.js";
import { reflectResponse, resultOf } from "./told.js";

/**
 * Writes a draft with what finds it, and ends its operation: who waited for the operation finds the new text. False when it may not be written: a memory
 * or another model that was read has been deleted or says something else, or the model asks something else or looks elsewhere by now. Under the bank's lock, so that no deletion
 * comes between the look and the write.
 */
export async function writeDraft(ctx: RequestContext, bank: BankScope, draft: Draft, work: OperationWork): Promise<boolean> {
  const { model, content, document, sources, baseline, scope } = draft;
  const index = content === model.content ? null : await indexOf(ctx, bank, { name: model.name, content });
  let isFound = true;
  const isWritten = await ctx.db.transaction(async (tx) => {
    if (!(await lockBank(tx, bank))) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
    if (await hasReadWhatChanged(tx, bank, draft)) return false;
    const isFinished = await finishRefresh(tx, bank, model.id, {
      before: model,
      content,
      structure: document,
      reflectResponse: reflectResponse(draft),
      isFull: baseline.effective === "full",
      watermark: scope.watermark,
    });
    if (!isFinished) return false;
    if (index !== null) isFound = await putIndex(tx, bank, model.id, index);
    await replaceModelSources(tx, bank, model.id, sources);
    if (content !== model.content && saysSomething(model.content) && ctx.settings.enableMentalModelHistory) {
      const previous = draft.isTainted
        ? { previousContent: null, previousReflectResponse: null }
        : { previousContent: model.content, previousReflectResponse: shortened(model) };
      const entry = { kind: "refresh", outcome: draft.outcome, failureReason: null, errorMessage: null, ...previous } as const;
      await addModelHistory(tx, bank, model.id, entry, ctx.settings.mentalModelHistoryMaxEntries);
    }
    await work.complete(tx, { ...resultOf(draft), retracted: draft.retraction?.gone.length ?? 0 });
    return true;
  });
  if (!isFound) await indexModel(ctx, bank, model.id); // it was renamed meanwhile
  return isWritten;
}

/** Whether a memory, or another model, that the draft was written from is gone or says something else by now: its words must not be written. */
async function hasReadWhatChanged(tx: Db, bank: BankScope, { reflection }: Draft): Promise<boolean> {
  const { memories, models } = reflection?.retrieved ?? { memories: [], models: [] };
  const read = memories.map(({ id, text }) => ({ memoryId: id, text }));
  return (await findChangedMemories(tx, bank, read)).length + (await findChangedModels(tx, bank, models)).length > 0;
}

/** Of an earlier response what a reader of the history needs: on what it stood. Whole ones made histories of megabytes in the reference. */
function shortened({ reflectResponse: response }: ModelForRefresh): Readonly<Record<string, unknown>> | null {
  if (response === null) return null;
  const { based_on, trace } = response;
  return { based_on: based_on ?? null, ...(trace === undefined ? {} : { trace }) };
}

export interface Failure {
  readonly outcome: RefreshOutcome;
  readonly reason: RefreshFailure;
  readonly message: string;
}

/** Notes a failure. Content, watermark and the time of the last good refresh stay. */
export function noteFailure(
  ctx: RequestContext,
  bank: BankScope,
  model: ModelForRefresh,
  work: OperationWork,
  failure: Failure,
): Promise<void> {
  const { outcome, reason, message } = failure;
  return ctx.db.transaction(async (tx) => {
    if (!(await failRefresh(tx, bank, model.id, { outcome, refresh_skipped: reason }))) return;
    const entry = {
      kind: "failure",
      outcome,
      failureReason: reason,
      errorMessage: message,
      previousContent: null,
      previousReflectResponse: null,
    } as const;
    await addModelHistory(tx, bank, model.id, entry, ctx.settings.mentalModelHistoryMaxEntries);
    await work.note(tx, { mental_model_id: model.id, outcome, failure_reason: reason });
  });
}
