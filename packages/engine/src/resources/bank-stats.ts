import { bankNotFound } from "../banks/index.js";
import type { BankStats } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { countBank } from "../store/stats/count-bank.js";
import { countLinks, type LinkCount } from "../store/stats/count-links.js";
import { countMemoriesByKind } from "../store/stats/count-memories-by-kind.js";
import { countOperations } from "../store/stats/count-operations.js";

/**
 * What a bank holds, counted now. Links are the edges that recall can walk: stored ones by kind (`semantic`, `causes`, …),
 * `temporal` pairs of neighbours in a run, and `entity` ties between a memory and an entity.
 */
export async function bankStats(db: Db, bank: BankScope): Promise<BankStats> {
  const [counts, memoriesByKind, links, operationsByStatus] = await Promise.all([
    countBank(db, bank),
    countMemoriesByKind(db, bank),
    countLinks(db, bank),
    countOperations(db, bank),
  ]);
  if (counts === null) throw bankNotFound(bank.bankId);
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
    kinds[linkKind] = found;
  }
  return counts;
}
