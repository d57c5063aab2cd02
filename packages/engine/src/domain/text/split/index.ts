// split: content becomes units, and units lie in chunks.
// In: the sanitised text of one item or document. Out: its form, and units in order, each fit to become one memory.
// What is said stays verbatim; nothing is summarised, and no word is lost.

import type { Unit } from "../../memory.js";
import { chunkText } from "../chunk-text.js";
import { fitsTokens } from "../tokens.js";
import { readJson } from "./json-form.js";
import { isConversation, type JsonObject, messagesInside, messageUnits, readMessage, restOfExport } from "./messages.js";
import { dayOrderOf, momentOf, readStamp } from "./moment.js";
import { cutToTokens, packParts } from "./pack.js";
import { GROUP_TOKENS, hasSections, isStructured, PROSE_START, readProse } from "./prose.js";
import { type LabelledLine, readLabel, roleOf, speaksAlone } from "./speaker-label.js";
import { readTranscript, recogniseLongTurn, recogniseTranscript, TRANSCRIPT_START, type TranscriptForm } from "./transcript.js";

/** What a content is: one turn or statement; a conversation in plain text, as a JSON array, or as JSON lines; text; or structured text. */
export type ContentForm = "turn" | "transcript" | "messages" | "jsonl" | "prose" | "document";

/** The largest unit: what the local encoder reads of a text (docs of e5-small-v2: 512, measured best at 256). */
export const MAX_UNIT_TOKENS = 256;

export interface SplitOptions {
  readonly maxUnitTokens?: number;
}

export interface ChunkOptions extends SplitOptions {
  /** UTF-16 units a chunk may have. */
  readonly max: number;
  /** UTF-16 units that one turn or object of JSON may have before it is cut; at least `max`. */
  readonly structuredMax?: number;
}

export interface ChunkWithUnits {
  readonly text: string;
  readonly units: readonly Unit[];
}

/** Splits a content as a whole. */
export function splitContent(content: string, options: SplitOptions = {}): { readonly form: ContentForm; readonly units: readonly Unit[] } {
  const splitter = openSplitter(content, options);
  return { form: splitter.form, units: splitter.read(content, true) };
}

/**
 * Cuts a content into chunks and each chunk into its units; no unit crosses a chunk. The form is told by the whole content, and
 * who spoke last, on which day, and under which headings carries over from chunk to chunk. A heading at the end of a chunk is carried by the next.
 */
export function splitIntoChunks(
  content: string,
  options: ChunkOptions,
): { readonly form: ContentForm; readonly chunks: readonly ChunkWithUnits[] } {
  const splitter = openSplitter(content, options);
  const chunks = chunkText(content, options).map((text, index, all) => ({ text, units: splitter.read(text, index === all.length - 1) }));
  return { form: splitter.form, chunks };
}

interface Splitter {
  readonly form: ContentForm;
  /** Reads the next chunk of the content; what the last one leaves open is closed. */
  read(chunk: string, isLast: boolean): readonly Unit[];
}

function openSplitter(content: string, options: SplitOptions): Splitter {
  const maxTokens = options.maxUnitTokens ?? MAX_UNIT_TOKENS;
  const json = readJson(content);
  if (json !== null) {
    const records = json.kind === "object" ? (messagesInside(json.record) ?? [json.record]) : json.records;
    const form = !isConversation(records) ? "document" : json.kind === "lines" ? "jsonl" : "messages";
    return { form, read: (chunk) => readJsonChunk(chunk, maxTokens) };
  }
  const transcript = recogniseTranscript(content);
  if (transcript !== null) return transcriptSplitter(transcript, maxTokens);
  if (fitsTokens(content, maxTokens) && (turnLabel(content) !== null || !hasSections(content))) {
    return { form: "turn", read: (chunk) => readTurn(chunk, maxTokens) };
  }
  const longTurn = recogniseLongTurn(content);
  if (longTurn !== null) return { ...transcriptSplitter(longTurn, maxTokens), form: "turn" };
  return proseSplitter(isStructured(content) ? "document" : "prose", maxTokens);
}

function transcriptSplitter(form: TranscriptForm, maxTokens: number): Splitter {
  let state = TRANSCRIPT_START;
  return {
    form: "transcript",
    read(chunk) {
      const result = readTranscript(chunk, form, state, maxTokens);
      state = result.state;
      return result.units;
    },
  };
}

function proseSplitter(form: "prose" | "document", maxTokens: number): Splitter {
  let state = PROSE_START;
  return {
    form,
    read(chunk, isLast) {
      const result = readProse(chunk, state, maxTokens, isLast);
      state = result.state;
      return result.units;
    },
  };
}

/** The label of a text that begins like somebody's turn, or null. */
function turnLabel(text: string): LabelledLine | null {
  const [firstLine = ""] = text.trim().split(/\r?\n/u, 1);
  const line = readLabel(firstLine);
  return line !== null && line.text !== "" && speaksAlone(line) ? line : null;
}

/** One short item: verbatim, with its speaker, and the time written beside it, where it starts with one. */
function readTurn(chunk: string, maxTokens: number): readonly Unit[] {
  const turn = turnLabel(chunk);
  const stamp = turn?.stamp ? readStamp(turn.stamp, dayOrderOf(chunk)) : null;
  return plainUnits(chunk, maxTokens).map((unit) => ({
    ...unit,
    speaker: turn?.label ?? null,
    role: turn === null ? null : roleOf(turn.label),
    saidAt: stamp === null ? null : momentOf(stamp, null),
    isTurn: turn !== null,
  }));
}

function plainUnits(text: string, maxTokens: number): readonly Unit[] {
  return cutToTokens(text.trim(), maxTokens)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => ({ text: part, speaker: null, role: null, saidAt: null, isTurn: false }));
}

function readJsonChunk(chunk: string, maxTokens: number): readonly Unit[] {
  const json = readJson(chunk);
  if (json === null) return plainUnits(chunk, maxTokens);
  if (json.kind === "object") {
    const inside = messagesInside(json.record);
    if (inside !== null) {
      const rest = restOfExport(json.record, inside);
      return [
        ...(rest === null ? [] : plainUnits(rest, maxTokens)),
        ...inside.flatMap((record) => recordUnits(record, JSON.stringify(record), maxTokens)),
      ];
    }
  }
  const records = json.kind === "object" ? [json.record] : json.records;
  if (isConversation(records)) return records.flatMap((record, index) => recordUnits(record, json.sources[index] as string, maxTokens));
  if (json.kind === "object" || fitsTokens(chunk, maxTokens)) return plainUnits(chunk, maxTokens);
  const parts = json.sources.flatMap((source) => cutToTokens(`${source}\n`, maxTokens));
  return packParts(parts, Math.min(maxTokens, GROUP_TOKENS)).flatMap((text) => plainUnits(text, maxTokens));
}

function recordUnits(record: JsonObject, source: string, maxTokens: number): readonly Unit[] {
  const message = readMessage(record);
  return message === null ? plainUnits(source, maxTokens) : messageUnits(message, maxTokens);
}
