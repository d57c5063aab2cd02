/** Questions for all there is: no conversation takes every place, and where the order of things is asked for, what answers is shown by time. Pure. */

import type { Ranked } from "./candidate.js";
import type { Width } from "./wide.js";

/**
 * Of one conversation (or one day, for memories outside any) two may stand where they rank; each further one counts so much less. Wide questions of our own
 * (bench/quality/wide-dialogue.ts), frac@8 / frac@10: without .710 / .787, 0.02 .751 / .840, 0.04 .751 / .823, 0.06 .805 / .823, 0.08 .781 / .823; from the second
 * on, 0.06 .727 / .787; the best of each conversation first, then the second best: .715 / .769. Likeness of vectors instead (MMR) gave nothing on LoCoMo.
 */
const FURTHER = 0.05;
const FREE = 2;
/** Only so many first results are spread: a list of hundreds is not walked for every place. */
const LOOK_AT = 60;
/** A timeline is of what scores at least this share of the best find, and of no more than so many: what is weaker stays behind, in order of rank. */
const GOOD = 0.5;
const MOST_IN_TIME = 20;

export interface Spread {
  readonly shown: readonly Ranked[];
  /** What the question asks for, for the trace; null where it is about one thing. */
  readonly width: Width | null;
  /** How many of the first results stand in the order of time. */
  readonly inTime: number;
}

/** Scores stay in their places: the order says what the question wants, the score how much is about it. */
export function spread({ width }: { readonly width: Width | null }, ranked: readonly Ranked[]): Spread {
  if (width !== "all" && width !== "order") return { shown: ranked, width, inTime: 0 };
  const order = [...apart(ranked.slice(0, LOOK_AT)), ...ranked.slice(LOOK_AT)];
  const least = GOOD * (ranked[0]?.final ?? 0);
  const timed = width === "order" ? order.filter(({ final }) => final > 0 && final >= least).slice(0, MOST_IN_TIME) : [];
  const isTimed = new Set(timed);
  const shown = [...timed.sort((a, b) => timeOf(a) - timeOf(b)), ...order.filter((entry) => !isTimed.has(entry))];
  return { shown: shown.map((entry, place) => ({ ...entry, final: ranked[place]?.final ?? entry.final })), width, inTime: timed.length };
}

/** Place by place the best of what is left, where each further one of a conversation counts less. */
function apart(ranked: readonly Ranked[]): readonly Ranked[] {
  const left = [...ranked];
  const taken = new Map<string, number>();
  const worth = (entry: Ranked): number => entry.final - FURTHER * Math.max(0, (taken.get(stretchOf(entry)) ?? 0) - FREE + 1);
  const order: Ranked[] = [];
  while (left.length > 0) {
    let best = 0;
    for (let at = 1; at < left.length; at++) if (worth(left[at]!) > worth(left[best]!)) best = at;
    const [entry] = left.splice(best, 1);
    order.push(entry!);
    const stretch = stretchOf(entry!);
    taken.set(stretch, (taken.get(stretch) ?? 0) + 1);
  }
  return order;
}

/** A run, else a day (UTC), else the memory by itself. */
function stretchOf({ row }: Ranked): string {
  if (row.runNo !== null) return `run ${row.runNo}`;
  return timeOfRow(row)?.toISOString().slice(0, 10) ?? row.id;
}

/** When it happened, else when it was told. */
const timeOfRow = (row: Ranked["row"]): Date | null => row.occurredStart ?? row.mentionedAt;

/** Undated ones last. */
const timeOf = ({ row }: Ranked): number => timeOfRow(row)?.getTime() ?? Number.POSITIVE_INFINITY;
