/** Cuts the results to the tokens asked for. */

import type { Ranked } from "./candidate.js";
import { knownTokens, tokensOf } from "./reading.js";

export interface Trimmed {
  readonly shown: readonly Ranked[];
  readonly tokens: number;
  readonly skipped: number;
}

/** Walks in order of rank and keeps what fits: one long memory does not end the answer, the next may still fit. Only texts are counted. */
export function trim(ranked: readonly Ranked[], maxTokens: number): Trimmed {
  const shown: Ranked[] = [];
  let left = maxTokens;
  let skipped = 0;
  for (const entry of ranked) {
    const tokens = knownTokens(entry.row) ?? (mustExceed(entry.row.text, left) ? Number.POSITIVE_INFINITY : tokensOf(entry.row));
    if (tokens <= left) {
      shown.push(entry);
      left -= tokens;
    } else {
      skipped += 1;
    }
  }
  return { shown, tokens: maxTokens - left, skipped };
}

/** A token hardly ever spans two words: a text of more words than tokens are left is not counted. Saves most of the work behind the cut. */
function mustExceed(text: string, left: number): boolean {
  if (left <= 0) return true;
  let words = 0;
  for (let at = text.indexOf(" "); at >= 0 && words <= left; at = text.indexOf(" ", at + 1)) words += 1;
  return words > left;
}
