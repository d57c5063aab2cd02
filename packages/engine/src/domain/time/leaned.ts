/** The expressions of a text, each open date on the side of the moment that the words around it say. */

import type { Moment } from "../memory.js";
import type { Found, Reference } from "./expression.js";
import { leanOf, mayLeanForward } from "./lean.js";
import { expressions, referenceAt } from "./understand.js";

/**
 * Reads a text leaning back and, where something in it may lean forward, once more leaning forward, and takes each expression from the reading that
 * its own sentence asks for: so ranges ("from Monday to Wednesday") lean as a whole. Without a sign queries and statements lean back: a
 * bare "on Friday" asks for what was, and what is noted without a verb has mostly happened (docs/decisions/dates.md).
 */
export function leanedExpressions(text: string, at: Moment, mode: Reference["mode"], language: string | null): readonly Found[] {
  const back = expressions(text, referenceAt(at, mode, "past"), language);
  if (back.length === 0 || !mayLeanForward(text)) return back;
  const forward = expressions(text, referenceAt(at, mode, "future"), language);
  return back.map((one) => {
    const other = forward.find(({ from, to }) => from === one.from && to === one.to);
    return other !== undefined && leanOf(text, one, language) === "future" ? other : one;
  });
}
