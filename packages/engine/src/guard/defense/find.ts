import { RE2JS } from "re2js";
import type { Detector } from "./detectors/index.js";

/** Something that a detector found: places in the text, in UTF-16 units. */
export interface Found {
  readonly detector: Detector;
  readonly start: number;
  readonly end: number;
}

/** Compiled once each, when a text first passes the hint. */
const COMPILED = new Map<Detector, RE2JS>();

/**
 * What one detector finds in a text, from left to right, none over another.
 *
 * Linear in the length of the text whatever it holds: the hint looks at a bounded number of characters from each place, the pattern runs on an
 * engine without backtracking, a match that does not count is passed over as a whole, and the search for the last line of a block goes on
 * where the one before it ended (docs/decisions/memory-defense.md).
 */
export function find(detector: Detector, text: string): readonly Found[] {
  if (!detector.hint.test(text)) return [];
  const matcher = compiled(detector).matcher(text);
  const hasGroup = matcher.groupCount() > 0;
  const closing = detector.closing === undefined ? null : closingFinder(text, detector.closing);
  const found: Found[] = [];
  let from = 0;
  while (matcher.find()) {
    const [start, end] = [matcher.start(hasGroup ? 1 : 0), matcher.end(hasGroup ? 1 : 0)];
    if (start < from) continue; // inside a block that was found already
    const length = detector.measure?.(text.slice(start, end)) ?? end - start;
    const last = closing?.(end) ?? start + length;
    if (length === 0 || (detector.isClosed && isWord(text.charCodeAt(last)))) continue;
    found.push({ detector, start, end: last });
    from = last;
  }
  return found;
}

function compiled(detector: Detector): RE2JS {
  const known = COMPILED.get(detector);
  if (known !== undefined) return known;
  const made = RE2JS.compile(detector.pattern);
  COMPILED.set(detector, made);
  return made;
}

/** An ASCII letter, digit or underscore. NaN, which is the end of the text, is none. */
function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

/** Longest block of a private key: one of 16,384 bits has 12,700 characters. */
const LONGEST_BLOCK = 32_768;
/** Lines of a block whose last line is missing: base64, headers of PEM, and line breaks, also written as \n. */
const BLOCK_BODY =
  /^(?:[A-Za-z0-9+/=]{16,}|[ \t\r]{1,64}|\n|\\n|\\r|Proc-Type: [0-9A-Z,]{1,40}|DEK-Info: [0-9A-Za-z,-]{1,99}|Version: [^\n]{0,99}|Comment: [^\n]{0,99})*/;

/**
 * Gives for a place behind the first line of a block the end of its last line. Places must come from left to right, so that each last line is looked for once.
 * Where there is none, the block ends with what looks like its body.
 */
function closingFinder(text: string, { begin, end }: NonNullable<Detector["closing"]>): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next !== Number.POSITIVE_INFINITY && next < from) {
      const at = text.indexOf(begin, from);
      next = at < 0 ? Number.POSITIVE_INFINITY : at;
    }
    if (next - from <= LONGEST_BLOCK) {
      const line = text.slice(next + begin.length, next + begin.length + 80);
      const stop = line.indexOf(end);
      return next + begin.length + (stop < 0 ? 0 : stop + end.length);
    }
    return from + (BLOCK_BODY.exec(text.slice(from, from + LONGEST_BLOCK))?.[0].length ?? 0);
  };
}
