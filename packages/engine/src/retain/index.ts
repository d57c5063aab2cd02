// retain: what happened becomes memories.
// In: a request, an open bank. Out: a receipt that says what was stored, updated, collapsed or removed; nothing else is claimed.
// Stages: guard → defend (what may not be kept) → identify → plan (split, lay out, delta) → read (by a model, what is new) → extract → collapse → place → write → embed behind.
// Durable when it resolves.

import { storeBlobs } from "../attachments/index.js";
import type { RequestContext } from "../context.js";
import type { RetainReceipt, RetainRequest, RetainResult } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { ERRORS, type ErrorCode, HindsightError } from "../errors.js";
import { operationsOf, registerHandler } from "../operations/index.js";
import { addUsage } from "../providers/llm/index.js";
import { type OperationState, operationStates } from "../store/operations/operation-states.js";
import { attachmentLimits } from "./content.js";
import { defend } from "./defend.js";
import { embeddingOf } from "./embed-behind.js";
import { storeVectors } from "./embed-now.js";
import { type GuardedItem, guard, operationIdOf } from "./guard.js";
import { identify, repeatedIds } from "./identify.js";
import type { DocumentDraft } from "./item.js";
import { textNotKept } from "./plan-append.js";
import { openReader } from "./read.js";
import { hasBatches } from "./read-batch.js";
import { addReceipts, openReceiptBook, withBlocked } from "./receipt.js";
import { runQueuedRetain } from "./run-queued.js";
import { readRetainRules, type SettingsOf } from "./settings.js";
import { stage } from "./stage.js";
import { NeedsOperation, storeDocuments } from "./store-documents.js";
import { RETAIN_OPERATION, type SubmitOptions, submit } from "./submit.js";
import { usageOfResult } from "./usage.js";

export { attachmentLimits } from "./content.js";
export { defendAll } from "./defend.js";
export { dryRunExtract } from "./dry-run.js";
export { type EmbeddingOptions, type EmbeddingRuntime, embeddingOf, startEmbedding } from "./embed-behind.js";
export { asksSomething, isReadable } from "./extract.js";
export { guard } from "./guard.js";
export { prepareRetain } from "./prepare.js";
export { draftReading } from "./prompt-draft.js";
export { cancelBatches } from "./read-batch.js";
export { readNames } from "./read-names.js";
export { reprocess } from "./reprocess.js";
export { type Named, resolveEntities } from "./resolve.js";
export { defenseOf } from "./settings.js";

registerHandler(RETAIN_OPERATION, runQueuedRetain);

/** Content up to which a synchronous retain is one transaction, in UTF-16 units (about five hundred memories); more goes through the queue. */
const DIRECT_LENGTH = 50_000;
/** The same where a language model reads all of it, since it makes a few facts of a chunk: the answer is waited for here, with its own error. */
const READ_DIRECT_LENGTH = 300_000;

/** Stores the items of a request. */
export async function retain(ctx: RequestContext, bank: BankScope, request: RetainRequest): Promise<RetainResult> {
  const given = guard(request, ctx.now(), attachmentLimits(ctx.settings));
  const operationId = operationIdOf(request);
  const { settingsOf, defense } = await readRetainRules(ctx, bank);
  const { items, blocked, report } = await defend(ctx, bank, given, defense, ctx.signal);
  const drafts = identify(items);
  requireStoredText(drafts, settingsOf);
  if (request.async !== true && hasBatches(ctx) && items.some((item) => settingsOf(item).distil !== null)) throw needsAsync();
  await storeBlobs(
    ctx,
    bank,
    items.flatMap((item) => item.blobs),
  );
  const unknownStrategies = new Set(
    items.flatMap((item) => (item.strategy !== null && settingsOf(item).isStrategyUnknown === true ? [item.strategy] : [])),
  );
  const base = {
    bankId: bank.bankId,
    itemsCount: given.length,
    async: request.async === true,
    unknownStrategies: [...unknownStrategies],
    defense: report,
  };
  if (request.async === true)
    return { ...base, ...(await queue(ctx, bank, items, settingsOf, { operationId, report })), receipt: null, usage: null };
  // A client's own id makes the call idempotent: the operation keeps the receipt, and a replay reads it there.
  const most = items.every((item) => settingsOf(item).distil !== null) ? READ_DIRECT_LENGTH : DIRECT_LENGTH;
  const isDirect = operationId === null && items.reduce((sum, item) => sum + item.content.length, 0) <= most;
  const now = isDirect ? await storeNow(ctx, bank, drafts, settingsOf).catch(unlessLong) : null;
  const done = now ?? (await storeThroughQueue(ctx, bank, drafts, settingsOf, { operationId, report }));
  return { ...base, operationId: null, operationIds: null, ...done, receipt: withBlocked(done.receipt, blocked) };
}

/** What a synchronous retain did, and what it cost. */
type Done = Required<Pick<RetainResult, "usage">> & { readonly receipt: RetainReceipt };

/** Null for a short text of so many memories that it takes several transactions. */
function unlessLong(error: unknown): null {
  if (error instanceof NeedsOperation) return null;
  throw error;
}

