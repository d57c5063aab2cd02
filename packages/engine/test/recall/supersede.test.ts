import { expect, test } from "vitest";
import type { Ranked } from "../../src/recall/candidate.js";
import { supersede } from "../../src/recall/supersede.js";

const OLD = "Tom's address is tom@old.example.";
const NEW = "Tom's address is tom@new.example now.";
const BELIEF = "Tom's address is tom@new.example; before it was tom@old.example.";

/** Results in order, with scores from 1 down; an observation names its facts, the one that was mentioned last at the end. */
function results(...entries: readonly (readonly [text: string, sources?: readonly string[]])[]): readonly Ranked[] {
  return entries.map(
    ([text, sources], index) =>
      ({
        row: {
          memoryNo: index,
          id: text,
          text,
          kind: sources === undefined ? "world" : "observation",
          sourceMemoryIds: sources ?? null,
          latestSourceId: sources?.at(-1) ?? null,
        },
        final: 1 - index / 10,
      }) as unknown as Ranked,
  );
}
const texts = (ranked: readonly Ranked[]) => ranked.map(({ row }) => row.text);
const nothingHeld = () => new Set<string>();

test("an observation stands above the older of its facts; the scores stay in their places", () => {
  const settled = supersede(results([OLD], ["other"], [BELIEF, [OLD, NEW]]), nothingHeld);
  expect(texts(settled)).toEqual([BELIEF, OLD, "other"]);
  expect(settled.map(({ final }) => final)).toEqual([1, 0.9, 0.8]);
});

test("its latest fact keeps its place, and so do facts of others", () => {
  const ranked = results([NEW], ["other"], [BELIEF, [OLD, NEW]]);
  expect(texts(supersede(ranked, nothingHeld))).toEqual(texts(ranked));
});

test("a fact that says what the observation says keeps its place", () => {
  const ranked = results([OLD], [`${OLD} `, [OLD, NEW]]);
  expect(texts(supersede(ranked, nothingHeld))).toEqual(texts(ranked));
});

test("a fact that holds more of the question keeps its place", () => {
  const ranked = results([OLD], [BELIEF, [OLD, NEW]]);
  const held = (words: readonly string[], ofBelief: readonly string[]) => (memoryNo: number) => new Set(memoryNo === 0 ? words : ofBelief);
  expect(texts(supersede(ranked, held(["tom", "party"], ["tom"])))).toEqual([OLD, BELIEF]);
  expect(texts(supersede(ranked, held(["tom"], ["tom", "party"])))).toEqual([BELIEF, OLD]); // control
});
