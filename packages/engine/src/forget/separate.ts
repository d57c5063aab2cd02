import { randomUUID } from "node:crypto";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { allocateNumbers } from "../store/banks/allocate-numbers.js";
import type { Db } from "../store/db.js";
import { recountEntities } from "../store/entities/recount-entities.js";
import { copyReadings } from "../store/forgetting/copy-readings.js";
import { copyLinks } from "../store/sources/copy-links.js";
import { copyMemories, type MemoryCopy } from "../store/sources/copy-memories.js";
import { copyMentions } from "../store/sources/copy-mentions.js";
import { copyPostings } from "../store/sources/copy-postings.js";
import { copyVectors } from "../store/sources/copy-vectors.js";
import { findShared } from "../store/sources/find-shared.js";
import { insertSources, type SourceRow } from "../store/sources/insert-sources.js";
import { readSources } from "../store/sources/read-sources.js";
import type { Manner } from "./manner.js";
import { allTimes, dropSources, settleSources } from "./settle-sources.js";

/**
 * Gives a document memories of its own in place of those that it shares with other documents, before its tags or scopes become others than theirs: who
 * may see a memory is said by its tags. Of all its shared memories, or of some. Returns the copies by the number of what they were made of.
 */
export async function separate(
  tx: Db,
  bank: BankScope,
  documentId: string,
  manner: Manner,
  numbers: readonly number[] | null = null,
): Promise<ReadonlyMap<number, MemoryCopy>> {
  const shared = [...new Set((await findShared(tx, bank, documentId, numbers)).map(({ memoryNo }) => memoryNo))];
  const sources = shared.length === 0 ? [] : await readSources(tx, bank, shared);
  const elsewhere = new Set(sources.filter((source) => source.documentId !== documentId).map(({ memoryNo }) => memoryNo));
  const leaving = shared.filter((memoryNo) => elsewhere.has(memoryNo));
  if (leaving.length === 0) return new Map();
  const taken = await allocateNumbers(tx, bank, { memories: leaving.length, runs: 0 });
  if (taken === null) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  const copies = leaving.map((from, index): MemoryCopy => ({ from, to: taken.memoryNo + index, id: randomUUID() }));
  const copyOf = new Map(copies.map((copy) => [copy.from, copy]));
  await copyMemories(tx, bank, copies);
  await copyPostings(tx, bank, copies);
  await copyVectors(tx, bank, copies);
  await copyLinks(tx, bank, copies);
  await copyReadings(tx, bank, copies);
  const named = await copyMentions(tx, bank, copies);
  const own = sources.filter((source) => source.documentId === documentId && copyOf.has(source.memoryNo));
  await insertSources(
    tx,
    bank,
    own.map((source): SourceRow => ({ ...source, memoryNo: copyOf.get(source.memoryNo)?.to ?? source.memoryNo })),
  );
  await dropSources(tx, bank, own, manner);
  await settleSources(
    tx,
    bank,
    copies.map(({ to }) => to),
    manner,
  );
  if (named.length > 0) await recountEntities(tx, bank, named.map(allTimes));
  return copyOf;
}
