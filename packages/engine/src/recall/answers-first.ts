/** The answer before the question that it answers: a turn that only asks what the caller asks tells nothing of its own. Pure. */

import { placeKey } from "../domain/place.js";
import { analyse } from "../domain/text/analyse.js";
import type { Ranked } from "./candidate.js";
import { gapAmong } from "./gap.js";
import { speakerOf, withoutSpeaker } from "./speaker.js";

/** Words beside the caller's that a question may hold and still tell nothing; measured in docs/decisions/ranking.md. */
const MOST_OWN_WORDS = 3;
/** How far the answer's score may lie below the question's: what lies further off is hardly an answer to the caller. */
const NEAR = 0.15;

/**
 * Puts the turn that follows a question, said by somebody else, into the question's place, and the question right behind it ("Do you still row?", "Every
 * Sunday, on the canal."); scores stay where they were. Among people only, and only where no cross-encoder has read both.
 */
export function answersFirst(ranked: readonly Ranked[], terms: readonly string[]): readonly Ranked[] {
  const asked = new Set(terms);
  const byPlace = new Map(
    ranked.flatMap((entry) => (entry.row.runNo === null || entry.row.position === null ? [] : [[keyOf(entry), entry]])),
  );
  const gap = gapAmong(ranked);
  const order = [...ranked];
  for (const question of ranked) {
    if (!question.row.asks || question.row.role !== null || question.reranked !== null) continue;
    const answer = byPlace.get(keyOf(question) + 1);
    if (answer === undefined || answer.row.role !== null || gap(question, answer) > NEAR) continue;
    const [from, to] = [order.indexOf(answer), order.indexOf(question)];
    if (from < to || !isSaidByAnother(question, answer) || tellsSomething(question, asked)) continue;
    order.splice(to, 0, ...order.splice(from, 1));
  }
  return order.map((entry, place) => ({ ...entry, final: ranked[place]?.final ?? entry.final }));
}

const keyOf = ({ row }: Ranked): number => placeKey(row.runNo ?? 0, row.position ?? 0);

function isSaidByAnother(one: Ranked, other: Ranked): boolean {
  const [a, b] = [speakerOf(one.row.text), speakerOf(other.row.text)];
  return a !== null && b !== null && a !== b;
}

function tellsSomething({ row }: Ranked, asked: ReadonlySet<string>): boolean {
  const { terms } = analyse(withoutSpeaker(row.text), row.language);
  return [...terms.keys()].filter((term) => !asked.has(term)).length > MOST_OWN_WORDS;
}
