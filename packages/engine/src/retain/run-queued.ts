import type { RequestContext } from "../context.js";
import type { RetainReceipt } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { isTransient, type OperationWork } from "../operations/index.js";
import { deleteExtractions } from "../store/extractions/delete-extractions.js";
import { readSequence } from "../store/operations/read-sequence.js";
import { embeddingOf } from "./embed-behind.js";
import type { DocumentDraft } from "./item.js";
import { fromPayload } from "./payload.js";
import { openReader, type Reader } from "./read.js";
import { readByBatch } from "./read-batch.js";
import { boundedReceipt, openReceiptBook } from "./receipt.js";
import { readRetainSettings, type SettingsOf } from "./settings.js";
import { storeDocuments } from "./store-documents.js";
import { LISTED_DOCUMENTS } from "./submit.js";
import { notedUsage } from "./usage.js";
import type { Written } from "./write.js";

/** How far a queued retain came: whole documents, pieces of the next one, and documents that could not be stored and were passed over. */
interface Checkpoint {
  readonly documents: number;
  readonly pieces: number;
  readonly failed?: readonly string[];
}

/** Content of one group of documents that is written in one transaction, in UTF-16 units: about a quarter of a second of the embedded database. */
const GROUP_LENGTH = 12_000;
/** The same while others are about, who wait for each of these transactions: about 40 ms, for a third more of processor time. */
const SMALL_GROUP_LENGTH = 2_000;
/** The same where a language model reads: it makes a few facts of a chunk, and the chunks of a group are read side by side. */
const READ_GROUP_LENGTH = 60_000;
const GROUP_DOCUMENTS = 100;

/**
 * Does a queued retain, group by group. Each transaction notes how far it came in the operation's own row, the last one ends the operation: after a crash
 * the work goes on behind the last transaction, and nothing is stored twice. Nor is anything paid twice: what a language model read is kept until it
 * is stored.
 *
 * A failure that would come again fails the documents it belongs to and no others: the group is done once more, document by document. An operation
 * with such documents ends as failed and names them; its receipt tells what is stored, and a retry takes up the others alone.
 */
export async function runQueuedRetain(ctx: RequestContext, bank: BankScope, work: OperationWork): Promise<undefined> {
  const drafts = fromPayload(work.payload);
  const settingsOf = await readRetainSettings(ctx, bank);
  const run = await openRun(ctx, bank, work, drafts, settingsOf);
  for (const draft of run.passedOver()) await run.store([draft], 0);
  for (;;) {
    const group = run.nextGroup(await work.giveWay());
    if (group.length === 0) break;
    await run.store(group, group.length);
  }
  run.requireAll();
  return undefined;
}

interface Run {
  /** Documents that an earlier run could not store. */
  passedOver(): readonly DocumentDraft[];
  /** The next in line, as many as are worth one transaction. */
  nextGroup(isAlone: boolean): readonly DocumentDraft[];
  /** Stores a group; `advance` of its documents are the next in line. */
  store(group: readonly DocumentDraft[], advance: number): Promise<void>;
  /** Throws for documents that could not be stored. */
  requireAll(): void;
}

