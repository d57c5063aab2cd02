import type { EngineContext } from "../context.js";
import type { DefenseReport } from "../domain/defense.js";
import type { BankScope } from "../domain/scope.js";
import { countTokens } from "../domain/text/tokens.js";
import { HindsightError } from "../errors.js";
import { type Enqueued, enqueue, enqueueIn, type NewOperation, type OperationPart } from "../operations/index.js";
import type { Db } from "../store/db.js";
import type { DocumentDraft } from "./item.js";
import { toPayload } from "./payload.js";
import { hasBatches } from "./read-batch.js";
import type { SettingsOf } from "./settings.js";

export const RETAIN_OPERATION = "retain";

/** Tokens of content in one part of a queued retain (the contract's RETAIN_BATCH_TOKENS). */
const PART_TOKENS = 10_000;
/** The same where a provider's batches read: each part is one batch, which is the better for being large, and has its time. */
const BATCH_PART_TOKENS = 200_000;

export interface SubmitOptions {
  /** The client's own. */
  readonly operationId: string | null;
  /** Queues in this transaction, after which the caller wakes the worker. */
  readonly tx?: Db | null;
  /** What memory defense found in the items of the call; it is kept with the result. */
  readonly report?: DefenseReport | null;
}

/** Makes a retain durable; the worker does the rest; Documents stay whole: a part holds as many as fit, and at least one. */
export async function submit(
  ctx: EngineContext,
  bank: BankScope,
  drafts: readonly DocumentDraft[],
  settingsOf: SettingsOf,
  { operationId, tx = null, report = null }: SubmitOptions,
): Promise<Enqueued> {
  const tokens = drafts.map((draft) => draft.items.reduce((sum, item) => sum + tokensOf(item.content), 0));
  const isBatched = hasBatches(ctx) && drafts.every((draft) => draft.items.every((item) => settingsOf(item).distil !== null));
  const most = isBatched ? BATCH_PART_TOKENS : PART_TOKENS;
  const parts = packed(drafts, tokens, most).map((group) => toPart(group, settingsOf));
  const [first, ...others] = parts;
  if (first === undefined) throw new HindsightError("invalid_request", "items is empty; send at least one item.");
  const items = parts.reduce((sum, part) => sum + part.itemsCount, 0);
  const documentIds = drafts.map((draft) => draft.documentId);
  const operation: NewOperation = {
    type: RETAIN_OPERATION,
    operationId,
    parts: [first, ...others],
    resultMetadata: {
      items_count: items,
      total_tokens: tokens.reduce((sum, count) => sum + count, 0),
      num_sub_batches: parts.length,
      document_ids: documentIds.slice(0, LISTED_DOCUMENTS),
      ...(report === null
        ? {}
        : {
            defense: { violations: report.violations.slice(0, LISTED_FINDINGS), redactions: report.redactions.slice(0, LISTED_FINDINGS) },
          }),
    },
  };
  return tx === null ? enqueue(ctx, bank, operation) : enqueueIn(tx, bank, operation);
}

/** Documents that the result of an operation lists. */
export const LISTED_DOCUMENTS = 1_000;

/** Items that memory defense changed or blocked, as the result of an operation lists them. */
const LISTED_FINDINGS = 100;

/** Short texts are not counted exactly: what matters is where ten thousand lie. */
function tokensOf(content: string): number {
  return content.length <= 400 ? Math.ceil(content.length / 4) : countTokens(content);
}

function packed(drafts: readonly DocumentDraft[], tokens: readonly number[], most: number): readonly (readonly DocumentDraft[])[] {
  const groups: DocumentDraft[][] = [];
  let size = 0;
  drafts.forEach((draft, index) => {
    const own = tokens[index] ?? 0;
    if (groups.length === 0 || size + own > most) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(draft);
    size += own;
  });
  return groups;
}

function toPart(drafts: readonly DocumentDraft[], settingsOf: SettingsOf): OperationPart {
  return {
    payload: toPayload(drafts),
    itemsCount: drafts.reduce((sum, draft) => sum + draft.items.length, 0),
    documentId: drafts.length === 1 ? (drafts[0]?.documentId ?? null) : null,
    documents: linesOf(drafts, settingsOf),
  };
}

/**
 * The documents that others must not write meanwhile, or null for a part that goes alone: turns that are sent one by one form a conversation in the
 * order in which they come. What a language model finds has no such order, and is worth waiting for side by side.
 */
function linesOf(drafts: readonly DocumentDraft[], settingsOf: SettingsOf): readonly string[] | null {
  const isRead = drafts.every((draft) => draft.items.every((item) => settingsOf(item).distil !== null));
  return isRead ? drafts.flatMap((draft) => (draft.isGenerated ? [] : [draft.documentId])) : null;
}
