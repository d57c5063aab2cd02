import { redactionMark } from "../../domain/text/redaction-mark.js";
import type { Detector } from "./detectors/index.js";
import { type Found, find } from "./find.js";

export type DefenseAction = "allow" | "redact" | "block";

/** What a policy says to each detector that it switches on, in the order of the list of detectors. */
export type DetectorActions = ReadonlyMap<Detector, DefenseAction>;

/** One stretch of a text that is not to be kept as it is. */
export interface Hit {
  /** The detector's name. */
  readonly label: string;
  readonly action: "redact" | "block";
  readonly start: number;
  readonly end: number;
}

export interface Screened {
  /** The text with every hit replaced by `[REDACTED:label]`. */
  readonly text: string;
  readonly hits: readonly Hit[];
}

/**
 * Finds what the policy does not allow in a text and takes it out. Where matches overlap, they are one hit from the first to the last character, called by the
 * detector of the longest match, or the one that comes first in the list; it blocks when one of them does. What an allowing detector found
 * belongs to it: a later, more general one does not take it.
 */
export function redact(text: string, actions: DetectorActions): Screened {
  return atOnce(redacting(text, actions));
}

/** The same in steps, a detector each, so that others get their turn while a long text is screened. */
export function* redacting(text: string, actions: DetectorActions): Generator<undefined, Screened> {
  let found: readonly Found[] = [];
  for (const detector of actions.keys()) {
    found = found.concat(find(detector, text));
    yield;
  }
  return found.length === 0 ? { text, hits: [] } : withoutFound(text, found, actions);
}

/** Runs steps without a pause. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function withoutFound(text: string, found: readonly Found[], actions: DetectorActions): Screened {
  const rank = new Map([...actions.keys()].map((detector, index) => [detector, index]));
  const order = (one: Found): number => rank.get(one.detector) ?? 0;
  const hits = overlapping(found).flatMap((group) => {
    const allowed = byDetector(group.filter(({ detector }) => actions.get(detector) === "allow"));
    const taken = group.filter((one) => actions.get(one.detector) !== "allow" && !isWithin(one, allowed, order));
    const longest = taken.reduce<Found | null>((best, one) => (best === null || goesBefore(one, best, order) ? one : best), null);
    if (longest === null) return [];
    const action: Hit["action"] = taken.some(({ detector }) => actions.get(detector) === "block") ? "block" : "redact";
    const end = taken.reduce((last, one) => Math.max(last, one.end), 0);
    return [{ label: longest.detector.name, action, start: taken[0]?.start ?? 0, end }];
  });
  return { text: without(text, hits), hits };
}

function goesBefore(one: Found, other: Found, order: (found: Found) => number): boolean {
  const longer = one.end - one.start - (other.end - other.start);
  return longer === 0 ? order(one) < order(other) : longer > 0;
}

function byDetector(found: readonly Found[]): readonly (readonly Found[])[] {
  const lists = new Map<Detector, Found[]>();
  for (const one of found) {
    const list = lists.get(one.detector);
    if (list === undefined) lists.set(one.detector, [one]);
    else list.push(one);
  }
  return [...lists.values()];
}

/** True for what lies within a match that is allowed, of a detector that comes before. Matches of one detector never overlap: one of its list can hold it. */
function isWithin(one: Found, allowed: readonly (readonly Found[])[], order: (found: Found) => number): boolean {
  return allowed.some((list) => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[middle] as Found).start <= one.start) low = middle + 1;
      else high = middle;
    }
    const other = list[low - 1];
    return other !== undefined && one.end <= other.end && order(other) < order(one);
  });
}

/** Matches that touch the same characters, group by group from left to right. A group holds at most a few matches of each detector. */
function overlapping(found: readonly Found[]): readonly (readonly Found[])[] {
  const groups: Found[][] = [];
  let end = -1;
  for (const one of [...found].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (one.start < end) groups.at(-1)?.push(one);
    else groups.push([one]);
    end = Math.max(end, one.end);
  }
  return groups;
}

/** The text with `[REDACTED:label]` in place of each hit, which come from left to right, none over another. */
export function without(text: string, hits: readonly Hit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { label, start, end } of hits) {
    parts.push(text.slice(from, start), redactionMark(label));
    from = end;
  }
  return parts.join("") + text.slice(from);
}

/** What may be told of a secret: that it is the same one as elsewhere, nothing by which it could be used. */
export function fingerprint(secret: string): string {
  if (secret.length < 6) return "[redacted]";
  const kept = secret.length <= 15 ? 2 : 4;
  return `${secret.slice(0, kept)}…${secret.slice(-kept)}`;
}
