/** What a filter allows of a large bank, where that is little: the arms then look at those memories instead of asking the filter at each find. */

import type { BankScope } from "../../domain/scope.js";
import type { Db, Statement } from "../../store/db.js";
import { countAllowed } from "../../store/memories/count-allowed.js";
import { findAllowed } from "../../store/memories/find-allowed.js";
import { sampledNumbers } from "../../store/memories/sampled-numbers.js";
import { INDEX_FROM_VECTORS } from "../../store/vectors/vector-index.js";
import type { Question } from "../question.js";

/** Numbers that are asked first whether the filter allows them: 3 ms that spare a filter which allows half a million the list of them. */
const SAMPLE = 500;
/** However large the bank: a list is compared one by one. */
const MOST = 20_000;

/** The numbers of all memories that the filter allows, ascending; null when there are too many, the bank is small, or there is no filter. */
export async function narrow(db: Db, bank: BankScope, question: Question, filter: Statement | null): Promise<readonly number[] | null> {
  const last = question.nextMemoryNo - 1;
  if (filter === null || last < INDEX_FROM_VECTORS) return null;
  const most = listedMemories(last, question.depth);
  const numbers = sampledNumbers(last, SAMPLE);
  const allowed = await countAllowed(db, bank, filter, numbers);
  // Twice as many as may be: a sample that is so far off is one in a thousand.
  if (allowed > 3 + (2 * most * numbers.length) / last) return null;
  return findAllowed(db, bank, filter, most);
}

/**
 * As many as are compared in the time in which the graph is walked: a filter that keeps a share p of n has p·n memories to compare, and makes the walk meet
 * depth / p, each for about three times as much.
 */
export function listedMemories(memories: number, depth: number): number {
  return Math.min(MOST, Math.round(Math.sqrt(3 * depth * memories)));
}
