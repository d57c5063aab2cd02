/** Which of several expressions is meant, and the text they are looked for in. */

import { type Found, PRECISIONS } from "./expression.js";

/**
 * A text as the rules read it: cut to `maxLength`, in composed and compatible characters (full-width digits become plain), runs of white space
 * as one character, so that no rule walks along them twice.
 */
export function readable(text: string, maxLength: number): string {
  const composed = text.slice(0, maxLength).normalize("NFKC").slice(0, maxLength);
  return composed.replace(/\s+/gu, (run) => (run.includes("\n") ? "\n" : " "));
}

/** More than any precision: what is weak comes behind everything else. */
const WEAK = 100;

/**
 * The most exact expression; of equally exact ones the one that names its year ("last Friday, on 23 January 2022"), then the first. Words that
 * name no days are no candidates. Null when there is none.
 */
export function best(found: readonly Found[]): Found | null {
  let chosen: Found | null = null;
  for (const candidate of found) {
    if (candidate.days !== null && (chosen === null || rank(candidate) < rank(chosen))) chosen = candidate;
  }
  return chosen;
}

function rank(found: Found): number {
  const precision = found.clock?.precision ?? found.days?.precision ?? "year";
  return PRECISIONS.indexOf(precision) + (found.container?.precision === "year" ? 0 : 0.5) + (found.weak ? WEAK : 0);
}
