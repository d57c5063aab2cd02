import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addMonths,
  civil,
  dayNumber,
  daysInMonth,
  easterSunday,
  nthWeekday,
  validDay,
  weekday,
  weekOf,
} from "../../../src/domain/time/civil.js";

const DAY_MS = 86_400_000;
/** Days of the years 1–9999. */
const days = fc.integer({ min: dayNumber(1, 1, 1), max: dayNumber(9999, 12, 31) });

describe("the calendar", () => {
  it("agrees with Date in UTC on every day of the years 1–9999", () => {
    fc.assert(
      fc.property(days, (day) => {
        const date = new Date(day * DAY_MS);
        expect(civil(day)).toEqual({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
        expect(weekday(day)).toBe(date.getUTCDay() || 7);
        const { year, month, day: dayOfMonth } = civil(day);
        expect(dayNumber(year, month, dayOfMonth)).toBe(day);
      }),
    );
  });

  it("knows which days there are", () => {
    expect(validDay(2024, 2, 29)).not.toBeNull();
    expect(validDay(2023, 2, 29)).toBeNull();
    expect(validDay(1900, 2, 29)).toBeNull();
    expect(validDay(2000, 2, 29)).not.toBeNull();
    expect(validDay(2024, 4, 31)).toBeNull();
    expect(validDay(0, 1, 1)).toBeNull();
    expect(validDay(Number.NaN, 1, 1)).toBeNull();
  });

  it("adds months and stays inside the month", () => {
    const at = (year: number, month: number, day: number) => dayNumber(year, month, day);
    expect(addMonths(at(2024, 3, 31), -1)).toBe(at(2024, 2, 29));
    expect(addMonths(at(2024, 1, 31), 1)).toBe(at(2024, 2, 29));
    expect(addMonths(at(2024, 1, 15), -13)).toBe(at(2022, 12, 15));
    expect(addMonths(at(1, 1, 1), -1)).toBeNull();
  });

  it("has weeks of seven days from Monday, one after the other", () => {
    fc.assert(
      fc.property(fc.integer({ min: dayNumber(2, 1, 1), max: dayNumber(9998, 1, 1) }), (day) => {
        const week = weekOf(day)!;
        expect(weekday(week.first)).toBe(1);
        expect(week.last - week.first).toBe(6);
        expect(week.first <= day && day <= week.last).toBe(true);
        expect(weekOf(day, 1)!.first).toBe(week.last + 1);
      }),
    );
  });

  it("finds the nth weekday of a month", () => {
    // Thanksgiving 2023, the last Monday of May 2024, a fifth Friday that is there and one that is not.
    expect(nthWeekday(2023, 11, 4, 4)).toBe(dayNumber(2023, 11, 23));
    expect(nthWeekday(2024, 5, 1, -1)).toBe(dayNumber(2024, 5, 27));
    expect(nthWeekday(2024, 5, 5, 5)).toBe(dayNumber(2024, 5, 31));
    expect(nthWeekday(2024, 4, 5, 5)).toBeNull();
  });

  it("has Easter where the church has it", () => {
    const known = [
      [2000, 4, 23],
      [2008, 3, 23],
      [2019, 4, 21],
      [2024, 3, 31],
      [2025, 4, 20],
      [2038, 4, 25],
    ] as const;
    for (const [year, month, day] of known) expect(easterSunday(year)).toBe(dayNumber(year, month, day));
  });

  it("has months that fill the year", () => {
    for (const year of [1900, 2000, 2023, 2024]) {
      const total = Array.from({ length: 12 }, (_, month) => daysInMonth(year, month + 1)).reduce((sum, length) => sum + length, 0);
      expect(total).toBe(dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1));
    }
  });
});
