/** Cuts the results to the tokens asked for. */

import { countTokens } from "../domain/text/tokens.js";
import type { Ranked } from "./candidate.js";

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
    const tokens = mustExceed(entry.row.text, left) ? Number.POSITIVE_INFINITY : countTokens(entry.row.text);
    if (tokens <= left) {
      shown.push(entry);
      left -= tokens;
    } else {
      skipped += 1;
    }
  }
  return { shown, tokens: maxTokens - left, skipped };
}

/** No token of the encoding holds more than 128 characters, and hardly one spans two words: texts that cannot fit are not counted. */
function mustExceed(text: string, left: number): boolean {
  return left <= 0 || text.length / 128 > left;
}
