// Upkeep of what banks are found by in words: texts that an earlier version of the engine analysed are read anew, behind an open engine.
// In: an engine context, and how a bank is opened. Out: a handle to do it at once and to stop it.
// Texts themselves, vectors and languages stay as they are; only the terms of the keyword index are made anew.

import type { EngineContext } from "./context.js";
import { postedAnew, postingsOf } from "./domain/posted-terms.js";
import type { BankScope, TenantScope } from "./domain/scope.js";
import { ANALYSIS } from "./domain/text/analyse.js";
import { reindexModelWords } from "./models/index.js";
import { banksReadBefore } from "./store/banks/banks-read-before.js";
import { lockBank } from "./store/banks/lock-bank.js";
import { markAnalysed } from "./store/banks/mark-analysed.js";
import type { Db } from "./store/db.js";
import { deletePostings } from "./store/postings/delete-postings.js";
import { insertPostings } from "./store/postings/insert-postings.js";
import { findMisposted } from "./store/repair/find-misposted.js";
import { setTerms } from "./store/repair/set-terms.js";
import { startUpkeep, type Upkeep } from "./upkeep.js";

/** How often banks of an earlier analysis are looked for: the first time at the start, later for those that a restore brought. */
const UPKEEP_MS = 600_000;
/** Memories read in one transaction, for which the writers of the bank wait. */
const SLICE = 100;

/** A bank that fails is logged and tried again; it is searched meanwhile by the terms that it has. */
export function startAnalysisUpkeep(ctx: EngineContext, tenant: TenantScope, openBank: (key: number) => Promise<BankScope | null>): Upkeep {
  const upkeep = startUpkeep(UPKEEP_MS, async (signal) => {
    try {
      for (const key of await banksReadBefore(ctx.db, tenant, ANALYSIS)) {
        const bank = signal.aborted ? null : await openBank(key);
        if (bank !== null && (await readAnew(ctx, bank, signal))) ctx.log.info({ bank: bank.bankId }, "a bank's texts were analysed anew");
      }
    } catch (error) {
      if (!signal.aborted) ctx.log.warn({ err: error }, "the texts of a bank could not be analysed anew; it is tried again later");
    }
  });
  void upkeep.run();
  return upkeep;
}

/** Reads a bank's texts anew, slice by slice beside its readers and writers; false when it was stopped. Broken off anywhere, what is done is passed over. */
async function readAnew(ctx: Pick<EngineContext, "db">, bank: BankScope, signal: AbortSignal): Promise<boolean> {
  for (let after: number | null = 0; after !== null; ) {
    if (signal.aborted) return false;
    const from: number = after;
    after = await ctx.db.transaction((tx) => readSlice(tx, bank, from));
  }
  await reindexModelWords(ctx, bank);
  await markAnalysed(ctx.db, bank, ANALYSIS);
  return true;
}

/** The number of the last memory read; null at the end, or when the bank is gone. Only what gets other terms is written. */
async function readSlice(tx: Db, bank: BankScope, after: number): Promise<number | null> {
  if (!(await lockBank(tx, bank))) return null;
  const { last, memories } = await findMisposted(tx, bank, { after, limit: SLICE, all: true });
  const changed = memories.flatMap(({ terms, termCount, ...memory }) => {
    const posted = postedAnew(memory);
    return posted.termCount === termCount && areSame(posted.terms, terms) ? [] : [posted];
  });
  if (changed.length > 0) {
    await deletePostings(
      tx,
      bank,
      changed.map(({ memoryNo }) => memoryNo),
    );
    await setTerms(tx, bank, changed);
    await insertPostings(tx, bank, postingsOf(changed));
  }
  return last;
}

function areSame(terms: readonly string[], before: readonly string[]): boolean {
  const known = new Set(before);
  return terms.length === known.size && terms.every((term) => known.has(term));
}
