import { createHash } from "node:crypto";
import { readJson } from "../domain/text/split/json-form.js";
import type { Item } from "./item.js";
import type { Piece } from "./split.js";

/** A chunk of the new version of a document. */
export interface LaidChunk {
  readonly index: number;
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
  /** What a language model reads it from; null when none does. */
  readonly source: string | null;
  /** What of this request lies in it. */
  readonly pieces: readonly Piece[];
}

/** What the memories of one chunk have in common, so that a change of tags can be carried to all memories of a chunk that did not change. */
export type Attributes = Pick<Item, "context" | "metadata" | "tags" | "observationScopes" | "trust">;

/** The last chunk of a stored document, where an append goes on. */
export interface Tail {
  readonly index: number;
  readonly text: string;
  /** Of its last memory; null when it has none. */
  readonly attributes: Attributes | null;
  readonly isTurn: boolean;
}

/**
 * Lays pieces into chunks, from `firstIndex` on. Turns of a conversation that follow one another share a chunk as far as they fit, also with the tail
 * of the stored document: a chunk is what a reader gets around a memory, and a single turn is little. Statements keep a chunk each: facts that only
 * came in one call say nothing about one another. So does what a language model reads. A chunk holds items of the same context, tags and metadata.
 */
export function layOut(pieces: readonly Piece[], firstIndex: number, tail: Tail | null): readonly LaidChunk[] {
  const chunks: OpenChunk[] = [];
  let open: OpenChunk | null = tail === null ? null : { ...tail, pieces: [] };
  for (const piece of pieces) {
    const joined = open === null ? null : joinPiece(open, piece);
    if (open !== null && joined !== null) {
      open.text = joined;
      if (open.pieces.length === 0) chunks.push(open);
      open.pieces.push(piece);
      continue;
    }
    const last = chunks.at(-1);
    const index = last === undefined ? firstIndex : last.index + 1;
    open = { index, text: piece.text, pieces: [piece], attributes: piece.item, isTurn: isTalk(piece) };
    chunks.push(open);
  }
  return chunks.map(({ index, text, pieces: held }) => ({
    index,
    text,
    pieces: held,
    hash: sha256(text),
    source: held[0]?.toRead?.source ?? null,
  }));
}

interface OpenChunk {
  readonly index: number;
  text: string;
  readonly pieces: Piece[];
  readonly attributes: Attributes | null;
  readonly isTurn: boolean;
}

/** The text of a chunk with one more piece; null when the piece begins a chunk of its own. */
function joinPiece(open: OpenChunk, piece: Piece): string | null {
  if (!open.isTurn || !isTalk(piece) || !sameAttributes(open.attributes, piece.item)) return null;
  const joined = joinTexts(open.text, piece.text);
  return joined !== null && joined.length <= piece.settings.chunkSize ? joined : null;
}

function isTalk(piece: Piece): boolean {
  return piece.settings.mode === "local" && piece.units.length > 0 && piece.units.every((unit) => unit.isTurn);
}

function sameAttributes(a: Attributes | null, b: Attributes): boolean {
  return a !== null && attributesKey(a) === attributesKey(b);
}

/** Equal for items whose memories differ in text and time alone. */
export function attributesKey({ context, metadata, tags, observationScopes, trust }: Attributes): string {
  const sorted = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([context, sorted, [...tags].sort(), observationScopes, trust ?? "normal"]);
}

/** Two texts as one, in the form that both have: a JSON array, JSON lines or plain text. Null when their forms differ. */
export function joinTexts(before: string, after: string): string | null {
  const [a, b] = [readJson(before), readJson(after)];
  if (a?.kind !== b?.kind || a?.kind === "object") return null;
  if (a?.kind === "array" && b?.kind === "array") return joinRecords([...a.sources, ...b.sources]);
  return `${before}\n${after}`;
}

/** Records as one JSON array, each as it was written: parsed and written again, numbers beyond double precision would change. */
export function joinRecords(sources: readonly string[]): string {
  return `[${sources.join(",")}]`;
}

/** The text of a document after more was said: arrays of messages become one array, anything else follows on a new line. */
export function appendText(before: string, after: string): string {
  return joinTexts(before, after) ?? `${before}\n${after}`;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
