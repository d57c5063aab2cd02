/**
 * What scores alone put in a wrong order. Of statements that answer alike, the later first; recency decides nothing else: an exact old answer stays above what is
 * merely recent. A belief before what it left behind, and an answer before its question.
 */

import { answersFirst } from "./answers-first.js";
import type { ArmResults } from "./arms/index.js";
import { heldTerms } from "./bm25.js";
import type { Ranked } from "./candidate.js";
import { gapAmong } from "./gap.js";
import { laterFirst } from "./rank.js";
import { statementOf } from "./reading.js";
import { areRivals } from "./restatement.js";
import { supersede } from "./supersede.js";

/** Only what a reader is likely to see is compared. */
const LOOK_AT = 40;
/**
 * How far apart the scores of equal answers may lie: the encoder puts "The wifi password is tulip-42." and "The wifi password is rose-17." 0.11 apart,
 * asked for the password.
 */
const EQUAL = 0.15;

/**
 * Rivals that hold the same words of the question trade places so that the later comes first; the scores stay where they were. A question that names
 * what tells them apart ("what was tulip-42?") makes one of them the better answer, and nothing is traded. `terms` are the question's.
 */
export function settle(ranked: readonly Ranked[], found: ArmResults, terms: readonly string[]): readonly Ranked[] {
  const head = ranked.slice(0, LOOK_AT);
  const held = head.map(({ row }) => heldTerms(found.keyword.scores, row.memoryNo).join(" "));
  const gap = gapAmong(ranked);
  const settled = [...head];
  const taken = new Set<number>();
  head.forEach((entry, index) => {
    if (taken.has(index)) return;
    const isRival = (other: number): boolean =>
      !taken.has(other) &&
      gap(entry, head[other]!) <= EQUAL &&
      held[other] === held[index] &&
      areRivals(statementOf(entry.row), statementOf(head[other]!.row));
    const rivals = head.flatMap((_, other) => (other === index || (other > index && isRival(other)) ? [other] : []));
    if (rivals.length < 2) return;
    const inOrder = rivals.map((at) => head[at]!).sort(laterFirst);
    rivals.forEach((at, nth) => {
      taken.add(at);
      settled[at] = { ...inOrder[nth]!, final: head[at]!.final };
    });
  });
  const heldBy = (memoryNo: number): ReadonlySet<string> => new Set(heldTerms(found.keyword.scores, memoryNo));
  return [...answersFirst(supersede(settled, heldBy), terms), ...ranked.slice(LOOK_AT)];
}
