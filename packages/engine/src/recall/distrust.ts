/** What is not to be believed counts less, or not at all, as the bank's memory defense has it. Pure. */

import type { Treatments } from "../guard/defense/index.js";
import type { Ranked } from "./candidate.js";
import { byFinal } from "./rank.js";

/** A demoted memory counts half: a clear answer from a doubtful source still stands above what is hardly about the question. */
const DEMOTED = 0.5;

export interface Distrusted {
  /** Best first. */
  readonly believed: readonly Ranked[];
  /** Best first, at half their score. */
  readonly demoted: readonly Ranked[];
  readonly excluded: readonly Ranked[];
}

export function distrust(ranked: readonly Ranked[], treatments: Treatments): Distrusted {
  const believed: Ranked[] = [];
  const demoted: Ranked[] = [];
  const excluded: Ranked[] = [];
  for (const entry of ranked) {
    const treatment = treatmentOf(entry, treatments);
    if (treatment === "keep") believed.push(entry);
    else if (treatment === "demote") demoted.push({ ...entry, final: entry.final * DEMOTED });
    else excluded.push(entry);
  }
  return { believed, demoted: demoted.sort(byFinal), excluded };
}

/** Two lists, each best first, as one. What is believed goes before what is demoted and has the same score. */
export function mixed(believed: readonly Ranked[], demoted: readonly Ranked[]): readonly Ranked[] {
  if (demoted.length === 0) return believed;
  return [...believed, ...demoted].sort((a, b) => b.final - a.final);
}

/** The stricter of what holds for its source and for its text. */
function treatmentOf({ row }: Ranked, { lowTrust, instructionLike }: Treatments): Treatments["lowTrust"] {
  const source = row.trust === "low" ? lowTrust : "keep";
  const text = row.instructionSigns.length > 0 ? instructionLike : "keep";
  if (source === "exclude" || text === "exclude") return "exclude";
  return source === "demote" || text === "demote" ? "demote" : "keep";
}