async function openRun(
  ctx: RequestContext,
  bank: BankScope,
  work: OperationWork,
  drafts: readonly DocumentDraft[],
  settingsOf: SettingsOf,
): Promise<Run> {
  const { operationId } = work;
  const sequence = await readSequence(ctx.db, bank, operationId);
  if (sequence === null) throw new HindsightError("operation_not_found", `Operation ${operationId} is gone.`);
  const isRead = drafts.some((draft) => draft.items.some((item) => settingsOf(item).distil !== null));
  const reader = await openReader(ctx, bank, {
    operationId: isRead ? operationId : null,
    onRead: (processed, total) => work.progress({ stage: "extracting", at: ctx.now().toISOString(), processed, total }),
  });
  const done = (work.resultMetadata.checkpoint as Checkpoint | undefined) ?? { documents: 0, pieces: 0 };
  let receipt = (work.resultMetadata.receipt as RetainReceipt | undefined) ?? null;
  let { documents, pieces } = done;
  const failed = new Set(done.failed);
  const left = drafts.filter((draft, index) => index >= documents || failed.has(draft.documentId));
  const errors = pieces > 0 || !isRead ? 0 : await readByBatch(ctx, bank, work, reader, { sequence, drafts: left, settingsOf });
  const reasons = new Map<string, unknown>();
  let isHalfWritten = false;

  const itemsOf = (some: readonly DocumentDraft[]): number => some.reduce((sum, draft) => sum + draft.items.length, 0);
  const total = itemsOf(drafts);
  /** Counted by items, for a retain without document ids is one document. */
  const progress = (at: { readonly documents: number; readonly items: number }) => ({
    stage: "writing",
    at: ctx.now().toISOString(),
    processed: itemsOf(drafts.slice(0, at.documents)) + at.items,
    total,
  });
  const checkpoint = (at: Pick<Checkpoint, "documents" | "pieces">, left: readonly string[]): Checkpoint => ({
    ...at,
    ...(left.length > 0 ? { failed: left } : {}),
  });

  async function storeGroup(group: readonly DocumentDraft[], advance: number): Promise<void> {
    const ids = new Set(group.map((draft) => draft.documentId));
    const left = [...failed].filter((id) => !ids.has(id));
    const start = documents;
    await storeDocuments(ctx, bank, group, settingsOf, {
      writer: { operationId, sequence: sequence as number },
      reader,
      skipPieces: advance > 0 ? pieces : 0,
      async beforeCommit(tx, written, at) {
        const soFar = withPart(receipt, written);
        const result = { receipt: boundedReceipt(soFar), ...countsOf(work, drafts, soFar, isRead ? { reader, errors } : null) };
        isHalfWritten = !at.isLast;
        const next = checkpoint({ documents: start + Math.min(at.documents, advance), pieces: at.pieces }, left);
        if (!at.isLast || next.documents < drafts.length || left.length > 0) {
          return work.checkpoint(tx, progress({ documents: next.documents, items: at.items }), { ...result, checkpoint: next });
        }
        if (isRead) await deleteExtractions(tx, bank, operationId);
        return work.complete(tx, result);
      },
      afterCommit(written) {
        receipt = withPart(receipt, written);
        embeddingOf(ctx.db)?.wake();
      },
    });
    documents += advance;
    pieces = 0;
    for (const id of ids) failed.delete(id);
  }

  async function passOver({ documentId }: DocumentDraft, advance: number, reason: unknown): Promise<void> {
    ctx.log.warn({ operation: operationId, document: documentId, err: reason }, "a document of a queued retain could not be stored");
    failed.add(documentId);
    reasons.set(documentId, reason);
    documents += advance;
    const state = { checkpoint: checkpoint({ documents, pieces: 0 }, [...failed]) };
    await ctx.db.transaction((tx) => work.checkpoint(tx, progress({ documents, items: 0 }), state));
  }

  async function store(group: readonly DocumentDraft[], advance: number): Promise<void> {
    try {
      await storeGroup(group, advance);
    } catch (error) {
      const [only, ...others] = group;
      if (only === undefined || drafts.length === 1 || isHalfWritten || ctx.signal.aborted || isTransient(error) || meetsAll(error))
        throw error;
      if (others.length === 0) return passOver(only, advance, error);
      for (const draft of group) await store([draft], Math.min(advance, 1));
    }
  }

  return {
    passedOver: () => drafts.slice(0, documents).filter((draft) => failed.has(draft.documentId)),
    nextGroup: (isAlone) => nextGroup(drafts, documents, isRead ? READ_GROUP_LENGTH : isAlone ? GROUP_LENGTH : SMALL_GROUP_LENGTH),
    store,
    requireAll() {
      if (failed.size > 0) throw notStored([...failed], reasons, drafts.length);
    },
  };
}

/** A wrong key or model fails every document alike: to try them one by one only asks as often. */
function meetsAll(error: unknown): boolean {
  if (!(error instanceof HindsightError)) return false;
  const { ofEveryCall } = (error.details ?? {}) as { readonly ofEveryCall?: unknown };
  return error.code === "configuration_invalid" || ofEveryCall === true;
}

/** What the contract counts in the result of a retain. */
function countsOf(
  work: OperationWork,
  drafts: readonly DocumentDraft[],
  receipt: RetainReceipt,
  read: { readonly reader: Reader; readonly errors: number } | null,
): Readonly<Record<string, unknown>> {
  return {
    items_count: work.itemsCount,
    unit_ids_count: receipt.stored,
    // Chunks that failed in a batch and were read after it. None is lost: a chunk that cannot be read at all fails its document.
    extraction_errors_count: read?.errors ?? 0,
    document_ids: drafts.slice(0, LISTED_DOCUMENTS).map((draft) => draft.documentId),
    ...(read === null ? {} : { usage: notedUsage(read.reader.usage()) }),
  };
}

const NAMED_DOCUMENTS = 20;

function notStored(ids: readonly string[], reasons: ReadonlyMap<string, unknown>, documents: number): HindsightError {
  const named = ids.slice(0, NAMED_DOCUMENTS).map((id) => {
    const reason = reasons.get(id);
    return `"${id}": ${reason instanceof Error ? reason.message : String(reason)}`;
  });
  const more = ids.length > named.length ? ` and ${ids.length - named.length} more` : "";
  const [first] = reasons.values();
  const code = first instanceof HindsightError && !first.retryable ? first.code : "internal";
  const message = `${ids.length} of ${documents} documents could not be stored; the others are. ${named.join("; ")}${more}`;
  return new HindsightError(code, message, { cause: first });
}

function withPart(receipt: RetainReceipt | null, written: Written): RetainReceipt {
  const book = openReceiptBook(receipt);
  for (const { index, documentId, ...part } of written.receipt) book.note(index, documentId, part);
  return book.close((receipt?.pendingEmbeddings ?? 0) + written.waiting.length);
}

/** The next documents in order, as many as are worth one transaction. */
function nextGroup(drafts: readonly DocumentDraft[], from: number, most: number): readonly DocumentDraft[] {
  const group: DocumentDraft[] = [];
  let length = 0;
  for (const draft of drafts.slice(from, from + GROUP_DOCUMENTS)) {
    const own = draft.items.reduce((sum, item) => sum + item.content.length, 0);
    if (group.length > 0 && length + own > most) break;
    group.push(draft);
    length += own;
  }
  return group;
}
