import { createRequire } from "node:module";

interface Encoding {
  encode(text: string, options: EncodeOptions): number[];
  countTokens(text: string, options: EncodeOptions): number;
  decode(tokens: Iterable<number>): string;
}
interface EncodeOptions {
  readonly disallowedSpecial: Set<string>;
}

/** Special-token literals (`<|endoftext|>`) are text like any other: nothing is allowed as special, nothing disallowed. */
const AS_PLAIN_TEXT: EncodeOptions = { disallowedSpecial: new Set() };

/**
 * Runs longer than this are cut before they are encoded: merging one run is quadratic in its length (10,000 × "中" 424 ms, 50,000
 * 13 s; in pieces of 128 a million take 0.4 s). Words are shorter; a cut adds at most one token.
 */
const MAX_RUN = 128;
/** Text is encoded in slices of about this many UTF-16 units, so that a limit is found without encoding a megabyte. */
const SLICE = 4_096;

const LONG_RUN = new RegExp(String.raw`[\p{L}\p{M}]{${MAX_RUN + 1}}|\s{${MAX_RUN + 1}}|[^\s\p{L}\p{N}]{${MAX_RUN + 1}}`, "u");
const RUN_PIECES = new RegExp(String.raw`[\p{L}\p{M}]{1,${MAX_RUN}}|\s{1,${MAX_RUN}}|[^\s\p{L}\p{M}]{1,${MAX_RUN}}`, "gu");
const BREAK = /\s(?=\S)/gu;

const require = createRequire(import.meta.url);
let loaded: Encoding | null = null;

/** The `o200k_base` encoding, loaded at first use: 0.2 s and 50 MB. */
function encoding(): Encoding {
  loaded ??= require("gpt-tokenizer/encoding/o200k_base") as Encoding;
  return loaded;
}

/** Cuts a text at white space into slices of bounded size, and what has none into pieces. Joined they are the text. */
function* slices(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = start + SLICE >= text.length ? text.length : sliceEnd(text, start);
    const slice = text.slice(start, end);
    if (LONG_RUN.test(slice)) yield* slice.match(RUN_PIECES) ?? [];
    else yield slice;
    start = end;
  }
}

function sliceEnd(text: string, start: number): number {
  const limit = start + SLICE;
  BREAK.lastIndex = limit - MAX_RUN;
  const found = BREAK.exec(text.slice(0, limit));
  const end = found === null ? limit : found.index;
  return isLowSurrogate(text, end) ? end - 1 : end;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Tokens of a text in `o200k_base`. Linear in the text's length, whatever it holds. */
export function countTokens(text: string): number {
  let total = 0;
  for (const slice of slices(text)) total += encoding().countTokens(slice, AS_PLAIN_TEXT);
  return total;
}

/** True when a text has at most `limit` tokens; stops counting where it has more. A token is at least one byte, so short texts are not encoded. */
export function fitsTokens(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return true;
  let total = 0;
  for (const slice of slices(text)) {
    total += encoding().countTokens(slice, AS_PLAIN_TEXT);
    if (total > limit) return false;
  }
  return true;
}

/** The longest start of a text that has at most `limit` tokens; never half a character. */
export function truncateToTokens(text: string, limit: number): string {
  let total = 0;
  let kept = 0;
  for (const slice of slices(text)) {
    const tokens = encoding().encode(slice, AS_PLAIN_TEXT);
    if (total + tokens.length > limit) return text.slice(0, kept) + startOf(slice, tokens.slice(0, Math.max(0, limit - total)));
    total += tokens.length;
    kept += slice.length;
  }
  return text;
}

/** What some first tokens of a slice stand for. Tokens end at bytes, not at characters: a broken last character is left out. */
function startOf(slice: string, tokens: readonly number[]): string {
  const decoded = encoding().decode(tokens);
  let length = 0;
  while (length < decoded.length && decoded[length] === slice[length]) length += 1;
  return slice.slice(0, isLowSurrogate(slice, length) ? length - 1 : length);
}
