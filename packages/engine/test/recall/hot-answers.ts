// Made-up talk to fill a bank with, questions with filters about it, and the comparison of two answers.
// In: a random source. Out: the same items and questions for the same numbers.

import type { RecallRequest, RecallResult, RetainItem } from "../../src/domain/requests.js";

const NAMES = ["Ann", "Bob", "Chen", "Dora", "Emil"];
const DOINGS = ["rows", "paints", "repairs", "sells", "reads about", "photographs", "dreams of", "forgot"];
const THINGS = [
  "the old canal",
  "a red bicycle",
  "maps of Delft",
  "seven clocks",
  "her violin",
  "the import_v2 script",
  "tulips",
  "a grey cat",
];
const PLACES = ["in Delft", "at the harbour", "behind the station", "near Utrecht", "on Sunday", "in May 2025"];
const TAGS = ["red", "blue", "work"];

export type Random = () => number;

/** The same numbers for the same seed, 0…1 (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const tagsOf = (random: Random): readonly string[] => TAGS.filter(() => random() < 0.3);

/** A document of a few turns. */
export function talk(random: Random, documentId: string): RetainItem {
  const turns = Array.from({ length: 2 + Math.floor(random() * 4) }, () => {
    const asks = random() < 0.2 ? " What about you?" : "";
    return `${pick(random, NAMES)}: ${pick(random, NAMES)} ${pick(random, DOINGS)} ${pick(random, THINGS)} ${pick(random, PLACES)}.${asks}`;
  });
  const timestamp = new Date(Date.UTC(2025, Math.floor(random() * 12), 1 + Math.floor(random() * 28))).toISOString();
  return { content: turns.join("\n"), documentId, tags: tagsOf(random), timestamp };
}

export function question(random: Random): RecallRequest {
  const query = `What does ${pick(random, NAMES)} do with ${pick(random, THINGS)} ${pick(random, PLACES)}?`;
  const filters: readonly Partial<RecallRequest>[] = [
    {},
    {},
    { tags: ["red"], tagsMatch: "any" },
    { tags: ["red", "blue"], tagsMatch: "all_strict" },
    { tags: ["blue"], tagsMatch: "any_strict" },
    { tags: [], tagsMatch: "exact" },
    { tagGroups: [{ or: [{ tags: ["work"] }, { not: { tags: ["red"] } }] }] },
    { types: ["world"] },
    { types: ["experience", "observation"] },
    { budget: "low" },
    { budget: "high", maxTokens: 500 },
  ];
  return { query, ...pick(random, filters) };
}

/** What two answers to one question disagree in; null when in nothing but the order of equals. Scores are compared to 1e-4: sums of products in another order. */
export function difference(one: RecallResult, other: RecallResult): string | null {
  const of = (result: RecallResult) => new Map(result.results.map((memory) => [memory.id, memory]));
  const [a, b] = [of(one), of(other)];
  const least = Math.min(...[...a.values(), ...b.values()].map(({ scores }) => scores.final));
  for (const [from, to] of [[a, b] as const, [b, a] as const]) {
    for (const [id, memory] of from) {
      const twin = to.get(id);
      if (twin === undefined) {
        if (memory.scores.final - least > 1e-4) return `only one has "${memory.text}" (${memory.scores.final})`;
      } else if (
        Math.abs(memory.scores.final - twin.scores.final) > 1e-4 ||
        JSON.stringify({ ...memory, scores: null }) !== JSON.stringify({ ...twin, scores: null })
      )
        return `"${memory.text}": ${JSON.stringify(memory)} and ${JSON.stringify(twin)}`;
    }
  }
  const [first, second] = [[...a.keys()], [...b.keys()]];
  for (let i = 0; i < Math.min(first.length, second.length); i++) {
    const [x, y] = [a.get(first[i] as string), b.get(second[i] as string)];
    if (Math.abs((x?.scores.final ?? 0) - (y?.scores.final ?? 0)) > 1e-4) return `place ${i} is "${x?.text}" or "${y?.text}"`;
  }
  return null;
}
