import type { RequestContext } from "../context.js";
import type { RetainReceipt } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { OperationWork } from "../operations/index.js";
import { readSequence } from "../store/operations/read-sequence.js";
import { embeddingOf } from "./embed-behind.js";
import type { DocumentDraft } from "./item.js";
import { fromPayload } from "./payload.js";
import { boundedReceipt, openReceiptBook } from "./receipt.js";
import { readRetainSettings } from "./settings.js";
import { storeDocuments } from "./store-documents.js";
import type { Written } from "./write.js";

/** How far a queued retain came: whole documents, and pieces of the next one. */
interface Checkpoint {
  readonly documents: number;
  readonly pieces: number;
}

/** Content of one group of documents that is written in one transaction, in UTF-16 units: about a quarter of a second of the embedded database. */
const GROUP_LENGTH = 12_000;
const GROUP_DOCUMENTS = 100;

/**
 * Does a queued retain, group by group. Each transaction notes how far it came in the operation's own row, the last one ends the operation: after a crash
 * the work goes on behind the last transaction, and nothing is stored twice.
 */
export async function runQueuedRetain(ctx: RequestContext, bank: BankScope, work: OperationWork): Promise<undefined> {
  const drafts = fromPayload(work.payload);
  const settingsOf = await readRetainSettings(ctx, bank);
  const done = (work.resultMetadata.checkpoint as Checkpoint | undefined) ?? { documents: 0, pieces: 0 };
  const sequence = await readSequence(ctx.db, bank, work.operationId);
  if (sequence === null) throw new HindsightError("operation_not_found", `Operation ${work.operationId} is gone.`);
  const writer = { operationId: work.operationId, sequence };
  let receipt = (work.resultMetadata.receipt as RetainReceipt | undefined) ?? null;
  let documents = done.documents;
  let skipPieces = done.pieces;
  while (documents < drafts.length) {
    const group = nextGroup(drafts, documents);
    const start = documents;
    await storeDocuments(ctx, bank, group, settingsOf, {
      writer,
      skipPieces,
      async beforeCommit(tx, written, at) {
        const soFar = withPart(receipt, written);
        const result = { receipt: boundedReceipt(soFar), unit_ids_count: soFar.stored };
        const checkpoint: Checkpoint = { documents: start + at.documents, pieces: at.pieces };
        if (at.isLast && checkpoint.documents === drafts.length) return work.complete(tx, result);
        const progress = { stage: "writing", at: ctx.now().toISOString(), processed: checkpoint.documents, total: drafts.length };
        return work.checkpoint(tx, progress, { ...result, checkpoint });
      },
      afterCommit(written) {
        receipt = withPart(receipt, written);
        embeddingOf(ctx.db)?.wake();
      },
    });
    documents += group.length;
    skipPieces = 0;
  }
  return undefined;
}

function withPart(receipt: RetainReceipt | null, written: Written): RetainReceipt {
  const book = openReceiptBook(receipt);
  for (const { index, documentId, ...part } of written.receipt) book.note(index, documentId, part);
  return book.close((receipt?.pendingEmbeddings ?? 0) + written.waiting.length);
}

/** The next documents in order, as many as are worth one transaction. */
function nextGroup(drafts: readonly DocumentDraft[], from: number): readonly DocumentDraft[] {
  const group: DocumentDraft[] = [];
  let length = 0;
  for (const draft of drafts.slice(from, from + GROUP_DOCUMENTS)) {
    const own = draft.items.reduce((sum, item) => sum + item.content.length, 0);
    if (group.length > 0 && length + own > GROUP_LENGTH) break;
    group.push(draft);
    length += own;
  }
  return group;
}
