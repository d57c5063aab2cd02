import type { RequestContext, RetainedDocument } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { askForConsolidation } from "../forget/index.js";
import { operationsOf } from "../operations/index.js";
import type { Db } from "../store/db.js";
import { withDocuments } from "./document-locks.js";
import { type DocumentPlan, HalfWritten, StalePlan, type Writer } from "./document-plan.js";
import { startVectors, type Vectors, type WaitingText } from "./embed-now.js";
import type { DocumentDraft } from "./item.js";
import { planDocuments, unreadOf } from "./plan.js";
import { openReader, type Reader } from "./read.js";
import type { ReceiptPart } from "./receipt-parts.js";
import type { SettingsOf } from "./settings.js";
import { stage } from "./stage.js";
import { isLong, readStretch, type Step, stretches } from "./steps.js";
import { type Written, write } from "./write.js";

export interface StoreOptions {
  /** The operation that writes, if one does: it can be gone on with after a crash, and has its place among the replaces of a document. */
  readonly writer?: Writer;
  /** Called inside each transaction, after its writes: what it notes is true if and only if they are. May run again for the same writes. */
  readonly beforeCommit?: (tx: Db, written: Written, at: Progress) => Promise<void>;
  /** Called when a transaction is durable. */
  readonly afterCommit?: (written: Written) => void;
  /** Of an append that was written in part before a crash. */
  readonly skipPieces?: number;
  /** Starts on the vectors while the write goes on. */
  readonly withVectors?: boolean;
  /** Remembers what language models read; one of its own when absent. */
  readonly reader?: Reader;
}

export interface Progress {
  /** Documents of this group that are written when the transaction is. */
  readonly documents: number;
  /** Pieces of the next document that are; 0 unless it is written in several steps. */
  readonly pieces: number;
  /** Items of the next document that are whole; 0 unless it is written in several steps. */
  readonly items: number;
  readonly isLast: boolean;
}

export interface Stored {
  readonly written: readonly Written[];
  readonly waiting: readonly WaitingText[];
  /** Null when nobody waits for them. */
  readonly vectors: Vectors | null;
}

/** Tries to write a document that others keep changing. In one process writers stand in line, so that a second try is rare. */
const ATTEMPTS = 8;

/** How long an append waits for the operation that has half written its document, and how often it looks. */
const HALF_WRITTEN_WAIT_MS = 30_000;
const HALF_WRITTEN_POLL_MS = 100;

/** Thrown for a document that takes several transactions and has no operation that would go on after a crash. Nothing is written. */
export class NeedsOperation extends Error {}

/**
 * Stores a group of documents in one transaction; a single very long one of an operation in several, each of them whole and noted. Planning and reading
 * of texts happen before the transaction, which then holds the database only as long as the writing takes; where a language model reads, the plan is made
 * once to see what it has to read, and again when it has. Throws `NeedsOperation`, or `write_conflict`
 * when others keep writing the document.
 */
export async function storeDocuments(
  ctx: RequestContext,
  bank: BankScope,
  drafts: readonly DocumentDraft[],
  settingsOf: SettingsOf,
  options: StoreOptions = {},
): Promise<Stored> {
  const documentIds = drafts.map((draft) => draft.documentId);
  const progress: Slices = { skipPieces: options.skipPieces ?? 0, written: [] };
  const reader = options.reader ?? (await openReader(ctx, bank, { operationId: null }));
  let giveUpAt: number | null = null; // counted from the first time, since a model may have read for long before
  for (let attempt = 1; ; ) {
    ctx.signal.throwIfAborted();
    try {
      const done = await withDocuments(ctx.db, bank, documentIds, async () => {
        const plans = await stage(ctx, "plan", () =>
          planDocuments(ctx, bank, drafts, settingsOf, { writer: options.writer ?? null, reader, skipPieces: progress.skipPieces }),
        );
        const unread = unreadOf(plans);
        return unread.length > 0 ? { unread } : { stored: await storePlans(ctx, bank, plans, settingsOf, options, progress) };
      });
      if (done.stored !== undefined) return done.stored;
      // Outside the line of the documents: other writers go on while a model reads, and the plan is made again on what they left.
      await stage(ctx, "read", () => reader.read(done.unread));
    } catch (error) {
      const isHeld = error instanceof HalfWritten;
      if (!isHeld && !(error instanceof StalePlan)) throw error;
      if (isHeld) giveUpAt ??= performance.now() + HALF_WRITTEN_WAIT_MS;
      if (isHeld ? performance.now() > (giveUpAt ?? 0) : attempt === ATTEMPTS) {
        throw new HindsightError("write_conflict", `The document "${error.message}" is being written by others all the time. Try again.`, {
          cause: error,
        });
      }
      // Outside the line of its document: the operation that is waited for stands in it.
      await new Promise((resolve) => setTimeout(resolve, isHeld ? HALF_WRITTEN_POLL_MS : attempt * (20 + Math.random() * 80)));
      if (!isHeld) attempt += 1;
    }
  }
}

