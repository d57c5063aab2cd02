import { randomUUID } from "node:crypto";
import type { EngineContext, RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { OperationWork } from "../operations/index.js";
import type { BatchReply, ModelBatches, Ticket, WrittenBatch } from "../providers/llm/index.js";
import { operationStates } from "../store/operations/operation-states.js";
import { type BatchNote, elsewhere, later, ticketOf, wordsOf } from "./batch-note.js";
import { HalfWritten, StalePlan } from "./document-plan.js";
import type { DocumentDraft } from "./item.js";
import { planDocuments, unreadOf } from "./plan.js";
import { type Reader, sideBySide, type UnreadChunk } from "./read.js";
import type { SettingsOf } from "./settings.js";

interface Plan {
  /** The operation's place in the order of submission. */
  readonly sequence: number;
  /** Documents that are not stored yet. */
  readonly drafts: readonly DocumentDraft[];
  readonly settingsOf: SettingsOf;
}

/** Batches that one operation may have made for it, where each is cancelled at the provider. Then its chunks are read one by one. */
const MOST_ROUNDS = 3;
/** Providers end a batch themselves at the end of their day: their end, with the replies that there are, comes before ours. */
const OUR_END = 1.02;
const GROUP_DOCUMENTS = 100;

/** Whether what a model has to read goes through batches: they are switched on, and a model of retain has them. */
export function hasBatches(ctx: Pick<EngineContext, "settings" | "models">): boolean {
  return ctx.settings.retainBatchEnabled && ctx.models.batches("retain") !== null;
}

/**
 * Has all that a queued retain must read read by one batch of the provider, and keeps what it found. Resolves when nothing is to be waited for, to the
 * number of chunks that the batch did not read: they are left unread, for calls of their own.
 *
 * As long as the batch is under way this throws an error with `retryAt`: the operation holds no slot and uses up no try, and whoever takes it up then,
 * this process or another, looks at the same batch. What is about to be submitted is noted before it is: after a crash in between, the batch is
 * looked for first. Throws `batch_failed` when the provider refuses it, or it takes too long.
 */
export async function readByBatch(ctx: RequestContext, bank: BankScope, work: OperationWork, reader: Reader, plan: Plan): Promise<number> {
  let note = (work.resultMetadata.batch as BatchNote | undefined) ?? null;

  async function keep(next: BatchNote): Promise<BatchNote> {
    const progress = { stage: "batch", at: ctx.now().toISOString(), total: next.requests };
    const result = { batch: next, extraction_errors_count: next.errors };
    await ctx.db.transaction((tx) => work.checkpoint(tx, progress, result));
    note = next;
    return next;
  }

  /** Writes the lines; null when there is nothing to read. */
  async function write(batches: ModelBatches): Promise<WrittenBatch | null> {
    const written = await batches.write(requests(reader, await unreadChunks(ctx, bank, work, reader, plan)));
    return written.lines.length === 0 ? null : written;
  }

  /** False: there is nothing to read. */
  async function begin(): Promise<boolean> {
    const batches = ctx.settings.retainBatchEnabled ? ctx.models.batches("retain") : null;
    const written = batches === null ? null : await write(batches);
    if (batches === null || written === null) return false;
    const round = (note?.round ?? 0) + 1;
    const { provider, model, address } = batches;
    const begun = await keep({
      ...{ status: "submitting", id: null, provider, model, address, round },
      ...{ ticket: `hs-${work.operationId}-${round}`, reservation: randomUUID(), requests: written.lines.length },
      ...{ submitted_at: ctx.now().toISOString(), errors: note?.status === "again" ? note.errors : 0, others: [] },
    });
    await submit(batches, begun, written).catch(unlessRefused(batches));
    return true;
  }

  async function submit(batches: ModelBatches, begun: BatchNote, written: WrittenBatch): Promise<void> {
    const id = await batches
      .submit(ticketOf(bank, work.operationId, begun), written, ctx.settings.batchMaxWait * 1000, ctx.signal)
      .catch(unlessBeyond);
    if (id === null) {
      await keep({ ...begun, status: "read", requests: 0 });
      return;
    }
    await keep({ ...begun, status: "submitted", id });
    throw later(ctx, begun, `batch ${id} is submitted`);
  }

  /** Goes on with a submission of which it is not known whether it came about. */
  async function recover(batches: ModelBatches, begun: BatchNote): Promise<void> {
    const found = await batches.find(ticketOf(bank, work.operationId, begun), ctx.signal);
    const id = found.find((one) => !begun.others.includes(one));
    if (id !== undefined) {
      await keep({ ...begun, status: "submitted", id });
      return;
    }
    const written = await write(batches);
    if (written === null) await keep({ ...begun, status: "again" });
    else await submit(batches, begun, written);
  }

  async function look(batches: ModelBatches, begun: BatchNote & { readonly id: string }): Promise<void> {
    const ticket = ticketOf(bank, work.operationId, begun);
    const waitedMs = ctx.now().getTime() - ticket.since.getTime();
    const found = await batches.look(begun.id, ctx.signal).catch(unlessPassing);
    if (found instanceof HindsightError || found.state === "running") {
      const words = found instanceof HindsightError ? `cannot be looked at: ${found.message}` : wordsOf(found, begun);
      if (waitedMs <= ctx.settings.batchMaxWait * 1000 * OUR_END) throw later(ctx, begun, `batch ${begun.id} ${words}`);
      await batches.cancel(begun.id, ctx.signal).catch((error: unknown) => notCancelled(ctx, begun, error));
      await fail(
        batches,
        ticket,
        begun,
        `took longer than ${ctx.settings.batchMaxWait} s (HINDSIGHT_API_FIREWORKS_BATCH_MAX_WAIT_SECONDS)`,
      );
    } else if (found.state === "failed") {
      await fail(batches, ticket, begun, `was refused: ${found.words}`);
    } else {
      const replies = await batches.replies(begun.id, ctx.signal).catch(unlessPassing);
      if (replies instanceof HindsightError) throw later(ctx, begun, `the replies of batch ${begun.id} cannot be had: ${replies.message}`);
      await take(batches, ticket, begun, replies, found.isCancelled);
    }
  }

  /** What the provider refuses it would refuse again: the next run begins anew. */
  function unlessRefused(batches: ModelBatches): (error: unknown) => Promise<never> {
    return async (error) => {
      const isOpen = note !== null && (note.status === "submitting" || note.status === "submitted");
      if (note !== null && isOpen && error instanceof HindsightError && error.code === "batch_failed") {
        batches.giveUp(ticketOf(bank, work.operationId, note), error.message);
        await keep({ ...note, status: "failed", errors: note.requests });
      }
      throw error;
    };
  }

  async function fail(batches: ModelBatches, ticket: Ticket, begun: BatchNote, why: string): Promise<never> {
    batches.giveUp(ticket, `the batch ${why}`);
    await keep({ ...begun, status: "failed", errors: begun.requests });
    throw new HindsightError("batch_failed", `Batch ${begun.id} of ${begun.provider} ${why}. Retry the operation to submit another.`);
  }

  async function take(
    batches: ModelBatches,
    ticket: Ticket,
    begun: BatchNote & { readonly id: string },
    replies: readonly BatchReply[],
    isCancelled: boolean,
  ): Promise<void> {
    const unread = await unreadChunks(ctx, bank, work, reader, plan);
    const isKnown = ({ key }: BatchReply): boolean => unread.has(key) || reader.of({ key }) !== undefined;
    if (replies.length > 0 && unread.size > 0 && !replies.some(isKnown)) {
      await keep({ ...begun, status: "submitting", id: null, others: [...begun.others, begun.id] }); // found after a crash, and another's
      return;
    }
    if (replies.length === 0) batches.giveUp(ticket, "the batch ended without replies");
    let errors = Math.max(0, begun.requests - replies.length);
    await sideBySide(ctx.signal, ctx.settings.retainWallTimeout * 1000, replies, async (reply) => {
      const chunk = unread.get(reply.key);
      if (chunk === undefined) {
        if (!isKnown(reply)) await batches.discard(reply, ticket);
        return;
      }
      await reader.readWith(batches.answering(reply, ticket), chunk).catch((error: unknown) => {
        if (ctx.signal.aborted || !(error instanceof HindsightError)) throw error;
        ctx.log.warn({ operation: work.operationId, document: chunk.documentId, err: error }, "a chunk was not read by its batch");
        errors += 1;
      });
    });
    if (isCancelled && errors > 0 && begun.round < MOST_ROUNDS) {
      await keep({ ...begun, status: "again" });
      return;
    }
    const all = begun.errors + errors;
    const isFailure = errors > 0 && ctx.settings.failOnExtractionErrors;
    await keep({ ...begun, status: isFailure ? "failed" : "read", errors: all });
    if (!isFailure) return;
    throw new HindsightError(
      "batch_failed",
      `${errors} of ${begun.requests} chunks were not read by batch ${begun.id} of ${begun.provider}, and HINDSIGHT_API_FAIL_ON_EXTRACTION_ERRORS is on. ` +
        "What the others gave is kept. Retry the operation to read these again.",
    );
  }

  for (;;) {
    if (note === null || note.status === "again" || note.status === "failed") {
      if (!(await begin())) return note?.status === "again" ? note.errors : 0;
    } else if (note.status === "read") {
      return note.errors;
    } else {
      const batches = ctx.models.batches("retain", { provider: note.provider, address: note.address });
      if (batches === null) throw elsewhere(note);
      const step = note.id === null ? recover(batches, note) : look(batches, { ...note, id: note.id });
      await step.catch(unlessRefused(batches));
    }
  }
}

/** Tells the provider that the batches of a cancelled operation, or of its parts, are not wanted any more. It may be too late; nothing is thrown. */
export async function cancelBatches(ctx: EngineContext, bank: BankScope, operationId: string): Promise<void> {
  for (const { status, resultMetadata } of await operationStates(ctx.db, bank, operationId)) {
    const note = resultMetadata.batch as BatchNote | undefined;
    if (status !== "cancelled" || note === undefined || (note.status !== "submitted" && note.status !== "submitting")) continue;
    const batches = ctx.models.batches("retain", { provider: note.provider, address: note.address });
    batches?.giveUp(ticketOf(bank, operationId, note), "the operation was cancelled");
    if (note.id !== null) {
      await batches?.cancel(note.id, new AbortController().signal).catch((error: unknown) => notCancelled(ctx, note, error));
    }
  }
}

/** What a model has to read for documents that are not stored yet, by key. What another operation has half written waits for its turn. */
async function unreadChunks(
  ctx: RequestContext,
  bank: BankScope,
  { operationId }: OperationWork,
  reader: Reader,
  { sequence, drafts, settingsOf }: Plan,
): Promise<ReadonlyMap<string, UnreadChunk>> {
  const unread = new Map<string, UnreadChunk>();
  const options = { writer: { operationId, sequence }, reader };
  const add = async (group: readonly DocumentDraft[]): Promise<void> => {
    try {
      for (const chunk of unreadOf(await planDocuments(ctx, bank, group, settingsOf, options))) {
        if (chunk.piece.toRead !== null) unread.set(chunk.piece.toRead.key, chunk);
      }
    } catch (error) {
      if (!(error instanceof HalfWritten || error instanceof StalePlan)) throw error;
      if (group.length > 1) for (const draft of group) await add([draft]);
    }
  };
  for (let from = 0; from < drafts.length; from += GROUP_DOCUMENTS) await add(drafts.slice(from, from + GROUP_DOCUMENTS));
  return unread;
}

async function* requests(reader: Reader, unread: ReadonlyMap<string, UnreadChunk>) {
  for (const [key, chunk] of unread) {
    const request = await reader.requestFor(chunk);
    if (request !== null) yield { key, request };
  }
}

/** A provider that cannot be asked just now may be asked the next time; a batch that is under way is not given up for a key that ran out meanwhile. */
function unlessPassing(error: unknown): HindsightError {
  if (error instanceof HindsightError && (error.code === "llm_unavailable" || error.code === "llm_rejected")) return error;
  throw error;
}

/** Null for a batch that is more than a spend limit ever allows: call by call, each window gets on with a part of it. */
function unlessBeyond(error: unknown): null {
  const { isBeyond } = (error instanceof HindsightError ? (error.details ?? {}) : {}) as { readonly isBeyond?: unknown };
  if (isBeyond === true) return null;
  throw error;
}

function notCancelled(ctx: Pick<EngineContext, "log">, { id, provider }: BatchNote, error: unknown): void {
  ctx.log.warn(
    { batch: id, provider, err: error },
    "a batch that is not wanted any more could not be cancelled; the provider may charge for it",
  );
}
