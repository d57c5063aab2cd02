import type { Moment } from "./memory.js";
import { analyse } from "./text/analyse.js";
import { dateTerms } from "./time/index.js";

/** Words of the session's date and of the item's context: they find the memory, but do not count as said. */
export function contextTerms(said: Moment | null, context: string | null, language: string | null): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const texts = [...(said === null ? [] : [dateTerms(said, language)]), ...(context === null ? [] : [context])];
  for (const text of texts) for (const [term, count] of analyse(text).terms) terms.set(term, (terms.get(term) ?? 0) + count);
  return terms;
}

/** Every term under which a memory is posted, once. */
export function postedTerms(own: ReadonlyMap<string, number>, around: ReadonlyMap<string, number>): readonly string[] {
  return [...new Set([...own.keys(), ...around.keys()])];
}
