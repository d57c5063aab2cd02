import fc from "fast-check";
import { expect, test } from "vitest";
import { topOf } from "../../src/domain/top.js";

test("the best of many are the first of all in order, of those that are accepted", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(12), fc.nat(3), (values, limit, rest) => {
      const compare = (a: number, b: number): number => values[b]! - values[a]! || a - b;
      const accepts = (place: number): boolean => place % 4 >= rest;
      const sorted = [...values.keys()].sort(compare);
      expect(topOf(values.length, limit, compare)).toEqual(sorted.slice(0, limit));
      expect(topOf(values.length, limit, compare, accepts)).toEqual(sorted.filter(accepts).slice(0, limit));
    }),
  );
});
