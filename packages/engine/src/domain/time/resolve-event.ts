/** When does what a statement tells happen? Relative words count from the moment it was said, in the speaker's zone. */

import type { Moment, TimeSpan } from "../memory.js";
import { best, readable } from "./choose.js";
import { toSpan } from "./civil.js";
import { clockBeside, spanOf } from "./clock.js";
import type { Found } from "./expression.js";
import { leanedExpressions } from "./leaned.js";
import { withOtherSentences } from "./other-sentences.js";

/** Longer statements are read up to here; a unit of retain is shorter. */
const MAX_LENGTH = 4000;

/**
 * The time of the event in a statement, with its precision, or null when the text names none.
 * Of several expressions the most exact counts, of equally exact ones the one that names its year, then the first; where other sentences name other days near by,
 * the stretch from the first to the last (`other-sentences.ts`). A date that leaves its year,
 * month or week open is the latest one, or the coming one where the words around it are in the present or future tense (`lean.ts`). Recurring times ("every Monday") and durations
 * ("for three years") are none.
 * `language` is an ISO 639-1 code; null tries all.
 */
export function resolveEvent(text: string, said: Moment, language: string | null): TimeSpan | null {
  const normal = readable(text, MAX_LENGTH);
  const found = leanedExpressions(normal, said, "event", language).map((one): Found => {
    const clock = one.clock ?? (one.days && one.days.first === one.days.last ? clockBeside(normal, one) : null);
    return clock ? { ...one, clock } : one;
  });
  const chosen = best(found);
  if (chosen === null) return null;
  const several = withOtherSentences(normal, chosen, found);
  return several === null ? spanOf(chosen, chosen.clock ?? null, said.offsetMinutes) : toSpan(several, said.offsetMinutes);
}
