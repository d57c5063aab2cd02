import type { BankScope } from "../domain/scope.js";
import { dropSources, type Manner, separate, settleSources } from "../forget/index.js";
import type { Db } from "../store/db.js";
import { keepMemories } from "../store/memories/keep-memories.js";
import type { MemoryCopy } from "../store/sources/copy-memories.js";
import { deleteSources, type SourcePlace } from "../store/sources/delete-sources.js";
import { findShared } from "../store/sources/find-shared.js";
import { insertSources, type SourceRow } from "../store/sources/insert-sources.js";
import { readSources } from "../store/sources/read-sources.js";
import { type KeptLine, keptMemories } from "./delta.js";
import type { Step } from "./steps.js";

export interface Reconciled {
  /** Memories that go with the old version: those that the document alone stated. */
  readonly forgotten: readonly number[];
  /** Memories of its own that the document got in place of shared ones, by the number of these. */
  readonly copies: ReadonlyMap<number, MemoryCopy>;
}

/**
 * Brings memories that a document shares with others, or states in several chunks, in line with its new version, before anything else of the version is
 * written: it stays a source where the memory stands in it still, at the new places; it is none any more of the others; and where its tags or scopes
 * change it gets memories of its own. One statement for a document
 * that shares nothing, none for one that no language model has read.
 */
export async function reconcileSources(tx: Db, bank: BankScope, step: Step, manner: Manner): Promise<Reconciled> {
  const { plan } = step;
  if (!step.isFirst) return { forgotten: [], copies: new Map() };
  if (plan.isAppend || !plan.stored.some((memory) => memory.isStatement)) return { forgotten: plan.forgotten, copies: new Map() };
  const { documentId } = plan.draft;
  const lines = plan.lines.filter((line): line is KeptLine => line.memory !== null);
  const copies = await separate(tx, bank, documentId, manner, changedNumbers(lines));
  const current = lines.map((line): KeptLine => {
    const copy = copies.get(line.memory.memoryNo);
    return copy === undefined ? line : { ...line, memory: { ...line.memory, memoryNo: copy.to } };
  });
  if (copies.size > 0) {
    const copied = new Set([...copies.values()].map(({ to }) => to));
    await keepMemories(tx, bank, firstOfEach(keptMemories(current.filter(({ memory }) => copied.has(memory.memoryNo)))));
  }
  const places = await findShared(tx, bank, documentId);
  if (places.length === 0) return { forgotten: plan.forgotten, copies };
  const shared = new Set(places.map(({ memoryNo }) => memoryNo));
  await replace(
    tx,
    bank,
    documentId,
    places,
    current.filter(({ memory }) => shared.has(memory.memoryNo)),
    manner,
  );
  const kept = new Set(current.map(({ memory }) => memory.memoryNo));
  const { orphans } = await dropSources(
    tx,
    bank,
    places.filter(({ memoryNo }) => !kept.has(memoryNo)),
    manner,
  );
  return { forgotten: [...new Set([...plan.forgotten.filter((memoryNo) => !shared.has(memoryNo)), ...orphans])], copies };
}

/** Memories whose tags, scopes or trust this version changes. */
export function changedNumbers(lines: readonly KeptLine[]): readonly number[] {
  const byNo = new Map(lines.map(({ memory }) => [memory.memoryNo, memory]));
  const sorted = (tags: readonly string[]): string => JSON.stringify([...tags].sort());
  return keptMemories(lines).flatMap((kept) => {
    const memory = byNo.get(kept.memoryNo);
    const isSame =
      memory === undefined ||
      (memory.trust === kept.trust &&
        sorted(memory.tags) === sorted(kept.tags) &&
        JSON.stringify(memory.observationScopes) === JSON.stringify(kept.observationScopes));
    return isSame ? [] : [kept.memoryNo];
  });
}

/** Puts a document's sources where its lines are now, with the metadata that they have now. */
async function replace(
  tx: Db,
  bank: BankScope,
  documentId: string,
  places: readonly SourcePlace[],
  lines: readonly KeptLine[],
  manner: Manner,
): Promise<void> {
  const numbers = [...new Set(lines.map(({ memory }) => memory.memoryNo))];
  if (numbers.length === 0) return;
  const own = (await readSources(tx, bank, numbers)).filter((source) => source.documentId === documentId);
  const rows = lines.flatMap(({ memory, chunk, piece }): readonly SourceRow[] => {
    const before = own.find((source) => source.memoryNo === memory.memoryNo && source.chunkIndex === memory.chunkIndex);
    return before === undefined ? [] : [{ ...before, chunkIndex: chunk.index, metadata: piece.item.metadata }];
  });
  const placed = new Set(rows.map(({ memoryNo }) => memoryNo));
  await deleteSources(
    tx,
    bank,
    places.filter(({ memoryNo }) => placed.has(memoryNo)),
  );
  await insertSources(tx, bank, rows);
  await settleSources(tx, bank, [...placed], manner);
}

/** A memory that stands in several chunks is kept once, where it stands first. */
export function firstOfEach<T extends { readonly memoryNo: number }>(rows: readonly T[]): readonly T[] {
  const first = new Map<number, T>();
  for (const row of rows) if (!first.has(row.memoryNo)) first.set(row.memoryNo, row);
  return [...first.values()];
}
