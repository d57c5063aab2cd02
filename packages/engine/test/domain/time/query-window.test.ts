import { describe, expect, it } from "vitest";
import { parseTimestamp, queryWindow } from "../../../src/domain/time/index.js";
import { CHINESE } from "./tables/chinese.js";
import { ENGLISH, ENGLISH_ELSEWHERE } from "./tables/english.js";
import { EUROPEAN } from "./tables/european.js";
import type { Row } from "./tables/row.js";

const at = (text: string) => parseTimestamp(text)!;
const WEDNESDAY = at("2024-05-15T10:00:00Z");

/** A window as the tables write it: `first..last precision`, or null. */
function written(text: string, reference = WEDNESDAY): string | null {
  const window = queryWindow(text, reference);
  if (window === null) return null;
  const [first, last] = [window.span.start, window.span.end].map((date) => date.toISOString().slice(0, 10));
  return `${first === last ? first : `${first}..${last}`} ${window.span.precision}`;
}
const expected = ([, days, precision = "day"]: Row): string | null => (days === null ? null : `${days} ${precision}`);

describe.each([
  ["English", ENGLISH],
  ["Chinese", CHINESE],
  ["Spanish, Italian, French, German and Russian", EUROPEAN],
])("the window of a question in %s", (_, table) => {
  it.each(table.map((row) => [row[0], expected(row)] as const))("%s", (text, days) => {
    expect(written(text)).toBe(days);
  });
});

describe("the window of the same words on another day", () => {
  it.each(ENGLISH_ELSEWHERE.map(([today, ...row]) => [today, row[0], expected(row)] as const))("%s: %s", (today, text, days) => {
    expect(written(text, at(`${today}T10:00:00Z`))).toBe(days);
  });
});

describe("a window", () => {
  it("is whole days to the last millisecond, in the zone of the reference", () => {
    const { span } = queryWindow("yesterday", at("2024-05-15T10:00:00+05:30"))!;
    expect(span.start.toISOString()).toBe("2024-05-13T18:30:00.000Z");
    expect(span.end.toISOString()).toBe("2024-05-14T18:29:59.999Z");
  });

  it("takes the day from the reference's zone, not from UTC", () => {
    // One instant, three calendars.
    expect(queryWindow("today", at("2024-05-15T23:30:00Z"))!.span.start.toISOString()).toBe("2024-05-15T00:00:00.000Z");
    expect(queryWindow("today", at("2024-05-16T08:30:00+09:00"))!.span.start.toISOString()).toBe("2024-05-15T15:00:00.000Z");
    expect(queryWindow("today", at("2024-05-15T16:30:00-07:00"))!.span.start.toISOString()).toBe("2024-05-15T07:00:00.000Z");
  });

  it("names the words it was read from", () => {
    expect(queryWindow("What did Ann say in the summer of '22 about tea?", WEDNESDAY)?.source).toBe("summer of '22");
    expect(queryWindow("我三天前说了什么", WEDNESDAY)?.source).toBe("三天前");
    expect(queryWindow("two  weeks\tago", WEDNESDAY)?.source).toBe("two weeks ago");
  });

  it("is found in a long question up to its two-thousandth character, and not behind it", () => {
    const filler = "word ".repeat(390);
    expect(queryWindow(`${filler}yesterday`, WEDNESDAY)).not.toBeNull();
    expect(queryWindow(`${filler}${filler}yesterday`, WEDNESDAY)).toBeNull();
  });

  it("reads full-width digits and letters", () => {
    expect(written("２０２３年８月")).toBe("2023-08-01..2023-08-31 month");
  });
});
