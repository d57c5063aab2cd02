import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOf, iso } from "../../src/wire/time.js";

describe("instants on the wire", () => {
  it("come back as they were sent", () => {
    const dates = fc.date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(instantOf(iso(date))?.getTime()).toBe(date.getTime());
      }),
    );
  });

  it("are written as Python's isoformat writes them", () => {
    expect(iso(new Date("2026-01-15T10:30:00Z"))).toBe("2026-01-15T10:30:00+00:00");
    expect(iso(new Date("2026-01-15T10:30:00.120Z"))).toBe("2026-01-15T10:30:00.120+00:00");
  });

  it.each([
    [8.64e15, "9999-12-31T23:59:59.999+00:00"],
    [-8.64e15, "0001-01-01T00:00:00+00:00"],
  ])("the time %d, which no client can read, is shown as the nearest that it can", (time, shown) => {
    expect(iso(new Date(time))).toBe(shown);
  });

  it.each([
    ["2024-10-15", "2024-10-15T00:00:00.000Z"],
    ["2024-10-15 08:09", "2024-10-15T08:09:00.000Z"],
    ["2024-10-15T08:09:10", "2024-10-15T08:09:10.000Z"],
    ["2024-10-15T08:09:10.123456Z", "2024-10-15T08:09:10.123Z"],
    ["2024-10-15T08:09:10,5z", "2024-10-15T08:09:10.500Z"],
    ["2024-10-15T08:09:10+02", "2024-10-15T06:09:10.000Z"],
    ["2024-10-15T08:09:10-0530", "2024-10-15T13:39:10.000Z"],
    ["2024-02-29T00:00+01:00", "2024-02-28T23:00:00.000Z"],
  ])("read %s as %s", (text, expected) => expect(instantOf(text)?.toISOString()).toBe(expected));

  it.each([
    "",
    "yesterday",
    "2024-13-01",
    "2023-02-29",
    "2024-10-15T25:00",
    "2024-10-15T10:61",
    "20241015",
    "2024-10-15T10:00+99:00",
    "0000-01-01",
    "1e9",
  ])("refuse %j", (text) => expect(instantOf(text)).toBeNull());
});
