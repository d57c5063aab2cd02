import { expect, test } from "vitest";
import type { Ranked } from "../../src/recall/candidate.js";
import { type FoldOptions, fold } from "../../src/recall/fold.js";

/** Results in order, with scores from 1 down; an observation names its facts. */
function results(...entries: readonly (string | readonly [text: string, sources: readonly string[]])[]): readonly Ranked[] {
  return entries.map((entry, index) => {
    const [text, sources] = typeof entry === "string" ? [entry, null] : entry;
    const row = { memoryNo: index, id: text, text, kind: sources === null ? "world" : "observation", sourceMemoryIds: sources };
    return { row, final: 1 - index / 10 } as unknown as Ranked;
  });
}

const plain: FoldOptions = { prefersObservations: false, limit: 100, maxTokens: 1000 };
const preferring: FoldOptions = { ...plain, prefersObservations: true };

function folded(ranked: readonly Ranked[], options: FoldOptions) {
  const { shown, evidence } = fold(ranked, options);
  return {
    shown: shown.map(({ row }) => row.id),
    out: evidence.map(({ entry, by }) => [entry.row.id, by]),
    finals: shown.map(({ final }) => final),
  };
}

test("an observation above all its facts stands for them", () => {
  const ranked = results(["belief", ["a", "b", "gone"]], "a", "other", "b");
  expect(folded(ranked, plain)).toEqual({
    shown: ["belief", "other"],
    out: [
      ["a", "belief"],
      ["b", "belief"],
    ],
    finals: [1, 0.8],
  });
});

test("one with a fact above it goes, and its facts stay", () => {
  const ranked = results("a", ["belief", ["a", "b"]], "b");
  expect(folded(ranked, plain)).toEqual({ shown: ["a", "b"], out: [["belief", "a"]], finals: [1, 0.8] });
});

test("a preferred one takes the place of its first fact", () => {
  const ranked = results("other", "a", "third", ["belief", ["a", "b"]], "b");
  expect(folded(ranked, preferring)).toEqual({
    shown: ["other", "belief", "third"],
    out: [
      ["a", "belief"],
      ["b", "belief"],
    ],
    finals: [1, 0.9, 0.8],
  });
});

test("facts that two observations share go to the higher one, and the lower stays when none of its own is left", () => {
  const ranked = results(["first", ["a"]], ["second", ["a", "b"]], "a", "b");
  expect(folded(ranked, plain).shown).toEqual(["first", "second"]);
  expect(folded(results(["first", ["a"]], "b", ["second", ["a", "b"]], "a"), plain).shown).toEqual(["first", "b"]);
});

test("an observation that is too long to be shown, or far below, stands for nothing", () => {
  const ranked = results(["belief that is long", ["a"]], "a");
  expect(folded(ranked, { ...plain, maxTokens: 2 }).shown).toEqual(["a"]);
  expect(folded(results("x", "a", ["belief", ["a"]]), { ...preferring, limit: 2 }).shown).toEqual(["x", "a"]);
});

test("without observations nothing changes", () => {
  const ranked = results("a", "b");
  expect(fold(ranked, plain).shown).toBe(ranked);
});
