// Memories: the address becomes filters, time becomes windows without gaps, and a corrected form asks for what is different alone.

import fc from "fast-check";
import { expect, test } from "vitest";
import { boundsOf, dayOf, windowOf } from "../../src/pages/memories/buckets";
import { changeOf, draftOf } from "../../src/pages/memories/edit";
import type { Memory } from "../../src/pages/memories/queries";
import { filterCount, listQuery, memoriesSearch, ZOOMS } from "../../src/pages/memories/search";

test("what makes no sense in an address is left out, the rest becomes the query of the list", () => {
  const search = memoriesSearch({
    view: "cube",
    q: 7,
    kind: "dream",
    tags: "a",
    match: "all",
    from: "2026-02-30x",
    to: "2026-02-28",
    open: "",
  });
  expect(Object.entries(search).filter(([, value]) => value !== undefined)).toEqual([
    ["q", "7"],
    ["tags", ["a"]],
    ["match", "all"],
    ["to", "2026-02-28"],
  ]);
  expect(listQuery(search)).toEqual({
    q: "7",
    tags: ["a"],
    tags_match: "all",
    time_field: "mentioned_at",
    end_date: "2026-02-28T23:59:59.999Z",
  });
  expect(filterCount(search)).toBe(3);
  expect(listQuery({ tags: ["a"] })).toEqual({ tags: ["a"], tags_match: "any_strict" });
  expect(listQuery({ match: "all", field: "updated_at" })).toEqual({});
  expect(listQuery({ match: "exact" })).toEqual({ tags_match: "exact" }); // just no tags: what belongs to the whole bank
  expect(filterCount({ match: "exact" })).toBe(1);
});

test.each(ZOOMS)("windows by %s hold their day, have no gaps, and touch the next", (zoom) => {
  const days = fc.date({ min: new Date("0010-01-01"), max: new Date("9980-01-01"), noInvalidDate: true }).map(dayOf);
  fc.assert(
    fc.property(days, (day) => {
      const { start, end, buckets } = windowOf(zoom, day);
      expect(start.getTime()).toBeLessThanOrEqual(Date.parse(day));
      expect(end.getTime()).toBeGreaterThan(Date.parse(day));
      for (const [place, bucket] of buckets.entries()) expect(bucket.end).toEqual(buckets[place + 1]?.start ?? end);
      expect(windowOf(zoom, dayOf(end)).start).toEqual(end);
    }),
  );
});

test("the windows are a decade, a year, thirteen weeks from a Monday, a month", () => {
  const [years, months, weeks, days] = ZOOMS.map((zoom) => windowOf(zoom, "2024-02-29"));
  expect([years, months, weeks, days].map((window) => window?.buckets.length)).toEqual([10, 12, 13, 29]);
  expect([years, months, days].map((window) => dayOf(window?.start as Date))).toEqual(["2020-01-01", "2024-01-01", "2024-02-01"]);
  expect(weeks?.start.getUTCDay()).toBe(1);
});

test("a bucket is asked for within the page's own period, and not at all outside of it", () => {
  const march = { start: new Date("2026-03-01"), end: new Date("2026-04-01") };
  expect(boundsOf(march, {})).toEqual({ start_date: "2026-03-01T00:00:00.000Z", end_date: "2026-03-31T23:59:59.999Z" });
  expect(boundsOf(march, { start_date: "2026-03-10T00:00:00.000Z" })?.start_date).toBe("2026-03-10T00:00:00.000Z");
  expect(boundsOf(march, { end_date: "2026-02-28T23:59:59.999Z" })).toBeNull();
});

test("only what was changed is sent, and the way back is the same change backwards", () => {
  const memory = {
    text: "Ann rows.",
    context: "",
    type: "world",
    mentioned_at: "2026-05-01T10:20:30.000Z",
    occurred_start: null,
    occurred_end: null,
    entities: ["Ann"],
  };
  const before = draftOf(memory as unknown as Memory);
  expect(changeOf(before, { ...before, text: " Ann rows. " })).toBeNull();
  const after = { ...before, text: "Ann swims.", occurred_start: "2026-04-30T00:00", entities: [] };
  expect(changeOf(before, after)).toEqual({ text: "Ann swims.", occurred_start: "2026-04-30T00:00:00.000Z", entities: [] });
  expect(changeOf(after, before)).toEqual({ text: "Ann rows.", occurred_start: null, entities: ["Ann"] });
});
