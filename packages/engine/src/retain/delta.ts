import type { Unit } from "../domain/memory.js";
import type { KeptMemory } from "../store/memories/keep-memories.js";
import type { DocumentMemory } from "../store/memories/read-document-memories.js";
import type { LaidChunk } from "./lay-out.js";
import type { Piece } from "./split.js";

/** A unit of the new version, in the order of the text: a memory that is there already, or one to be made. */
export type Line =
  | { readonly memory: DocumentMemory; readonly chunk: LaidChunk; readonly piece: Piece }
  | { readonly memory: null; readonly unit: Unit; readonly chunk: LaidChunk; readonly piece: Piece };

export interface Delta {
  /** The whole new version, in order. */
  readonly lines: readonly Line[];
  /** Chunks whose text is new. */
  readonly changed: readonly LaidChunk[];
  /** Memories of the old version that do not stand in the new one. */
  readonly forgotten: readonly number[];
}

/**
 * What a new version of a document changes, by the hashes of its chunks.
 *
 * A chunk that has the same text at the same index keeps its memories, whatever they are. In the other chunks, a statement that stood in the old
 * version keeps its memory too, with its id, its vector and what was learned from it: one word changed in a page does not make the page new. It
 * must be the same statement: same text and context, and said at the same time where the caller gives one.
 */
export function delta(oldHashes: readonly string[], oldMemories: readonly DocumentMemory[], chunks: readonly LaidChunk[]): Delta {
  const isSame = (chunk: LaidChunk): boolean => oldHashes[chunk.index] === chunk.hash;
  const same = new Set(chunks.filter(isSame).map((chunk) => chunk.index));
  const inSameChunk = groupBy(
    oldMemories.filter((memory) => memory.chunkIndex !== null && same.has(memory.chunkIndex)),
    (memory) => memory.chunkIndex as number,
  );
  const loose = groupBy(
    oldMemories.filter((memory) => memory.chunkIndex === null || !same.has(memory.chunkIndex)),
    (memory) => memory.text,
  );
  const lines = chunks.flatMap((chunk) =>
    same.has(chunk.index) ? sameLines(chunk, inSameChunk.get(chunk.index) ?? [], loose) : newLines(chunk, loose),
  );
  const kept = new Set(lines.flatMap((line) => (line.memory === null ? [] : [line.memory.memoryNo])));
  return {
    lines,
    changed: chunks.filter((chunk) => !same.has(chunk.index)),
    forgotten: oldMemories.filter((memory) => !kept.has(memory.memoryNo)).map((memory) => memory.memoryNo),
  };
}

/**
 * The memories of an unchanged chunk. A statement that was said in two chunks has one memory; when the chunk that holds it is gone, it moves to the
 * chunk that still says so.
 */
function sameLines(chunk: LaidChunk, memories: readonly DocumentMemory[], loose: Map<string, DocumentMemory[]>): readonly Line[] {
  const first = chunk.pieces[0];
  if (first === undefined) return [];
  const lines: Line[] = memories.map((memory) => ({ memory, chunk, piece: first }));
  const held = new Set(memories.map((memory) => memory.text));
  for (const piece of chunk.pieces) {
    for (const unit of piece.units) {
      if (unit.isTurn || held.has(unit.text)) continue;
      const memory = take(loose, unit, piece);
      if (memory !== null) lines.push({ memory, chunk, piece });
    }
  }
  return lines;
}

function newLines(chunk: LaidChunk, loose: Map<string, DocumentMemory[]>): readonly Line[] {
  return chunk.pieces.flatMap((piece) =>
    piece.units.map((unit): Line => {
      const memory = take(loose, unit, piece);
      return memory === null ? { memory, unit, chunk, piece } : { memory, chunk, piece };
    }),
  );
}

/** Takes the first memory left over that is this statement. */
function take(loose: Map<string, DocumentMemory[]>, unit: Unit, piece: Piece): DocumentMemory | null {
  const candidates = loose.get(unit.text);
  const at = candidates?.findIndex((memory) => isSameStatement(memory, unit, piece)) ?? -1;
  return at < 0 ? null : (candidates?.splice(at, 1)[0] ?? null);
}

function isSameStatement(memory: DocumentMemory, unit: Unit, { item }: Piece): boolean {
  const said = item.said === null ? null : (unit.saidAt ?? item.said);
  const isTimeFree = !item.isTimeGiven && unit.saidAt === null;
  return memory.context === item.context && (isTimeFree || (memory.mentionedAt?.getTime() ?? null) === (said?.at.getTime() ?? null));
}

/** What the kept memories of a delta are now. */
export function keptMemories(lines: readonly Line[]): readonly KeptMemory[] {
  return lines.flatMap(({ memory, chunk, piece: { item } }) =>
    memory === null
      ? []
      : [
          {
            memoryNo: memory.memoryNo,
            chunkIndex: chunk.index,
            metadata: item.metadata,
            tags: item.tags,
            observationScopes: item.observationScopes,
          },
        ],
  );
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
