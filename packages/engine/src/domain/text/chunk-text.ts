import { readJson } from "./split/json-form.js";
import { type JsonObject, messagesInside, readMessage, restOfExport } from "./split/messages.js";

export interface ChunkLimits {
  /** UTF-16 units a chunk may have. */
  readonly max: number;
  /** UTF-16 units that one turn or object of JSON may have before it is cut; `max` when absent. */
  readonly structuredMax?: number;
}

/** Where a text may be cut, best first. The separator stays with the part before it. */
const SEPARATORS: readonly RegExp[] = [
  /\n\s*\n/gu,
  /\n/gu,
  /[.。]\s+|。/gu,
  /[!！]\s+|！/gu,
  /[?？]\s+|？/gu,
  /[;；]\s+|；/gu,
  /[,，、]\s+|[，、]/gu,
  /\s+/gu,
];

/**
 * Cuts a text into chunks of at most `max` UTF-16 units: JSON conversations and JSON lines between turns, other text at the best
 * separator that fits. Idempotent: any chunk that comes out is, cut again with the same limits, that chunk alone. The chunk ids
 * and the delta of a repeated retain rest on this.
 */
export function chunkText(text: string, limits: ChunkLimits): readonly string[] {
  const { max } = limits;
  if (text.length <= max) return [text];
  const structuredMax = Math.max(max, limits.structuredMax ?? max);
  const json = readJson(text);
  if (json?.kind === "array") return packRecords(json, ARRAY, max, structuredMax);
  if (json?.kind === "lines") return packRecords(json, LINES, max, structuredMax);
  if (json?.kind === "object") {
    if (text.length <= structuredMax) return [text];
    const inside = messagesInside(json.record);
    if (inside !== null) return chunksOfExport(json.record, inside, max, structuredMax);
  }
  return cutText(text, max);
}

/** An export (`{"title": …, "messages": [ … ]}`) too long for a chunk: what stands around the messages, then the messages. */
function chunksOfExport(record: JsonObject, messages: readonly JsonObject[], max: number, structuredMax: number): readonly string[] {
  const rest = restOfExport(record, messages);
  const written = { records: messages, sources: messages.map((message) => JSON.stringify(message)) };
  return [...(rest === null ? [] : cutText(rest, max)), ...packRecords(written, ARRAY, max, structuredMax)];
}

/** A part of a message shorter than this is no longer worth its frame; the message is then cut as text. */
const SMALLEST_PART = 16;

/** How records are written as one chunk. */
interface RecordForm {
  readonly join: (records: readonly string[]) => string;
  /** UTF-16 units of the brackets around a chunk's records. */
  readonly frame: number;
}
const ARRAY: RecordForm = { join: (records) => `[${records.join(",")}]`, frame: 2 };
const LINES: RecordForm = { join: (records) => records.join("\n"), frame: 0 };

interface Records {
  readonly records: readonly JsonObject[];
  /** The records as they are written. */
  readonly sources: readonly string[];
}

function packRecords({ records, sources }: Records, form: RecordForm, max: number, structuredMax: number): readonly string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let size = form.frame;
  const close = (): void => {
    if (open.length > 0) chunks.push(form.join(open));
    open = [];
    size = form.frame;
  };
  for (const [index, record] of records.entries()) {
    const written = sources[index] as string;
    if (written.length + form.frame > structuredMax) {
      close();
      chunks.push(...cutRecord(record, written, form, max));
      continue;
    }
    if (size + written.length + 1 > max) close();
    open.push(written);
    size += written.length + 1;
  }
  close();
  return chunks;
}

/** A message too long for a chunk becomes messages of the same speaker that share its text; any other record is cut as text. */
function cutRecord(record: JsonObject, written: string, form: RecordForm, max: number): readonly string[] {
  const key = ["content", "text", "message", "body", "utterance", "msg", "value"].find((name) => typeof record[name] === "string");
  if (key === undefined || readMessage(record) === null) return cutText(written, max);
  const whole = record[key] as string;
  const around = JSON.stringify({ ...record, [key]: "" }).length + form.frame;
  // Escapes make a text longer than it is: smaller parts are tried until all fit.
  for (let room = max - around; room >= SMALLEST_PART; room = Math.floor(room / 2)) {
    const parts = cutText(whole, room).map((part) => form.join([JSON.stringify({ ...record, [key]: part })]));
    if (parts.every((part) => part.length <= max)) return parts;
  }
  return cutText(written, max);
}

/** Recursive cutting at the best separator; neighbouring parts are joined again as long as they fit, and trimmed. */
function cutText(text: string, max: number): readonly string[] {
  return merge(partsOf(text, max, 0), max)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function partsOf(text: string, max: number, level: number): readonly string[] {
  if (text.length <= max) return [text];
  const separator = SEPARATORS[level];
  if (separator === undefined) return cutCharacters(text, max);
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(separator)) {
    const end = match.index + match[0].length;
    parts.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts.flatMap((part) => partsOf(part, max, level + 1));
}

function merge(parts: readonly string[], max: number): readonly string[] {
  const merged: string[] = [];
  let open = "";
  for (const part of parts) {
    if (open !== "" && open.length + part.trimEnd().length > max) {
      merged.push(open);
      open = "";
    }
    open += part;
  }
  if (open !== "") merged.push(open);
  return merged;
}

function cutCharacters(text: string, max: number): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + max);
    const code = text.charCodeAt(end);
    if (end < text.length && code >= 0xdc00 && code <= 0xdfff && end - start > 1) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
