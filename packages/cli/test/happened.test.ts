import { expect, test } from "vitest";
import { happened, toldOf } from "../src/happened.js";

test.each([
  ["a day in UTC", "2026-06-03T00:00:00Z", "2026-06-03T23:59:59.999Z", "2026-06-03"],
  ["a day in Berlin", "2026-06-02T22:00:00+00:00", "2026-06-03T21:59:59.999000+00:00", "2026-06-03"],
  ["a day in Los Angeles", "2026-06-03T07:00:00Z", "2026-06-04T06:59:59.999Z", "2026-06-03"],
  ["a season", "2026-03-01T00:00:00Z", "2026-05-31T23:59:59.999Z", "2026-03-01 to 2026-05-31"],
  ["an hour", "2026-06-03T15:00:00Z", "2026-06-03T15:59:59.999Z", "2026-06-03 15:00 to 2026-06-03 15:59"],
  ["a moment", "2026-06-03T00:00:00Z", "2026-06-03T00:00:00Z", "2026-06-03 00:00"],
  ["no end", "2026-06-03T15:05:00Z", null, "2026-06-03 15:05"],
])("%s", (_, start, end, shown) => {
  expect(happened(start, end)).toBe(shown);
});

test("what happened at no known time was said at one, or is undated", () => {
  expect(toldOf({ occurred_start: null, mentioned_at: "2026-06-03T15:05:00Z" })).toBe("2026-06-03 15:05");
  expect(toldOf({})).toBe("–");
});
