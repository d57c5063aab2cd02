/** When does what a statement tells happen? Relative words count from the moment it was said, in the speaker's zone. */

import type { Moment, TimeSpan } from "../memory.js";
import { best, readable } from "./choose.js";
import { clockBeside, spanOf } from "./clock.js";
import { type Found, occurrence } from "./expression.js";
import { expressions, referenceAt, sentenceAround } from "./understand.js";

/** Longer statements are read up to here; a unit of retain is shorter. */
const MAX_LENGTH = 4000;

/** Words that make an open date ("on Friday", "in May") a coming one. */
const FUTURE =
  /\b(?:will|won['’]t|shall|gonna|going\s+to|about\s+to|plan(?:s|ning|ned)?\s+(?:to|on|for|a)|hop(?:e|es|ing)\s+to|look(?:s|ing)?\s+forward|can['’]?t\s+wait|upcoming|scheduled|deadline|due|booked|soon|next|coming\s+up|need(?:s)?\s+to|have\s+to|has\s+to|must)\b|['’]ll\b|将|会在|打算|计划|准备|要去|即将/i;

/**
 * The time of the event in a statement, with its precision, or null when the text names none.
 * Of several expressions the most exact counts, of equally exact ones the one that names its year, then the first. A date that leaves its year,
 * month or week open is the latest one, or the coming one when its sentence is about the future. Recurring times ("every Monday") and durations
 * ("for three years") are none.
 * `language` is an ISO 639-1 code; null tries all.
 */
export function resolveEvent(text: string, said: Moment, language: string | null): TimeSpan | null {
  const normal = readable(text, MAX_LENGTH);
  const lean = FUTURE.test(normal) ? "future" : "past";
  const reference = referenceAt(said, "event", lean);
  const found = best(
    expressions(normal, reference, language).map((one): Found => {
      const isComing = lean === "future" && FUTURE.test(sentenceAround(normal, one));
      const days = one.days && one.cycle ? occurrence(one.cycle, reference.today, isComing ? "coming" : "past") : one.days;
      const clock = one.clock ?? (days && days.first === days.last ? clockBeside(normal, one) : null);
      return { ...one, days, ...(clock ? { clock } : {}) };
    }),
  );
  return found && spanOf(found, found.clock ?? null, said.offsetMinutes);
}
