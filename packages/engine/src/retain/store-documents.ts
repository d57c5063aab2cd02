import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { Db } from "../store/db.js";
import { withDocuments } from "./document-locks.js";
import { startVectors, type Vectors, type WaitingText } from "./embed-now.js";
import type { DocumentDraft } from "./item.js";
import { type DocumentPlan, planDocuments } from "./plan.js";
import type { SettingsOf } from "./settings.js";
import { readStretch, type Step, stretches } from "./steps.js";
import { StalePlan, type Written, write } from "./write.js";

export interface StoreOptions {
  /** Called inside each transaction, after its writes: what it notes is true if and only if they are. May run again for the same writes. */
  readonly beforeCommit?: (tx: Db, written: Written, at: Progress) => Promise<void>;
  /** Called when a transaction is durable. */
  readonly afterCommit?: (written: Written) => void;
  /** Of an append that was written in part before a crash. */
  readonly skipPieces?: number;
  /** Starts on the vectors while the write goes on. */
  readonly withVectors?: boolean;
}

export interface Progress {
  /** Documents of this group that are written when the transaction is. */
  readonly documents: number;
  /** Pieces of the next document that are; 0 unless it is written in several steps. */
  readonly pieces: number;
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

/**
 * Stores a group of documents in one transaction; a single very long one in several, each of them whole and noted. Planning and reading of texts
 * happen before the transaction, which then holds the database only as long as the writing takes.
 */
export async function storeDocuments(
  ctx: RequestContext,
  bank: BankScope,
  drafts: readonly DocumentDraft[],
  settingsOf: SettingsOf,
  options: StoreOptions = {},
): Promise<Stored> {
  return withDocuments(
    ctx.db,
    bank,
    drafts.map((draft) => draft.documentId),
    async () => {
      for (let attempt = 1; ; attempt += 1) {
        ctx.signal.throwIfAborted();
        try {
          const started = performance.now();
          const plans = await planDocuments(ctx, bank, drafts, settingsOf, options.skipPieces ?? 0);
          ctx.onStage?.("plan", performance.now() - started);
          return await storePlans(ctx, bank, plans, settingsOf, options);
        } catch (error) {
          if (!(error instanceof StalePlan)) throw error;
          if (attempt === ATTEMPTS) {
            throw new HindsightError(
              "write_conflict",
              `The document "${error.message}" is being written by others all the time. Try again.`,
              { cause: error },
            );
          }
          await new Promise((resolve) => setTimeout(resolve, attempt * (20 + Math.random() * 80)));
        }
      }
    },
  );
}

async function storePlans(
  ctx: RequestContext,
  bank: BankScope,
  plans: readonly DocumentPlan[],
  settingsOf: SettingsOf,
  { beforeCommit, afterCommit, skipPieces = 0, withVectors = false }: StoreOptions,
): Promise<Stored> {
  const parts = plans.flatMap(stretches);
  const [only] = plans;
  const isSliced = plans.length === 1 && parts.length > 1;
  const groups = isSliced ? parts.map((part) => [part]) : [parts];
  const written: Written[] = [];
  let vectors: Vectors | null = null;
  for (const [index, group] of groups.entries()) {
    const started = performance.now();
    const steps: Step[] = [];
    for (const part of group) steps.push(await readStretch(part, ctx.encoder.model, ctx.signal));
    if (withVectors && !isSliced) vectors = startVectors(ctx, textsOf(steps));
    const extracted = performance.now();
    ctx.onStage?.("extract", extracted - started);
    const isLast = index === groups.length - 1;
    const at: Progress = isLast
      ? { documents: plans.length, pieces: 0, isLast }
      : { documents: 0, pieces: only?.isAppend === true ? skipPieces + (steps[0]?.piecesDone ?? 0) : 0, isLast };
    const done = await ctx.db.transaction(async (tx) => {
      const result = await write(tx, ctx, bank, steps, settingsOf);
      await beforeCommit?.(tx, result, at);
      return result;
    });
    ctx.onStage?.("write", performance.now() - extracted);
    written.push(done);
    afterCommit?.(done);
  }
  return { written, waiting: written.flatMap((one) => one.waiting), vectors };
}

function textsOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => step.facts.flatMap(({ fact }) => (fact.needsVector ? [fact.unit.text] : [])));
}
