// The results of a recall, each with the ranks that the arms gave it and the parts of its score as bars.

import { ARMS, type TracedCandidate } from "@hindsight-memory/client/trace";
import { toldOf } from "../happened.js";
import { begun, table } from "../output.js";
import { bar } from "./bar.js";
import type { Told } from "./index.js";

/** Characters of the longest bar, and the terminal that has room for bars. */
const WIDTH = 10;
const WIDE = 100;
/** Parts that are listed; the small ones are summed up. */
const PARTS = 5;

export function resultTable(shown: readonly TracedCandidate[], results: Told["results"], most: number): string {
  const known = new Map(results.map((result) => [result.id, result]));
  const longest = Math.max(...shown.flatMap(({ parts }) => parts.map(({ value }) => Math.abs(value))));
  const rows = shown.map((candidate, index) => {
    const result = known.get(candidate.id);
    const about = result === undefined ? "" : `\n${toldOf(result)} · ${result.document_id ?? "–"}`;
    return [
      String(index + 1),
      scoreOf(candidate),
      armsOf(candidate),
      partsOf(candidate, longest),
      `${begun(candidate.text, most)}${about}`,
    ];
  });
  return table(["#", "score", "rank in each arm", "what the score is made of", "memory"], rows);
}

function scoreOf({ score, isDemoted }: TracedCandidate): string {
  return `${(score ?? 0).toFixed(3)}${isDemoted ? "\nhalved, as\ndoubtful" : ""}`;
}

export function armsOf({ arms, fusedRank, rise }: TracedCandidate): string {
  const found = ARMS.flatMap((arm) => (arms[arm] === undefined ? [] : [`${arm.padEnd(8)} ${String(arms[arm]).padStart(3)}`]));
  const moved = rise === 0 ? "" : ` (${rise > 0 ? "↑" : "↓"}${Math.abs(rise)})`;
  return [...found, ...(fusedRank === null ? [] : [`together ${String(fusedRank).padStart(3)}${moved}`])].join("\n");
}

function partsOf({ parts }: TracedCandidate, longest: number): string {
  const width = (process.stdout.columns ?? WIDE) < WIDE ? 0 : WIDTH;
  const inOrder = [...parts].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const rest = inOrder.slice(PARTS).reduce((sum, { value }) => sum + value, 0);
  const listed = [...inOrder.slice(0, PARTS), ...(inOrder.length > PARTS ? [{ name: "the rest", value: rest }] : [])];
  const widest = Math.max(0, ...listed.map(({ name }) => name.length));
  return listed
    .map(
      ({ name, value }) =>
        `${name.padEnd(widest).replaceAll("_", " ")} ${value.toFixed(3).padStart(6)} ${bar(Math.abs(value), longest, width)}`,
    )
    .join("\n");
}
