import type { Unit } from "../domain/memory.js";
import { splitIntoChunks } from "../domain/text/split/index.js";
import type { Item } from "./item.js";
import type { RetainSettings } from "./settings.js";

/** A stretch of one item that lies in one chunk, with the units that are to become memories. */
export interface Piece {
  readonly item: Item;
  readonly settings: RetainSettings;
  readonly text: string;
  readonly units: readonly Unit[];
}

/** Cuts an item at the borders of chunks and into units. The same item under the same settings gives the same pieces: delta retains rest on it. */
export function split(item: Item, settings: RetainSettings): readonly Piece[] {
  const { chunks } = splitIntoChunks(item.content, { max: settings.chunkSize, structuredMax: settings.structuredChunkSize });
  return chunks.map((chunk) => ({
    item,
    settings,
    text: chunk.text,
    units: settings.mode === "local" ? chunk.units : [wholeChunk(chunk.text, chunk.units)],
  }));
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
