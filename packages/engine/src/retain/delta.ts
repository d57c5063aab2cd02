import { attachmentIdsIn } from "../domain/attachments.js";
import type { Unit } from "../domain/memory.js";
import { textHash } from "../domain/text/text-hash.js";
import type { KeptMemory } from "../store/memories/keep-memories.js";
import type { DocumentMemory } from "../store/memories/read-document-memories.js";
import { type ChunkState, matchChunks } from "./delta-chunks.js";
import { teaches } from "./item.js";
import { attributesKey, type LaidChunk } from "./lay-out.js";
import { signsOf } from "./rows.js";
import { sourceHash } from "./source-hash.js";
import type { Piece } from "./split.js";

/** A unit of the new version, in the order of the text: a memory that is there already, or one to be made. */
export type Line =
  | { readonly memory: DocumentMemory; readonly chunk: LaidChunk; readonly piece: Piece }
  | { readonly memory: null; readonly unit: Unit; readonly chunk: LaidChunk; readonly piece: Piece };

/** A line that a stored memory stands in. */
export type KeptLine = Extract<Line, { readonly memory: object }>;

export interface Delta {
  /** The whole new version, in order. */
  readonly lines: readonly Line[];
  /** Chunks whose text is new, or that are read otherwise now. */
  readonly changed: readonly LaidChunk[];
  /** Chunks that a language model has to read before the delta is known. */
  readonly unread: readonly Piece[];
  /** Memories of the old version that do not stand in the new one. */
  readonly forgotten: readonly number[];
}

/** A unit on its way to a line. */
interface Slot {
  readonly unit: Unit;
  readonly chunk: LaidChunk;
  readonly piece: Piece;
  readonly source: string;
  memory: DocumentMemory | null;
}

/**
 * What a new version of a document changes, statement by statement: a unit keeps the memory that was read from the same source, with its id, its vector
 * and what was learned from it. The source is text, speaker, context, the caller's entities and the mode (`sourceHash`), and the time where the caller
 * gives one; tags, metadata and observation scopes are carried to the kept memory. First each chunk takes its own memories, then what is left over goes
 * to the chunks in order: one word changed in a page does not make the page new.
 *
 * What a language model reads is compared chunk by chunk instead (`matchChunks`).
 *
 * A chunk with the hash that is stored at its index need not be written, but that says nothing of its memories: they may have been deleted by kind. A
 * statement whose memory stands in another chunk, since it was said twice, gets no line there.
 */
export function delta(
  oldHashes: readonly string[],
  oldMemories: readonly DocumentMemory[],
  chunks: readonly LaidChunk[],
  { oldSources = [], isAnew = false }: DeltaOptions = {},
): Delta {
  const usable = isAnew ? [] : oldMemories;
  const states = matchChunks(isAnew ? [] : oldSources, usable, chunks);
  const slots = chunks.flatMap((chunk) =>
    chunk.pieces.flatMap((piece) =>
      piece.toRead !== null
        ? []
        : piece.units.map(
            (unit): Slot => ({ unit, chunk, piece, source: sourceHash(unit, piece.item, piece.settings.mode), memory: null }),
          ),
    ),
  );
  const bySource = groupBy(usable, (memory) => memory.sourceHash);
  const isSameText = (chunk: LaidChunk): boolean => oldHashes[chunk.index] === chunk.hash;
  for (const slot of slots) slot.memory = take(bySource, slot, slot.chunk.index);
  for (const slot of slots) slot.memory ??= take(bySource, slot, null);
  const kept = slots.filter((slot) => slot.memory !== null);
  const said = new Set(kept.filter(({ unit }) => !unit.isTurn).map(statementKey));
  const ofChunk = groupBy(slots, (slot) => slot.chunk);
  const lines = chunks.flatMap((chunk): readonly Line[] => {
    const state = states.get(chunk);
    if (state !== undefined) return chunk.pieces.flatMap((piece) => factLines(state, chunk, piece));
    return (ofChunk.get(chunk) ?? []).flatMap((slot): readonly Line[] => {
      const { memory, unit, piece } = slot;
      if (memory !== null) return [{ memory, chunk, piece }];
      return !unit.isTurn && isSameText(chunk) && said.has(statementKey(slot)) ? [] : [{ memory, unit, chunk, piece }];
    });
  });
  const keptNos = new Set(lines.map(({ memory }) => memory?.memoryNo));
  return {
    lines,
    changed: chunks.filter((chunk) => !isSameText(chunk) || (oldSources[chunk.index] ?? null) !== chunk.source),
    unread: [...states].flatMap(([chunk, state]) =>
      state.is === "new" ? chunk.pieces.filter((piece) => piece.toRead?.isRead === false) : [],
    ),
    forgotten: oldMemories.filter((memory) => !keptNos.has(memory.memoryNo)).map((memory) => memory.memoryNo),
  };
}

interface DeltaOptions {
  /** What a language model read the stored chunks from, by index. */
  readonly oldSources?: readonly (string | null)[];
  /** True to make every memory anew, whatever is stored. */
  readonly isAnew?: boolean;
}

/** The facts of a chunk that a model reads: those that are stored, or those that it was just read for. */
function factLines(state: ChunkState, chunk: LaidChunk, piece: Piece): readonly Line[] {
  if (state.is === "kept") return state.memories.map((memory) => ({ memory, chunk, piece }));
  return state.is === "known" ? [] : piece.units.map((unit) => ({ memory: null, unit, chunk, piece }));
}

/** Equal for statements of which a document holds one, as far as its times do not differ. */
function statementKey({ unit, piece }: Slot): string {
  return `${textHash(unit.text).toString("hex")} ${attributesKey(piece.item)}`;
}

/** Takes the first memory left over that was read from this, in the chunk that is asked for or in any. */
function take(
  bySource: Map<string | null, DocumentMemory[]>,
  { source, unit, piece }: Slot,
  chunkIndex: number | null,
): DocumentMemory | null {
  const candidates = bySource.get(source);
  const at =
    candidates?.findIndex((memory) => (chunkIndex === null || memory.chunkIndex === chunkIndex) && isSameTime(memory, unit, piece)) ?? -1;
  return at < 0 ? null : (candidates?.splice(at, 1)[0] ?? null);
}

/** A time that the caller does not give is that of the call, and says nothing against the one that is stored; nor does any against one that was edited. */
function isSameTime(memory: DocumentMemory, unit: Unit, { item }: Piece): boolean {
  if (memory.hasOwnTime || (!item.isTimeGiven && unit.saidAt === null)) return true;
  const said = item.said === null ? null : (unit.saidAt ?? item.said);
  return (
    (memory.mentionedAt?.getTime() ?? null) === (said?.at.getTime() ?? null) && memory.mentionedOffset === (said?.offsetMinutes ?? null)
  );
}

/** What the kept memories of a delta are now. */
export function keptMemories(lines: readonly Line[]): readonly KeptMemory[] {
  return lines.flatMap(({ memory, chunk, piece: { item, text, toRead } }) =>
    memory === null
      ? []
      : [
          {
            memoryNo: memory.memoryNo,
            chunkIndex: chunk.index,
            metadata: item.metadata,
            tags: [...new Set([...item.tags, ...memory.labelTags])],
            observationScopes: item.observationScopes,
            attachmentIds: toRead === null ? attachmentIdsIn(text) : null,
            trust: item.trust ?? "normal",
            isLearnt: teaches(item, signsOf(memory, item)),
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
