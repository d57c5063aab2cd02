// Times that the database knows and a Date does not.

import { expect, it } from "vitest";
import { decoderFor } from "../../src/store/values.js";

const TIMESTAMPTZ = 1184;

it.each([
  ["294276-01-01 00:00:00+00", 8.64e15],
  ["infinity", 8.64e15],
  ["-infinity", -8.64e15],
  ["4713-01-01 00:00:00+00 BC", Date.UTC(-4712, 0, 1)],
])("%s is read as a time that can be written again", (text, time) => {
  const read = decoderFor(TIMESTAMPTZ)(text) as Date;
  expect(read.getTime()).toBe(time);
  expect(() => read.toISOString()).not.toThrow();
});
