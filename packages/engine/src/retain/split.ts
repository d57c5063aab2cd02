import { withFileNames, withoutPlaceholders } from "../domain/attachments.js";
import type { Moment, Unit } from "../domain/memory.js";
import type { Reading } from "../domain/reading.js";
import { isBlank } from "../domain/text/sanitise.js";
import { splitIntoChunks } from "../domain/text/split/index.js";
import type { Item } from "./item.js";
import type { RetainSettings } from "./settings.js";
import { chunkSource, readingKey } from "./source-hash.js";

/** A stretch of one item that lies in one chunk, with the units that are to become memories. */
export interface Piece {
  readonly item: Item;
  readonly settings: RetainSettings;
  readonly text: string;
  /** Of a piece that a language model reads: none until it is read. */
  readonly units: readonly Unit[];
  /** Set for a piece that a language model reads; it is a chunk of its own. */
  readonly toRead: ToRead | null;
}

export interface ToRead {
  /** What decides whether the chunk is one that was read before (`chunkSource`). */
  readonly source: string;
  /** What the answer depends on (`readingKey`). */
  readonly key: string;
  /** The time with which it is read: the item's; where the caller gives none, the first that the chunk itself tells. */
  readonly said: Moment | null;
  /** Place among the chunks of the item. */
  readonly index: number;
  readonly total: number;
  readonly isRead: boolean;
}

/** Cuts an item at the borders of chunks and into units. The same item under the same settings gives the same pieces: delta retains rest on it. */
export function split(item: Item, settings: RetainSettings): readonly Piece[] {
  const { chunks } = splitIntoChunks(item.content, { max: settings.chunkSize, structuredMax: settings.structuredChunkSize });
  return chunks.map(({ text, units }, index): Piece => {
    const { mode, distil } = settings;
    if (distil === null) {
      const all = mode === "local" ? units : [wholeChunk(text, units)];
      return { item, settings, text, units: sayingSomething(all, item), toRead: null };
    }
    const source = chunkSource(text, item, distil);
    const said = item.isTimeGiven ? item.said : (units.find((unit) => unit.saidAt !== null)?.saidAt ?? item.said);
    const key = readingKey(source, { ...item, said }, distil);
    return { item, settings, text, units: [], toRead: { source, key, said, index, total: chunks.length, isRead: false } };
  });
}

/** The piece with what the model found in it, each fact a unit. */
export function withReadings(piece: Piece, readings: readonly Reading[]): Piece {
  if (piece.toRead === null) return piece;
  const { item, toRead } = piece;
  const saidAt = toRead.said === item.said ? null : toRead.said;
  const units = readings.map((reading): Unit => ({ text: reading.text, speaker: null, role: null, saidAt, isTurn: false, reading }));
  return { ...piece, units: sayingSomething(units, item), toRead: { ...toRead, isRead: true } };
}

/**
 * The units that are worth a memory. An attachment alone says nothing, and the memories around it bring it along; where the item holds nothing else, it is
 * what is to be remembered, found by the name of its file.
 */
function sayingSomething(units: readonly Unit[], { content, attachments }: Item): readonly Unit[] {
  if (attachments.length === 0) return units;
  const isAttachmentAlone = (unit: Unit): boolean => isBlank(withoutPlaceholders(unit.text));
  if (!isBlank(withoutPlaceholders(content))) return units.filter((unit) => !isAttachmentAlone(unit));
  return units.map((unit) => (isAttachmentAlone(unit) ? { ...unit, text: withFileNames(unit.text, attachments) } : unit));
}

/** A chunk as one unit; it has a speaker when it is a single turn. */
function wholeChunk(text: string, units: readonly Unit[]): Unit {
  const [only, ...others] = units;
  const turn = only !== undefined && others.length === 0 ? only : null;
  return {
    text,
    speaker: turn?.speaker ?? null,
    role: turn?.role ?? null,
    saidAt: turn?.saidAt ?? null,
    isTurn: turn?.isTurn ?? false,
  };
}
