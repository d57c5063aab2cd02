import fc from "fast-check";
import { expect, test } from "vitest";
import { ratio, trigramSimilarity, trigrams } from "../../../src/domain/text/entity-similarity.js";

// Expected values from Python: difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()
test.each([
  ["abcd", "bcde", 0.75],
  ["melanie", "mel", 0.6],
  ["john smith", "jon smith", 0.947_368],
  ["acme corp", "acme corporation", 0.72],
  ["张伟", "张伟明", 0.8],
  ["", "", 1],
  ["abc", "", 0],
  ["tide", "diet", 0.25],
  ["diet", "tide", 0.5],
])("ratio of %j and %j", (left, right, expected) => {
  expect(ratio(left, right)).toBeCloseTo(expected, 5);
});

test("ratio is 1 for equal names only, and lies in 0 to 1", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (left, right) => {
      const value = ratio(left, right);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(value === 1).toBe(left === right);
    }),
  );
});

test("trigrams are those of pg_trgm", () => {
  expect([...trigrams("Cat")].sort()).toEqual(["  c", " ca", "at ", "cat"]);
  expect(trigramSimilarity("word", "two words")).toBeCloseTo(4 / 11, 5); // documentation of pg_trgm: 0.363636
  expect(trigramSimilarity("Ann Lee", "ann lee")).toBe(1);
  expect(trigramSimilarity("", "x")).toBe(0);
});
