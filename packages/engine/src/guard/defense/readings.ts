import { firstFrom } from "../../domain/first-from.js";

/** A text as a reader of JSON, YAML or Markdown gets it, who takes escapes for what they stand for, or as it looks on a screen. */
export interface Reading {
  readonly text: string;
  /** Where a place of the reading lies in the text as it was written, in UTF-16 units. Never within an escape. */
  writtenAt(place: number): number;
}

/** How often a text is unescaped: JSON in a string of JSON in a string of JSON. */
const DEEPEST = 3;

/** Escapes of JSON, `\x5f` and `\_` of YAML and Markdown; each stands for one UTF-16 unit. Read from left to right, they are in step with a parser's. */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([bfnrt])|([!-/:-@[-`{-~]))/g;
const CONTROL: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Runs of characters that nobody sees (bounded, since V8 keeps a place for each to go back to), and what looks like ASCII and is not: tags, full width, letters and digits of mathematics, and those in circles. */
const DISGUISE =
  /[\u{e0020}-\u{e007e}\u3000\uff01-\uff5e\u{1d400}-\u{1d7ff}\u2460-\u2468\u24b6-\u24e9]|(?:(?![\u{e0020}-\u{e007e}])\p{Default_Ignorable_Code_Point}){1,1000}/gu;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
/** Texts without one of these have no disguise: signs of full width alone are the ordinary ones of Chinese and Japanese. */
const DISGUISED =
  /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}\u2460-\u2468\u24b6-\u24e9]|\p{Default_Ignorable_Code_Point}/u;

/**
 * The readings of a text, as it was written first, then without one layer of escapes after another while there are any; each also as it looks, where that is
 * different. `current` gives the text before each, so that what was taken out meanwhile is not read again. A text need not be JSON: parts of it are, and what
 * comes together later may be.
 */
export function* readings(current: () => string): Generator<Reading, void> {
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const reading = withoutLayers(current(), depth);
    if (reading === null) return;
    yield reading;
    if (!DISGUISED.test(reading.text)) continue;
    const left = withoutLayers(current(), depth);
    const seen = left === null ? null : asItLooks(left.text);
    if (left !== null && seen !== null) yield behind(left, seen);
  }
}

/** A text as it looks to a reader: without what nobody sees, in plain letters and digits. Null where that is how it is written. */
export function asItLooks(text: string): Reading | null {
  if (!DISGUISED.test(text)) return null;
  return rewritten(text, DISGUISE, ([whole]) => {
    const code = whole.codePointAt(0) ?? 0;
    if (code >= 0xe0020 && code <= 0xe007e) return String.fromCharCode(code - 0xe0000);
    return UNSEEN.test(whole) ? "" : whole.normalize("NFKC");
  });
}

function withoutLayers(text: string, depth: number): Reading | null {
  let reading: Reading = { text, writtenAt: (place) => place };
  for (let layer = 0; layer < depth; layer += 1) {
    const inner = unescaped(reading.text);
    if (inner === null) return null;
    reading = behind(reading, inner);
  }
  return reading;
}

/** A reading of a reading. */
function behind(outer: Reading, inner: Reading): Reading {
  return { text: inner.text, writtenAt: (place) => outer.writtenAt(inner.writtenAt(place)) };
}

/** The text without one layer of escapes; null when it has none. */
function unescaped(text: string): Reading | null {
  if (!text.includes("\\")) return null;
  return rewritten(text, ESCAPE, ([, unit, byte, control, sign]) => {
    const code = unit ?? byte;
    return code === undefined ? (CONTROL[control ?? ""] ?? sign ?? "") : String.fromCharCode(Number.parseInt(code, 16));
  });
}

/** The text with something in the place of each match, never longer than the match and at most one unit; null when there is none. */
function rewritten(text: string, what: RegExp, by: (match: RegExpExecArray) => string): Reading | null {
  /** Places of matches in the reading, and how many units they have had more than what stands for them, up to each. */
  const places: number[] = [];
  const surplus: number[] = [];
  let more = 0;
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(what)) {
    const instead = by(match);
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push(instead);
    places.push(match.index - more);
    more += match[0].length - instead.length;
    surplus.push(more);
    from = match.index + match[0].length;
  }
  if (places.length === 0) return null;
  parts.push(text.slice(from));
  return {
    text: parts.join(""),
    writtenAt(place) {
      return place + (surplus[firstFrom(places, place) - 1] ?? 0);
    },
  };
}
