// What a recall left out, each with its reason in words.

import type { RecallTrace, TracedCandidate } from "@hindsight-memory/client/trace";
import { begun, table } from "../output.js";

export function cutTable(cut: readonly TracedCandidate[], limit: number, { candidates }: RecallTrace, most: number): string {
  const places = new Map(candidates.filter(({ fate }) => fate === "shown").map(({ id }, index) => [id, index + 1]));
  const texts = new Map(candidates.map(({ id, text }) => [id, text]));
  const rows = cut
    .slice(0, limit)
    .map((candidate) => [
      candidate.score === null ? "–" : candidate.score.toFixed(3),
      reasonOf(candidate, standIn(candidate, places, texts)),
      begun(candidate.text, most),
    ]);
  return [table(["score", "why it is left out", "memory"], rows), ...countLine(cut, limit)].join("\n");
}

/** What stands for it: its number among the results, else its words. */
function standIn({ by }: TracedCandidate, places: ReadonlyMap<string, number>, texts: ReadonlyMap<string, string>): string {
  const place = places.get(by ?? "");
  if (place !== undefined) return `result ${place}`;
  const text = texts.get(by ?? "");
  return text === undefined ? (by ?? "another") : `“${begun(text, 40)}”`;
}

function reasonOf({ fate, floor, tokens }: TracedCandidate, by: string): string {
  switch (fate) {
    case "unrelated":
      return "nothing found is about the question";
    case "low_trust":
      return "its source is not trusted";
    case "instruction_like":
      return "it reads like an instruction";
    case "min_score":
      return floor === null ? "below the least score" : `below the least ${floor.name} score, ${floor.least}`;
    case "evidence":
      return `stands behind, or beside, ${by}`;
    case "restatement":
      return `says the same as ${by}`;
    case "tokens":
      return tokens === null ? "did not fit the tokens" : `has ${tokens.needed} tokens, and ${tokens.left} were left`;
    case "shown":
      return "";
  }
}

/** How many there are of each reason, where not all are listed. */
function countLine(cut: readonly TracedCandidate[], limit: number): readonly string[] {
  if (cut.length <= limit) return [];
  const counts = new Map<string, number>();
  for (const { fate } of cut) counts.set(fate, (counts.get(fate) ?? 0) + 1);
  const each = [...counts].map(([fate, count]) => `${count} ${fate.replaceAll("_", " ")}`).join(", ");
  return [`${cut.length - limit} more; in all: ${each}`];
}