/** One transaction for the whole request, its vectors included as long as they are few. */
async function storeNow(ctx: RequestContext, bank: BankScope, drafts: readonly DocumentDraft[], settingsOf: SettingsOf): Promise<Done> {
  const reader = await openReader(ctx, bank, { operationId: null });
  const { written, waiting, vectors } = await storeDocuments(ctx, bank, drafts, settingsOf, { withVectors: true, reader }).catch(
    (error: unknown) => {
      const wasGone = error instanceof HindsightError && error.code === "bank_not_found";
      throw wasGone && reader.usage().total > 0 ? deletedMeanwhile(bank, error) : error;
    },
  );
  const pending = vectors === null ? waiting.length : await stage(ctx, "embed", () => storeVectors(ctx, bank, waiting, vectors));
  if (pending > 0 || written.some((one) => one.isReworded)) embeddingOf(ctx.db)?.wake();
  else if (waiting.length > 0) embeddingOf(ctx.db)?.stored(bank.key);
  const book = openReceiptBook();
  for (const { receipt } of written) for (const { index, documentId, ...part } of receipt) book.note(index, documentId, part);
  return { receipt: book.close(pending), usage: reader.usage() };
}

/**
 * A long request is queued and waited for, so that a crash in its middle leaves the rest to be done: what was begun is finished, not left half. So is one
 * with an id of the client's, which is then done once. The receipt is the operation's. Throws `operation_not_found` when it was deleted meanwhile,
 * `operation_conflict` when it was cancelled.
 */
async function storeThroughQueue(
  ctx: RequestContext,
  bank: BankScope,
  drafts: readonly DocumentDraft[],
  settingsOf: SettingsOf,
  options: SubmitOptions,
): Promise<Done> {
  const { operationId } = await submit(ctx, bank, drafts, settingsOf, options);
  const states = await endOf(ctx, bank, operationId);
  if (states.length === 0) throw deletedMeanwhile(bank);
  if (states.some((state) => state.status === "cancelled")) {
    throw new HindsightError(
      "operation_conflict",
      `Operation ${operationId} of this retain was cancelled. Retry the operation, or retain again.`,
    );
  }
  const failed = states.find((state) => state.status !== "completed");
  if (failed !== undefined) {
    const message = failed.errorMessage ?? `it is ${failed.status}`;
    throw new HindsightError(codeOf(failed), `The retain did not end well: ${message}. Operation ${operationId} can be retried.`);
  }
  return {
    receipt: states.map((state) => state.resultMetadata.receipt as RetainReceipt).reduce(addReceipts),
    usage: states.map((state) => usageOfResult(state.resultMetadata)).reduce(addUsage),
  };
}

/** Not `bank_not_found`, upon which the façade would make the bank anew and store, and pay for, what was just deleted. */
function deletedMeanwhile(bank: BankScope, cause?: unknown): HindsightError {
  return new HindsightError(
    "operation_not_found",
    `Bank "${bank.bankId}", or the record of this retain's operation in it, was deleted while the retain ran. Retain again if it is still wanted.`,
    { cause },
  );
}

function codeOf({ resultMetadata: { error_code: code } }: OperationState): ErrorCode {
  return typeof code === "string" && code in ERRORS ? (code as ErrorCode) : "internal";
}

/** Waits for an operation and reads how it, or each of its children, ended. */
async function endOf(ctx: RequestContext, bank: BankScope, operationId: string): Promise<readonly OperationState[]> {
  for (;;) {
    await operationsOf(ctx.db)?.ended(bank, operationId, ctx.signal);
    const states = await operationStates(ctx.db, bank, operationId);
    if (states.every((state) => state.status !== "pending" && state.status !== "processing")) return states;
    ctx.signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, OTHER_WORKER_POLL_MS)); // the worker is another process, or this one is stopping
  }
}

const OTHER_WORKER_POLL_MS = 200;

/** One operation for each strategy, in the order in which they first come. */
async function queue(
  ctx: RequestContext,
  bank: BankScope,
  items: readonly GuardedItem[],
  settingsOf: SettingsOf,
  options: SubmitOptions,
): Promise<{ readonly operationId: string; readonly operationIds: readonly string[] | null }> {
  const repeated = repeatedIds(items);
  if (repeated.length > 0) {
    throw new HindsightError(
      "bad_argument",
      `In an asynchronous retain each document_id may come once; repeated: ${repeated.slice(0, 10).join(", ")}. Join the items, or retain synchronously.`,
    );
  }
  const groups = [...new Set(items.map((item) => item.strategy))].map((strategy) => items.filter((item) => item.strategy === strategy));
  if (options.operationId !== null && groups.length > 1) {
    throw new HindsightError(
      "bad_argument",
      "operation_id names one operation, but the items have several strategies. Send one request per strategy.",
    );
  }
  const ids: string[] = [];
  for (const group of groups) ids.push((await submit(ctx, bank, identify(group), settingsOf, options)).operationId);
  return { operationId: ids[0] as string, operationIds: ids.length > 1 ? ids : null };
}

function needsAsync(): HindsightError {
  return new HindsightError(
    "bad_argument",
    "HINDSIGHT_API_RETAIN_BATCH_ENABLED is on: what a language model is to read goes through batches of its provider, which take hours. Send async: true.",
  );
}

function requireStoredText(drafts: readonly DocumentDraft[], settingsOf: SettingsOf): void {
  const appends = drafts.filter((draft) => draft.updateMode === "append");
  if (appends.some((draft) => draft.items.some((item) => !settingsOf(item).storesText))) throw textNotKept();
}
