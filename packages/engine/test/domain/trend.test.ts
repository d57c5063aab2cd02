import { expect, test } from "vitest";
import { trendOf } from "../../src/domain/trend.js";

const NOW = new Date("2026-06-01T00:00:00Z");
const daysAgo = (...days: readonly number[]): readonly Date[] => days.map((day) => new Date(NOW.getTime() - day * 86_400_000));

test.each([
  ["stale", []],
  ["stale", [31, 400]],
  ["new", [0, 30]],
  ["strengthening", [1, 2, 40]], // twice the earlier rate of one in sixty days, and more
  ["stable", [1, 40, 41]], // one in thirty days before and after
  ["weakening", [1, 40, 41, 50, 60, 70]], // 1/30 against 5/60
] as const)("evidence is %s by its days: %j", (trend, days) => {
  expect(trendOf(daysAgo(...days), NOW)).toBe(trend);
});
