import { describe, expect, it } from "vitest";
import { parseTimestamp, resolveEvent } from "../../../src/domain/time/index.js";
import { EVENTS } from "./tables/events.js";

const SAID = parseTimestamp("2024-05-15T10:00:00+02:00")!;
const HOURS_2 = 2 * 3_600_000;

/** A span as the table writes it, on the calendar and clock of the speaker. */
function written(language: string | null, text: string): string | null {
  const span = resolveEvent(text, SAID, language);
  if (span === null) return null;
  const [start, end] = [span.start, span.end].map((date) => new Date(date.getTime() + HOURS_2).toISOString());
  const day = start!.slice(0, 10);
  if (span.precision === "hour" || span.precision === "minute") return `${day} ${start!.slice(11, 16)} ${span.precision}`;
  const last = end!.slice(0, 10);
  return `${day === last ? day : `${day}..${last}`} ${span.precision}`;
}

describe("the time of what a statement tells", () => {
  it.each(
    EVENTS.map(([language, text, days, precision = "day"]) => [language, text, days === null ? null : `${days} ${precision}`] as const),
  )("%s: %s", (language, text, days) => {
    expect(written(language, text)).toBe(days);
  });

  it("covers whole days, hours and minutes in the speaker's zone", () => {
    const day = resolveEvent("yesterday", SAID, "en")!;
    expect([day.start.toISOString(), day.end.toISOString()]).toEqual(["2024-05-13T22:00:00.000Z", "2024-05-14T21:59:59.999Z"]);
    const hour = resolveEvent("tomorrow at 5pm", SAID, "en")!;
    expect([hour.start.toISOString(), hour.end.toISOString()]).toEqual(["2024-05-16T15:00:00.000Z", "2024-05-16T15:59:59.999Z"]);
    const minute = resolveEvent("tomorrow at 17:05", SAID, "en")!;
    expect([minute.start.toISOString(), minute.end.toISOString()]).toEqual(["2024-05-16T15:05:00.000Z", "2024-05-16T15:05:59.999Z"]);
  });

  it("crosses midnight with hours", () => {
    const span = resolveEvent("It broke 12 hours ago.", SAID, "en")!;
    expect(span.start.toISOString()).toBe("2024-05-14T20:00:00.000Z");
  });
});
