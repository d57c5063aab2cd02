import { readJson } from "../../domain/text/split/json-form.js";
import { isObject, type JsonObject } from "../../domain/text/split/messages.js";
import { sentences } from "../../domain/text/split/sentences.js";

/** Chunks of so many UTF-16 units are not cut further: a model that cannot answer to so little does not end because of its input. */
export const SMALLEST_HALF = 500;

/**
 * A chunk as two, both of the same form: an array or lines of JSON between turns, a single turn by halving its text, other text at the sentence end
 * nearest to its middle. Null when it is too short, or when one half would be no shorter.
 */
export function halve(text: string): readonly [string, string] | null {
  if (text.length <= SMALLEST_HALF) return null;
  const halves = halvesOfJson(text) ?? halvesOfText(text);
  return halves.every((half) => half.trim() !== "" && half.length < text.length) ? halves : null;
}

function halvesOfJson(text: string): readonly [string, string] | null {
  const json = readJson(text);
  if (json === null) return null;
  const write = (sources: readonly string[]) =>
    json.kind === "array" ? `[${sources.join(",")}]` : json.kind === "lines" ? sources.join("\n") : (sources[0] ?? "");
  const { sources } = json;
  if (sources.length > 1) {
    const middle = Math.ceil(sources.length / 2);
    return [write(sources.slice(0, middle)), write(sources.slice(middle))];
  }
  const [record] = json.kind === "object" ? [json.record] : json.records;
  const halves = record === undefined ? null : halvesOfRecord(record);
  return halves && [write([halves[0]]), write([halves[1]])];
}

/** Where the text of a record stands: its longest string, as that is what makes it long; or its longest list of records. */
function halvesOfRecord(record: JsonObject): readonly [string, string] | null {
  const [longest] = Object.entries(record).sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  if (longest === undefined) return null;
  const [key, value] = longest;
  const parts = halvesOfValue(value);
  return parts && [JSON.stringify({ ...record, [key]: parts[0] }), JSON.stringify({ ...record, [key]: parts[1] })];
}

function halvesOfValue(value: unknown): readonly [unknown, unknown] | null {
  if (typeof value === "string" && value.length > 1) return halvesOfText(value);
  if (Array.isArray(value) && value.length > 1) {
    const middle = Math.ceil(value.length / 2);
    return [value.slice(0, middle), value.slice(middle)];
  }
  const only = Array.isArray(value) ? value[0] : value;
  if (!isObject(only)) return null;
  const halves = halvesOfRecord(only);
  const parsed = halves?.map((half) => JSON.parse(half) as unknown);
  if (parsed === undefined) return null;
  return Array.isArray(value) ? [[parsed[0]], [parsed[1]]] : [parsed[0], parsed[1]];
}

const sizeOf = (value: unknown): number => (typeof value === "string" ? value.length : (JSON.stringify(value)?.length ?? 0));

/** How far from the middle a sentence may end, as a share of the text. */
const REACH = 0.2;
const PLACEHOLDER = /⟦hs-att:[0-9a-f]*⟧/gu;

function halvesOfText(text: string): readonly [string, string] {
  const middle = Math.floor(text.length / 2);
  const ends: number[] = [];
  let end = 0;
  for (const sentence of sentences(text)) {
    end += sentence.length;
    ends.push(end);
  }
  const near = ends
    .filter((place) => Math.abs(place - middle) <= REACH * text.length && place < text.length)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const place = near[0] ?? whole(text, wordEnd(text, middle));
  return [text.slice(0, place), text.slice(place)];
}

/** Behind the white space nearest before the middle, where there is any near it; else the middle. */
function wordEnd(text: string, middle: number): number {
  const space = text.lastIndexOf(" ", middle);
  return middle - space <= REACH * text.length && space > 0 ? space + 1 : middle;
}

/** Neither inside a character nor inside an attachment's placeholder. */
function whole(text: string, place: number): number {
  for (const match of text.matchAll(PLACEHOLDER)) {
    const end = match.index + match[0].length;
    if (match.index < place && place < end) return end < text.length ? end : match.index;
  }
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place - 1 : place;
}
