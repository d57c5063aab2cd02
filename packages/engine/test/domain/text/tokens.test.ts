import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens, fitsTokens, truncateToTokens } from "../../../src/domain/text/tokens.js";

/** True when no character is cut in half. */
const isWhole = (text: string): boolean => Buffer.from(text, "utf8").toString("utf8") === text;

test("counts o200k_base tokens", () => {
  expect(countTokens("hello world")).toBe(2);
  expect(countTokens("")).toBe(0);
});

test("special-token literals are ordinary text of several tokens", () => {
  expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  expect(countTokens("a <|im_start|> b <|fim_prefix|>")).toBeGreaterThan(6);
});

test.each([
  ["a".repeat(1_000_000)],
  ["中".repeat(300_000)],
  [" ".repeat(1_000_000)],
  ["=".repeat(1_000_000)],
  ["7".repeat(1_000_000)],
  ["aB".repeat(500_000)],
])("a huge run is counted in pieces (case %#)", (text) => {
  const tokens = countTokens(text);
  expect(tokens).toBeGreaterThan(1_000);
  expect(tokens).toBeLessThanOrEqual(text.length);
  expect(fitsTokens(text, 256)).toBe(false);
});

test("cutting a run into pieces adds little", () => {
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(300);
  expect(countTokens(text)).toBe(3_001);
});

test("a truncated text is a start of the text that fits, and never ends in half a character", () => {
  expect(truncateToTokens("one two three four", 2)).toBe("one two");
  expect(truncateToTokens("anything", 0)).toBe("");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.nat(60), (text, limit) => {
      const start = truncateToTokens(text, limit);
      expect(text.startsWith(start)).toBe(true);
      expect(isWhole(start)).toBe(true);
      expect(countTokens(start)).toBeLessThanOrEqual(limit + 1);
      if (fitsTokens(text, limit)) expect(start).toBe(text);
      expect(fitsTokens(text, limit)).toBe(countTokens(text) <= limit);
    }),
  );
});
