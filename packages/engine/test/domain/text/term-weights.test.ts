import { expect, test } from "vitest";
import { analyseQuery } from "../../../src/domain/text/analyse.js";

const weightsOf = (query: string, language: string): Readonly<Record<string, number>> => {
  const { terms, weights } = analyseQuery(query, language);
  return Object.fromEntries(terms.map((term) => [term, weights.get(term) ?? 1]));
};

test("in talk the words of what was said last count double, also those that were said before", () => {
  const talk = "My sister sails a boat. She wants company. I like gardens more. Who could go sailing with my sister?";
  expect(weightsOf(talk, "en")).toMatchObject({ boat: 1, garden: 1, compani: 1, sail: 2, sister: 2, go: 2 });
});

test("a question of two sentences is read evenly", () => {
  expect(Object.values(weightsOf("I moved last year. Where did my bicycle go?", "en"))).not.toContain(2);
});

test("a single Han character counts less than a pair, and double where it was said last", () => {
  expect(weightsOf("魔术", "zh")).toEqual({ 魔术: 1, 魔: 0.4, 术: 0.4 });
  expect(weightsOf("我喜欢画画。昨天下雨。今天表演魔术！", "zh")).toMatchObject({ 画画: 1, 画: 0.4, 魔术: 2, 魔: 0.8 });
});
