import { describe, expect, test } from "vitest";
import { singledOut, weighedUp } from "../../src/recall/arms/singled-out.js";
import { inverseDocumentFrequency } from "../../src/recall/bm25.js";
import type { PostingList } from "../../src/store/postings/read-postings.js";

const list = (term: string, documentFrequency: number, memoryNos: readonly number[] = [1]): PostingList => ({
  term,
  documentFrequency,
  memoryNos: Int32Array.from(memoryNos),
  frequencies: Int32Array.from(memoryNos, () => 1),
  termCounts: Int32Array.from(memoryNos, () => 5),
  runNos: Int32Array.from(memoryNos, () => -1),
  positions: Int32Array.from(memoryNos, () => -1),
});
const talk = Array.from({ length: 60 }, (_, n) => `word${n}`);
const held = (rare: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map([...talk.map((term) => [term, 40] as const), ...Object.entries(rare)]);
const found = (
  terms: readonly string[],
  rare: Readonly<Record<string, number>>,
  lists = Object.entries(rare).map(([term, n]) => list(term, n)),
) => [...singledOut(terms, held(rare), [...talk.map((term) => list(term, 40)), ...lists])];

describe("what singles memories out of a long question", () => {
  test("is what three memories or fewer have, and far fewer than have its other words", () => {
    const rare = { xylophone: 1, kayak: 3, canoe: 4 };
    expect(found([...talk, "xylophone", "kayak", "canoe"], rare)).toEqual(["xylophone", "kayak"]);
    const small = new Map([...talk.map((term) => [term, 7] as const), ["xylophone", 1] as const]);
    expect([...singledOut([...talk, "xylophone"], small, [list("xylophone", 1)])]).toEqual([]);
  });

  test("is nothing in a question that is not long, nor what the filter hides", () => {
    expect(found([...talk.slice(0, 30), "xylophone"], { xylophone: 1 })).toEqual([]);
    expect(found([...talk, "xylophone"], { xylophone: 1 }, [list("xylophone", 1, [])])).toEqual([]);
  });

  test("counts four pairs of an unspaced script as a word", () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e00 + n, 0x4e01 + n));
    expect(found([...pairs(110), "木琴"], { 木琴: 1 })).toEqual([]);
    expect(found([...pairs(160), "木琴"], { 木琴: 1 })).toEqual(["木琴"]);
  });

  test("weighs together what all the rest does, and otherwise nothing is changed", () => {
    const weights = new Map([["said", 2]]);
    const lists = [...talk.map((term) => list(term, 80)), list("said", 50), list("xylophone", 1), list("kayak", 1)];
    const singled = new Set(["xylophone", "kayak"]);
    const by = weighedUp(weights, singled, lists, 1_000);
    const sum = (wanted: boolean) =>
      lists
        .filter(({ term }) => singled.has(term) === wanted)
        .reduce((all, { term, documentFrequency }) => all + (by.get(term) ?? 1) * inverseDocumentFrequency(1_000, documentFrequency), 0);
    expect(sum(true)).toBeCloseTo(sum(false), 9);
    expect(by.get("said")).toBe(2);
    expect(weighedUp(weights, new Set(), lists, 1_000)).toBe(weights);
  });
});