/** How far a document came that is written in several steps; a plan that became stale in their midst is made again from here. */
interface Slices {
  skipPieces: number;
  readonly written: Written[];
}

async function storePlans(
  ctx: RequestContext,
  bank: BankScope,
  plans: readonly DocumentPlan[],
  settingsOf: SettingsOf,
  { writer, beforeCommit, afterCommit, withVectors = false }: StoreOptions,
  progress: Slices,
): Promise<Stored> {
  const [only] = plans;
  const isSlicable = plans.length === 1 && only !== undefined && isLong(only);
  const isPaid = plans.some((plan) => plan.pieces.some((piece) => piece.toRead !== null)); // handed to an operation, it would be paid again
  if (isSlicable && writer === undefined && !isPaid) throw new NeedsOperation(only.draft.documentId);
  const isSliced = isSlicable && writer !== undefined;
  const parts = plans.flatMap((plan) => stretches(plan, isSliced));
  const groups = isSliced ? parts.map((part) => [part]) : [parts];
  let vectors: Vectors | null = null;
  let standsOn: number | null = null;
  for (const [index, group] of groups.entries()) {
    const steps: Step[] = [];
    await stage(ctx, "extract", async () => {
      for (const part of group)
        steps.push(await readStretch(part, part.isFirst ? part.plan.base : standsOn, ctx.encoder.model, ctx.signal));
    });
    if (withVectors && !isSliced) vectors = startVectors(ctx, textsOf(steps));
    const isLast = index === groups.length - 1;
    const at: Progress = isLast
      ? { documents: plans.length, pieces: 0, items: 0, isLast }
      : partly(only as DocumentPlan, steps[0]?.piecesDone ?? 0);
    let hasAsked = false;
    let isTold = false;
    const written = async (tx: Db): Promise<Written> => {
      const result = await write(tx, ctx, bank, steps, { settingsOf, operationId: writer?.operationId ?? null });
      await beforeCommit?.(tx, result, at);
      if (isLast)
        isTold = (await ctx.onRetained?.(tx, bank, writer?.operationId ?? null, retained(plans, [...progress.written, result]))) ?? false;
      hasAsked = result.receipt.some(hasNews) && (await askForConsolidation(tx, bank, ctx));
      return result;
    };
    const done = await stage(ctx, "write", () => ctx.db.transaction(written));
    if (hasAsked || plans.some(({ isNew }) => !isNew)) operationsOf(ctx.db)?.wake(); // what a replace takes away is learnt anew too
    if (only !== undefined) standsOn = done.revisions.get(only.draft.documentId) ?? standsOn;
    progress.skipPieces = at.pieces;
    progress.written.push(done);
    afterCommit?.(done);
    if (isTold) operationsOf(ctx.db)?.wake();
  }
  return { written: progress.written, waiting: progress.written.flatMap((one) => one.waiting), vectors };
}

/** True for a part of an item that left something to be consolidated. */
function hasNews({ stored, outcome }: ReceiptPart): boolean {
  return stored > 0 || outcome === "updated";
}

/** The documents with the memories that stand in them; one whose items all stand in others is whole too, and has none. */
function retained(plans: readonly DocumentPlan[], written: readonly Written[]): readonly RetainedDocument[] {
  const parts = written.flatMap(({ receipt }) => receipt);
  return plans.map(({ draft }) => ({
    documentId: draft.documentId,
    tags: [...new Set(draft.items.flatMap(({ tags }) => tags))],
    memoryCount: new Set(parts.flatMap((part) => (part.documentId === draft.documentId ? part.memoryIds : []))).size,
  }));
}

/** How far a document is that is written in several steps. */
function partly(plan: DocumentPlan, piecesDone: number): Progress {
  const left = new Set(plan.pieces.slice(piecesDone).map((piece) => piece.item));
  return {
    documents: 0,
    pieces: plan.isAppend ? plan.piecesBefore + piecesDone : 0,
    items: plan.draft.items.filter((item) => !left.has(item)).length,
    isLast: false,
  };
}

function textsOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => step.facts.flatMap(({ fact }) => (fact.needsVector ? [fact.unit.text] : [])));
}
