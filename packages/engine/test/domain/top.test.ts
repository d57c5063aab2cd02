import fc from "fast-check";
import { expect, test } from "vitest";
import { topOf } from "../../src/domain/top.js";

test("the best of many are the first of all in order, of those that are accepted", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(12), fc.nat(3), (values, limit, rest) => {
      const scores = Float64Array.from(values);
      const tie = (a: number, b: number): number => b - a;
      const accepts = (place: number): boolean => place % 4 >= rest;
      const sorted = [...values.keys()].sort((a, b) => values[b]! - values[a]! || tie(a, b));
      expect(topOf(scores, limit, tie)).toEqual(sorted.slice(0, limit));
      expect(topOf(scores, limit, tie, accepts)).toEqual(sorted.filter(accepts).slice(0, limit));
    }),
  );
});
