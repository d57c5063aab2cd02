/** A belief before what it has left behind: the older facts under an observation that says something else by now. Pure. */

import type { Ranked } from "./candidate.js";
import { statementOf } from "./reading.js";
import { saysTheSame } from "./restatement.js";

/**
 * Puts an observation above the older of its facts that say something else than it does ("Tom's address is tom@old.example" beneath one that knows the
 * new address); scores stay where they were. The fact that was mentioned last keeps its place, since that is what holds now. So does a fact that holds words of the
 * question which the observation has not: then the question is about the fact.
 */
export function supersede(ranked: readonly Ranked[], held: (memoryNo: number) => ReadonlySet<string>): readonly Ranked[] {
  const order = [...ranked];
  for (const belief of ranked) {
    const { sourceMemoryIds, latestSourceId } = belief.row;
    const older = new Set((sourceMemoryIds ?? []).filter((id) => id !== latestSourceId));
    if (older.size === 0) continue;
    const at = order.indexOf(belief);
    const top = order.findIndex((entry, place) => place < at && older.has(entry.row.id) && isLeftBehind(entry, belief, held));
    if (top >= 0) order.splice(top, 0, ...order.splice(at, 1));
  }
  return order.map((entry, place) => ({ ...entry, final: ranked[place]?.final ?? entry.final }));
}

function isLeftBehind({ row: fact }: Ranked, { row: belief }: Ranked, held: (memoryNo: number) => ReadonlySet<string>): boolean {
  const known = held(belief.memoryNo);
  if ([...held(fact.memoryNo)].some((word) => !known.has(word))) return false;
  return !saysTheSame(statementOf(belief), statementOf(fact));
}
