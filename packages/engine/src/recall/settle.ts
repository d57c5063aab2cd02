/** Of statements that answer alike, the later first. Recency decides nothing else: an exact old answer stays above what is merely recent. */

import type { Ranked } from "./candidate.js";
import { laterFirst } from "./rank.js";
import { areRivals, readStatement } from "./restatement.js";

/** Only what a reader is likely to see is compared. */
const LOOK_AT = 40;
/** Scores this near are equal answers: the encoder's similarity of one sentence to two that differ in a name varies by about as much. */
const EQUAL = 0.06;

/** Rivals within `EQUAL` of the best of them trade places so that the later comes first; their scores stay where they were. */
export function settle(ranked: readonly Ranked[]): readonly Ranked[] {
  const head = ranked.slice(0, LOOK_AT);
  const statements = head.map(({ row }) => readStatement(row.text));
  const settled = [...head];
  const taken = new Set<number>();
  head.forEach((entry, index) => {
    if (taken.has(index)) return;
    const rivals = [index];
    for (let other = index + 1; other < head.length; other++) {
      const near = entry.final - head[other]!.final <= EQUAL;
      if (near && !taken.has(other) && areRivals(statements[index]!, statements[other]!)) rivals.push(other);
    }
    if (rivals.length < 2) return;
    const inOrder = rivals.map((at) => head[at]!).sort(laterFirst);
    rivals.forEach((at, nth) => {
      taken.add(at);
      settled[at] = { ...inOrder[nth]!, final: head[at]!.final };
    });
  });
  return [...settled, ...ranked.slice(LOOK_AT)];
}
