import { describe, expect, test } from "vitest";
import { parseTimestamp } from "../../../src/domain/time/index.js";
import type { Item } from "../../../src/retain/item.js";
import { chunkOf, fact, readingsOf } from "./chunks.js";

async function occurred(start: unknown, end: unknown = null, more: Readonly<Record<string, unknown>> = {}, item: Partial<Item> = {}) {
  const event = fact("The boat was launched.", { fact_kind: "event", occurred_start: start, occurred_end: end, ...more });
  const span = (await readingsOf([event], {}, chunkOf("x", item)))[0]?.occurred;
  return span == null ? null : [span.start.toISOString(), span.end.toISOString(), span.precision];
}

// The item was said in +02:00, so its days begin at 22:00 UTC of the day before.
const YEAR = ["2022-12-31T22:00:00.000Z", "2023-12-31T21:59:59.999Z", "year"];
const MONTH = ["2023-05-31T22:00:00.000Z", "2023-06-30T21:59:59.999Z", "month"];
const DAY = ["2023-06-04T22:00:00.000Z", "2023-06-05T21:59:59.999Z", "day"];

describe("dates of events are as exact as they were said", () => {
  test.each([
    ["a year is not 1 January", "2023", null, YEAR],
    ["as a number", 2023, null, YEAR],
    ["written out to the second", "2023-01-01T00:00:00Z", "2023-12-31T23:59:59Z", YEAR],
    ["a month", "2023-06", null, MONTH],
    ["a month written as days", "2023-06-01", "2023-06-30", MONTH],
    ["a quarter", "2023-04-01", "2023-06-30", ["2023-03-31T22:00:00.000Z", "2023-06-30T21:59:59.999Z", "quarter"]],
    ["a day", "2023-06-05", null, DAY],
    ["a day that ends with itself", "2023-06-05", "2023-06-05", DAY],
    ["a day as midnight", "2023-06-05T00:00:00", null, DAY],
    ["a day from its first to its last second", "2023-06-05T00:00:00", "2023-06-05T23:59:59", DAY],
    ["the same in UTC is still the day as written", "2023-06-05T00:00:00Z", "2023-06-05T23:59:59Z", DAY],
    ["a day in another zone", "2023-06-05T00:00:00-05:00", null, ["2023-06-05T05:00:00.000Z", "2023-06-06T04:59:59.999Z", "day"]],
    ["several days", "2023-06-05", "2023-06-09", ["2023-06-04T22:00:00.000Z", "2023-06-09T21:59:59.999Z", "day"]],
    ["an hour", "2023-06-05T14", null, ["2023-06-05T12:00:00.000Z", "2023-06-05T12:59:59.999Z", "hour"]],
    [
      "a minute, naive: in the item's own zone",
      "2023-06-05T14:30",
      null,
      ["2023-06-05T12:30:00.000Z", "2023-06-05T12:30:59.999Z", "minute"],
    ],
    ["a minute in UTC", "2023-06-05T14:30:00Z", null, ["2023-06-05T14:30:00.000Z", "2023-06-05T14:30:59.999Z", "minute"]],
    ["a second", "2023-06-05T14:30:05", null, ["2023-06-05T12:30:05.000Z", "2023-06-05T12:30:05.999Z", "second"]],
    ["a stretch of hours", "2023-06-05T14:30", "2023-06-05T16:00", ["2023-06-05T12:30:00.000Z", "2023-06-05T14:00:00.000Z", "minute"]],
    ["an end before the start is dropped", "2023-06-05", "2023-06-01", DAY],
    ["an unreadable end is dropped", "2023-06-05", "sometime", DAY],
    ["an end alone is the date", null, "2023-06-05", DAY],
    ["no such day", "2023-02-30", null, null],
    ["no date", "later", null, null],
    ["an object", { year: 2023 }, null, null],
  ])("%s", async (_, start, end, expected) => {
    expect(await occurred(start, end)).toEqual(expected);
  });

  test("a first of January beside a `when` that names the year is the year; beside one that names the day it is the day", async () => {
    expect(await occurred("2023-01-01", null, { when: "2023" })).toEqual(YEAR);
    expect(await occurred("2023-01-01T00:00:00Z", null, { when: "in 2023" })).toEqual(YEAR);
    expect(await occurred("2023-06-01", null, { when: "June 2023" })).toEqual(MONTH);
    expect((await occurred("2023-01-01", null, { when: "January 1, 2023" }))?.[2]).toBe("day");
    expect((await occurred("2023-01-02", null, { when: "2023" }))?.[2]).toBe("day");
  });

  test("only events have one", async () => {
    expect(await occurred("2023", null, { fact_kind: "conversation" })).toBeNull();
    expect(await occurred("2023", null, { fact_kind: undefined })).toBeNull();
    expect(await occurred("2023", null, { fact_kind: "Event" })).toEqual(YEAR);
  });
});

describe("an event without a readable start", () => {
  const dayOf = async (text: string, item: Partial<Item> = {}) => (await occurred(null, null, { what: text }, item))?.slice(0, 1);

  test.each([
    ["It happened last night.", "2024-06-03T22:00:00.000Z"],
    ["It happened yesterday.", "2024-06-03T22:00:00.000Z"],
    ["It happened this morning.", "2024-06-04T22:00:00.000Z"],
    ["It will happen tomorrow.", "2024-06-05T22:00:00.000Z"],
    ["It happened last week.", "2024-05-26T22:00:00.000Z"],
    ["It will happen next month.", "2024-06-30T22:00:00.000Z"],
    ["Es geschah gestern.", "2024-06-03T22:00:00.000Z"],
    ["这件事发生在昨天。", "2024-06-03T22:00:00.000Z"],
  ])("takes the words of its text: %s", async (text, start) => {
    expect(await dayOf(text)).toEqual([start]);
  });

  test("counts them in the item's own zone, and not at all without a date", async () => {
    // 23:30 on 5 June in New York is 6 June in UTC: yesterday was the 4th there.
    expect(await dayOf("It happened yesterday.", { said: parseTimestamp("2024-06-05T23:30:00-04:00") })).toEqual([
      "2024-06-04T04:00:00.000Z",
    ]);
    expect(await dayOf("It happened yesterday.", { said: null })).toBeUndefined();
    expect(await occurred("2023-06-05", null, {}, { said: null })).toEqual(["2023-06-05T00:00:00.000Z", "2023-06-05T23:59:59.999Z", "day"]);
  });

  test("prefers its `when` to the rest of the text", async () => {
    const span = await occurred("?", null, { what: "They met tomorrow's speaker.", when: "yesterday" });
    expect(span?.[0]).toBe("2024-06-03T22:00:00.000Z");
  });
});
