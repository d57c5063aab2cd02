/** From a text to the expressions of time in it: one pass for queries and statements, in every language. */

import type { Moment } from "../memory.js";
import { dayOf, minuteOfDay } from "./civil.js";
import { compose, scan } from "./compose.js";
import { ENGLISH_DATES } from "./english-dates.js";
import { ENGLISH_RELATIVE } from "./english-relative.js";
import type { Found, Reference, Rule } from "./expression.js";
import { NUMERIC_DATES } from "./numeric-dates.js";

const ENGLISH: readonly Rule[] = [...NUMERIC_DATES, ...ENGLISH_DATES, ...ENGLISH_RELATIVE];

export function referenceAt(moment: Moment, mode: Reference["mode"], lean: Reference["lean"], dayFirst = false): Reference {
  return { today: dayOf(moment), minute: minuteOfDay(moment), mode, lean, dayFirst };
}

export function expressions(text: string, reference: Reference): readonly Found[] {
  return compose(text, scan(text, ENGLISH, reference), reference);
}
