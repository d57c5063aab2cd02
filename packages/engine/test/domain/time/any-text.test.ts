import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Moment } from "../../../src/domain/memory.js";
import { toSimplified } from "../../../src/domain/time/chinese-words.js";
import { readable } from "../../../src/domain/time/choose.js";
import { scan } from "../../../src/domain/time/compose.js";
import { queryWindow, resolveEvent } from "../../../src/domain/time/index.js";
import { RULE_SETS, referenceAt } from "../../../src/domain/time/understand.js";
import { CHINESE } from "./tables/chinese.js";
import { ENGLISH } from "./tables/english.js";
import { EUROPEAN } from "./tables/european.js";
import { EVENTS } from "./tables/events.js";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The words of all tables in any order, with numbers between them: near to real dates and often nonsense. */
const WORDS = [
  ...new Set([...ENGLISH, ...CHINESE, ...EUROPEAN, ...EVENTS.map(([, text]) => [text] as const)].flatMap(([text]) => text.split(/\s+/))),
];
const soup = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...WORDS), weight: 4 },
      fc.nat({ max: 99_999 }).map(String),
      fc.constantFrom("-", "/", ",", "…", "\n"),
    ),
    {
      maxLength: 12,
    },
  )
  .chain((parts) => fc.constantFrom(" ", "", "  ").map((glue) => parts.join(glue)));
const texts = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 200 }), soup);

const moments: fc.Arbitrary<Moment> = fc.record({
  at: fc.date({ min: new Date("0001-01-02T00:00:00Z"), max: new Date("9999-12-30T00:00:00Z"), noInvalidDate: true }),
  offsetMinutes: fc.integer({ min: -14 * 60, max: 14 * 60 }),
});
const today: Moment = { at: new Date("2024-05-15T10:00:00Z"), offsetMinutes: 0 };

describe("any text", () => {
  it("gives no window or one of whole days in the zone of the reference", () => {
    let windows = 0;
    fc.assert(
      fc.property(texts, moments, (text, moment) => {
        const window = queryWindow(text, moment);
        if (window === null) return;
        windows++;
        const [start, end] = [window.span.start.getTime(), window.span.end.getTime()].map((ms) => ms + moment.offsetMinutes * MINUTE_MS);
        expect(Math.abs(start! % DAY_MS)).toBe(0);
        expect(Math.abs((end! + 1) % DAY_MS)).toBe(0);
        expect(end!).toBeGreaterThan(start!);
        expect(window.source).not.toBe("");
      }),
      { numRuns: 1500 },
    );
    expect(windows).toBeGreaterThan(50);
  });

  it("gives no event or one with a beginning before its end", () => {
    const languages = fc.constantFrom("en", "zh", "de", "es", "fr", "it", "ru", "ja", null);
    let events = 0;
    fc.assert(
      fc.property(texts, moments, languages, (text, moment, language) => {
        const span = resolveEvent(text, moment, language);
        if (span === null) return;
        events++;
        expect(span.end.getTime()).toBeGreaterThan(span.start.getTime());
      }),
      { numRuns: 1500 },
    );
    expect(events).toBeGreaterThan(50);
  });

  it("moves with the zone: the same clock elsewhere names the same calendar days", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: -14 * 60, max: 14 * 60 }), (text, offsetMinutes) => {
        const here = queryWindow(text, today);
        const there = queryWindow(text, { at: new Date(today.at.getTime() - offsetMinutes * MINUTE_MS), offsetMinutes });
        expect(there?.span.start.getTime()).toBe(here ? here.span.start.getTime() - offsetMinutes * MINUTE_MS : undefined);
        expect(there?.span.end.getTime()).toBe(here ? here.span.end.getTime() - offsetMinutes * MINUTE_MS : undefined);
      }),
      { numRuns: 500 },
    );
  });

  it("without the words that a rule set asks for holds nothing for its rules", () => {
    const reference = referenceAt(today, "event", "past");
    const unhinted = (text: string) => RULE_SETS.filter(({ hint }) => !hint.test(text));
    const rows = [...ENGLISH, ...CHINESE, ...EUROPEAN].map(([text]) => text);
    let skipped = 0;
    const nothingIsLost = (raw: string): void => {
      const text = toSimplified(readable(raw, 2000));
      for (const { hint, rules } of unhinted(text)) {
        skipped++;
        expect([hint.source.slice(0, 40), text, scan(text, rules, reference)]).toEqual([hint.source.slice(0, 40), text, []]);
      }
    };
    for (const row of rows) nothingIsLost(row);
    fc.assert(fc.property(texts, nothingIsLost), { numRuns: 500 });
    expect(skipped).toBeGreaterThan(1000);
  });

  it("is not a date for an invalid reference, and does not throw", () => {
    const invalid: Moment = { at: new Date(Number.NaN), offsetMinutes: 0 };
    for (const [text] of [...ENGLISH, ...CHINESE, ...EUROPEAN]) expect(() => queryWindow(text, invalid)).not.toThrow();
    expect(queryWindow("yesterday", invalid)).toBeNull();
  });

  it("of great length is read in bounded work", () => {
    const long = ["last ", "5 may ", "   ", "in ", "三", "1/", "about ", "every ", "between ", "vor ", "2024-", "9".repeat(50)];
    for (const piece of long) {
      expect(() => queryWindow(piece.repeat(200_000), today)).not.toThrow();
      expect(() => resolveEvent(piece.repeat(200_000), today, null)).not.toThrow();
    }
  });
});
