// Repair of a bank: what finds its memories is compared with the memories, and put in order.
// In: an open bank. Out: what was found by each check, and how much of it was mended. A dry run does the same work and takes it back.
// It goes step by step, each in a transaction of its own, beside servers that work in the bank.

import type { EngineContext } from "../context.js";
import { postedAnew, postingsOf } from "../domain/posted-terms.js";
import type { BankScope } from "../domain/scope.js";
import { tenantScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { ensureVectorIndex } from "../recall/index.js";
import { lockBank } from "../store/banks/lock-bank.js";
import type { Database, Db } from "../store/db.js";
import { deletePostings } from "../store/postings/delete-postings.js";
import { insertPostings } from "../store/postings/insert-postings.js";
import { queueUnembedded } from "../store/queue/queue-unembedded.js";
import { countLostOf } from "../store/repair/count-lost-of.js";
import { deleteStaleVectors } from "../store/repair/delete-stale-vectors.js";
import { deleteStrayLinks } from "../store/repair/delete-stray-links.js";
import { deleteStrayMentions } from "../store/repair/delete-stray-mentions.js";
import { deleteStrayPostings } from "../store/repair/delete-stray-postings.js";
import { findMisposted } from "../store/repair/find-misposted.js";
import { recountMentions } from "../store/repair/recount-mentions.js";
import { setTerms } from "../store/repair/set-terms.js";
import { ensureModel } from "../store/vectors/ensure-model.js";

export type BankCheck =
  | "lost_memories"
  | "stray_postings"
  | "missing_text"
  | "missing_postings"
  | "stray_mentions"
  | "stray_links"
  | "mention_counts"
  | "missing_vectors"
  | "stale_vectors"
  | "vector_index";

export interface BankFinding {
  readonly bankId: string;
  readonly check: BankCheck;
  readonly found: number;
  /** Of what was found; 0 in a dry run. */
  readonly mended: number;
}

type RepairContext = Pick<EngineContext, "db" | "encoder">;

/** Memories looked at in one statement. */
const SLICE = 500;

export interface RepairBankOptions {
  readonly dryRun: boolean;
  /** Takes away what is left of memories that a damaged file lost. */
  readonly acceptLoss?: boolean;
  /** Told of each check that is over. */
  readonly onCheck?: (finding: BankFinding) => void;
}

/**
 * Checks everything of a bank and mends what is wrong, or with `dryRun` only says so. Throws `operation_conflict` for a bank of which a file lost memories:
 * what is left of them says which they were, and would go.
 */
export async function repairBank(
  ctx: RepairContext,
  bank: BankScope,
  { dryRun, acceptLoss = false, onCheck = () => undefined }: RepairBankOptions,
): Promise<readonly BankFinding[]> {
  const findings: BankFinding[] = [];
  const note = (check: BankCheck, found: number): void => {
    const finding = { bankId: bank.bankId, check, found, mended: dryRun ? 0 : found };
    findings.push(finding);
    onCheck(finding);
  };
  const attempt = (work: (tx: Db) => Promise<number>): Promise<number> => inTransaction(ctx.db, bank, dryRun, work);

  const lost = await countLostOf(ctx.db, bank);
  if (lost > 0 && !dryRun && !acceptLoss) throw lossOf(bank, lost);
  note("lost_memories", lost);
  note("stray_postings", await attempt((tx) => deleteStrayPostings(tx, bank)));
  const { texts, postings } = await repost(ctx.db, bank, attempt);
  note("missing_text", texts);
  note("missing_postings", postings);
  note("stray_mentions", await attempt((tx) => deleteStrayMentions(tx, bank)));
  note("stray_links", await attempt((tx) => deleteStrayLinks(tx, bank)));
  note("mention_counts", await attempt((tx) => recountMentions(tx, bank)));
  const modelId = await ensureModel(ctx.db, tenantScope(bank.tenant), ctx.encoder.model);
  note("missing_vectors", await queueMissing(ctx, bank, modelId, attempt));
  note("stale_vectors", await attempt((tx) => deleteStaleVectors(tx, bank, modelId)));
  if (!dryRun) note("vector_index", (await ensureVectorIndex(ctx, bank)) ? 1 : 0);
  return findings;
}

function lossOf({ bankId }: BankScope, lost: number): HindsightError {
  return new HindsightError(
    "operation_conflict",
    `A damaged file lost ${lost} memories of the bank '${bankId}', and a repair would take away what is left of them. Nothing was changed. Keep your older backups and restore one (\`hindsight admin restore\`); to go on without these memories, add --accept-loss.`,
  );
}

const TAKEN_BACK = Symbol("taken back");

/** Runs a step under the bank's lock; a dry run takes it back. 0 when the bank is gone. */
async function inTransaction(db: Database, bank: BankScope, dryRun: boolean, work: (tx: Db) => Promise<number>): Promise<number> {
  let found = 0;
  try {
    await db.transaction(async (tx) => {
      if (!(await lockBank(tx, bank))) return;
      found = await work(tx);
      if (dryRun) throw TAKEN_BACK;
    });
  } catch (error) {
    if (error !== TAKEN_BACK) throw error;
  }
  return found;
}

type Attempt = (work: (tx: Db) => Promise<number>) => Promise<number>;

/** Posts memories anew that the keyword index does not hold as it should; those without any terms are counted apart. */
async function repost(db: Database, bank: BankScope, attempt: Attempt): Promise<{ readonly texts: number; readonly postings: number }> {
  const counts = { texts: 0, postings: 0 };
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const { last } = await findMisposted(db, bank, { after: from, limit: SLICE });
    await attempt(async (tx) => {
      // Read anew under the lock: a writer may have been at it.
      const { memories } = await findMisposted(tx, bank, { after: from, limit: SLICE });
      const posted = memories
        .map((memory) => ({ ...postedAnew(memory), hasTerms: memory.terms.length > 0 }))
        .filter(({ terms }) => terms.length > 0); // a text may have no words
      const numbers = posted.map(({ memoryNo }) => memoryNo);
      await deletePostings(tx, bank, numbers);
      await setTerms(tx, bank, posted);
      await insertPostings(tx, bank, postingsOf(posted));
      counts.texts += posted.filter(({ hasTerms }) => !hasTerms).length;
      counts.postings += posted.filter(({ hasTerms }) => hasTerms).length;
      return posted.length;
    });
    after = last;
  }
  return counts;
}

/** Queues memories that have no vector of the encoder's model and do not wait for one. The server, or `re-embed`, makes them. */
async function queueMissing(ctx: RepairContext, bank: BankScope, modelId: number, attempt: Attempt): Promise<number> {
  const { languages: known } = ctx.encoder.model;
  const languages = known === "any" ? null : known;
  let lacking = 0;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    let last: number | null = null;
    lacking += await attempt(async (tx) => {
      const slice = await queueUnembedded(tx, bank, { modelId, languages, after: from, limit: SLICE });
      last = slice.last;
      return slice.lacking;
    });
    after = last;
  }
  return lacking;
}
