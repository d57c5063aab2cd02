import { bankNotFound } from "../banks/index.js";
import type { BankStats } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import type { Database } from "../store/db.js";
import { countBank } from "../store/stats/count-bank.js";
import { countLinks, type LinkCount } from "../store/stats/count-links.js";
import { countMemoriesByKind } from "../store/stats/count-memories-by-kind.js";
import { countOperations } from "../store/stats/count-operations.js";

/** What follows from the memories alone, which are read to count it: a tenth of a second at 10,000 memories. */
interface MemoryCounts {
  readonly memoriesByKind: Readonly<Record<string, number>>;
  readonly links: readonly LinkCount[];
}

interface Kept extends MemoryCounts {
  readonly edition: string;
}

/** Banks whose counts are kept. */
const MAX_BANKS = 1_000;
const kept = new WeakMap<Database, Map<number, Kept>>();

/** Counts of the memories, taken anew only when memories were written or deleted since: by whatever process, since the bank's row tells. */
async function memoryCounts(db: Database, bank: BankScope, edition: string): Promise<MemoryCounts> {
  const banks = kept.get(db) ?? new Map<number, Kept>();
  kept.set(db, banks);
  const known = banks.get(bank.key);
  if (known?.edition === edition) return known;
  const [memoriesByKind, links] = await Promise.all([countMemoriesByKind(db, bank), countLinks(db, bank)]);
  if (banks.size >= MAX_BANKS) banks.clear();
  banks.set(bank.key, { edition, memoriesByKind, links });
  return { memoriesByKind, links };
}

/**
 * What a bank holds. Links are the edges that recall can walk: stored ones by kind (`semantic`, `causes`, …),
 * `temporal` pairs of neighbours in a run, and `entity` ties between a memory and an entity.
 */
export async function bankStats(db: Database, bank: BankScope): Promise<BankStats> {
  const [counts, operationsByStatus] = await Promise.all([countBank(db, bank), countOperations(db, bank)]);
  if (counts === null) throw bankNotFound(bank.bankId);
  const { memoriesByKind, links } = await memoryCounts(db, bank, counts.edition); // after the edition was read: never older than it says
  const facts = (memoriesByKind.world ?? 0) + (memoriesByKind.experience ?? 0);
  return {
    bankId: bank.bankId,
    memoriesByKind,
    documents: counts.documents,
    linksByKind: byKind(links),
    linksByMemoryKind: byMemoryKind(links),
    operationsByStatus,
    lastConsolidatedAt: counts.lastConsolidatedAt,
    lastWriteAt: counts.lastWriteAt,
    pendingConsolidation: facts - counts.consolidated - counts.failedConsolidation,
    failedConsolidation: counts.failedConsolidation,
    pendingEmbeddings: counts.pendingEmbeddings,
  };
}

function byKind(links: readonly LinkCount[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { linkKind, found } of links) counts[linkKind] = (counts[linkKind] ?? 0) + found;
  return counts;
}

function byMemoryKind(links: readonly LinkCount[]): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { memoryKind, linkKind, found } of links) {
    const kinds = counts[memoryKind] ?? {};
    counts[memoryKind] = kinds;
    kinds[linkKind] = (kinds[linkKind] ?? 0) + found;
  }
  return counts;
}
