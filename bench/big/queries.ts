// What big banks are asked: LoCoMo questions, the same under filters and windows, and one question of two hundred words with one rare one among them.
// In: conversations, a size. Out: requests, the same every time.

import type { Conversation } from "../lib/locomo.js";
import { makeQueries } from "../speed/items.js";
import { TAG_SHARES } from "./copy-bank.js";

const SEED = 7;

export interface Ask {
  readonly name: string;
  readonly request: Readonly<Record<string, unknown>>;
}

export function questions(conversations: readonly Conversation[], count: number): readonly string[] {
  return makeQueries(conversations, count, SEED);
}

/** One tag of each share that a filter keeps, as the default mode has it ("any": without tags too) and as a strict one. */
export const TAG_ASKS: readonly Ask[] = Object.keys(TAG_SHARES).flatMap((tag) => [
  { name: `tag ${tag}`, request: { tags: [tag], tags_match: "any_strict" } },
  { name: `tag ${tag}, any`, request: { tags: [tag] } },
]);

export const WINDOW_ASKS: readonly Ask[] = [
  ["a day", "2023-06-01T00:00:00Z", "2023-06-02T00:00:00Z"],
  ["a month", "2023-06-01T00:00:00Z", "2023-07-01T00:00:00Z"],
  ["three years", "2022-01-01T00:00:00Z", "2025-01-01T00:00:00Z"],
].map(([name, start, end]) => ({ name: `window of ${name}`, request: { temporal_window: { start, end } } }));

/** About two hundred words of talk, and in their midst the number that one old memory alone has. */
export function longQuestion(conversations: readonly Conversation[], rare: string, words = 200): string {
  const talk = conversations
    .flatMap(({ turns }) => turns.map(({ text }) => text))
    .join(" ")
    .replace(/\[[^\]]*\]/g, " ")
    .split(/\s+/)
    .filter((word) => /^[a-z',.?!]+$/.test(word))
    .slice(1_000, 1_000 + words - 1);
  return [...talk.slice(0, words / 2), rare, ...talk.slice(words / 2)].join(" ");
}
