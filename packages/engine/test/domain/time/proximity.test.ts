import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TimeSpan } from "../../../src/domain/memory.js";
import { closeness, dateTerms, humanDate, memoryCloseness, overlap, parseTimestamp } from "../../../src/domain/time/index.js";

const DAY_MS = 86_400_000;
/** Whole days in UTC: `first`, or `first..last`. */
function days(text: string, precision: TimeSpan["precision"] = "day"): TimeSpan {
  const [first, last = first] = text.split("..") as [string, string?];
  return { start: new Date(`${first}T00:00:00Z`), end: new Date(`${last}T23:59:59.999Z`), precision };
}

const spans = fc
  .tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 4000 }))
  .map(
    ([from, length]): TimeSpan => ({ start: new Date(from * DAY_MS), end: new Date((from + length + 1) * DAY_MS - 1), precision: "day" }),
  );

describe("overlap", () => {
  it("is the time that two spans share", () => {
    expect(overlap(days("2024-05-01..2024-05-07"), days("2024-05-06..2024-05-10"))).toBe(2 * DAY_MS);
    expect(overlap(days("2024-05-06"), days("2024-05-01..2024-05-31"))).toBe(DAY_MS);
    expect(overlap(days("2024-05-06"), days("2024-05-07"))).toBe(0);
    const instant = { start: new Date(0), end: new Date(0), precision: "second" } as const;
    expect(overlap(instant, instant)).toBe(1);
  });

  it("is the same from both sides", () => {
    fc.assert(fc.property(spans, spans, (a, b) => overlap(a, b) === overlap(b, a)));
  });
});

describe("closeness", () => {
  const may7 = days("2024-05-07");
  const may = days("2024-05-01..2024-05-31", "month");
  const year = days("2024-01-01..2024-12-31", "year");

  it("is 1 for the same days and stays within 0…1", () => {
    expect(closeness(may7, may7)).toBe(1);
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const value = closeness(a, b);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("prefers a like precision among what fits", () => {
    // Asked for a day: the day before the month before the year that holds it.
    expect(closeness(may7, may7)).toBeGreaterThan(closeness(may, may7));
    expect(closeness(may, may7)).toBeGreaterThan(closeness(year, may7));
    // Asked for a year: what happened in it is inside, the year itself fits best.
    expect(closeness(year, year)).toBeGreaterThan(closeness(may7, year));
    expect(closeness(may7, year)).toBeGreaterThanOrEqual(0.95);
  });

  it("puts all that touches the window above all that does not", () => {
    fc.assert(
      fc.property(spans, spans, (a, window) => {
        if (overlap(a, window) > 0) expect(closeness(a, window)).toBeGreaterThanOrEqual(0.65 - 1e-9);
        else expect(closeness(a, window)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it("falls with the distance, by half a window's length a half", () => {
    const window = days("2024-05-06..2024-05-12", "week");
    const on = (day: string) => closeness(days(day), window);
    expect(on("2024-05-12")).toBeGreaterThan(on("2024-05-13"));
    expect(on("2024-05-13")).toBeGreaterThan(on("2024-05-14"));
    expect(on("2024-05-05")).toBeCloseTo(on("2024-05-13"), 6);
    // Days apart from the very next one: 3.5 more halve it.
    const ratio = closeness(days("2024-05-20"), window) / closeness(days("2024-05-13"), window);
    expect(ratio).toBeCloseTo(2 ** (-7 / 3.5), 6);
    expect(on("2030-01-01")).toBeLessThan(0.001);
  });
});

describe("closeness of a memory", () => {
  const window = days("2024-05-07");
  it("takes the better of when it happened and when it was said", () => {
    const occurred = days("2024-05-07");
    const far = new Date("2024-09-01T12:00:00Z");
    const within = new Date("2024-05-07T12:00:00Z");
    expect(memoryCloseness({ occurred, mentionedAt: far }, window)).toBe(1);
    expect(memoryCloseness({ occurred: days("2020-01-01"), mentionedAt: within }, window)).toBeGreaterThan(0.8);
    expect(memoryCloseness({ occurred: null, mentionedAt: within }, window)).toBeGreaterThan(0.95);
    expect(memoryCloseness({ occurred: null, mentionedAt: null }, window)).toBe(0);
  });

  it("puts what happened then above what was only said then", () => {
    const happened = memoryCloseness({ occurred: days("2024-05-07"), mentionedAt: new Date("2024-05-20T12:00:00Z") }, window);
    const said = memoryCloseness({ occurred: days("2024-05-01"), mentionedAt: new Date("2024-05-07T12:00:00Z") }, window);
    expect(happened).toBeGreaterThan(said);
  });
});

describe("a date in words", () => {
  it("is that of its own zone", () => {
    const moment = parseTimestamp("2023-05-08T23:30:00-07:00")!;
    expect(moment.at.toISOString()).toBe("2023-05-09T06:30:00.000Z");
    expect(dateTerms(moment)).toBe("8 May 2023 Monday");
    expect(dateTerms(moment, "zh")).toBe("2023年5月8日 星期一");
    expect(humanDate(moment)).toBe("May 08, 2023 (2023-05-08)");
  });
});
