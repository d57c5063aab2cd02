import fc from "fast-check";
import { expect, test } from "vitest";
import { isBlank, sanitise } from "../../../src/domain/text/sanitise.js";

test("control characters and lone surrogates go, tab and line breaks stay", () => {
  expect(sanitise("a\u0000b\u0008c\u000bd\u000ce\u001ff\u007fg")).toBe("abcdefg");
  expect(sanitise("a\tb\nc\rd")).toBe("a\tb\nc\rd");
  expect(sanitise("x\ud83dy\ude00z😀")).toBe("xyz😀");
  expect(sanitise("\ude00\ud83d")).toBe("");
});

test("special-token literals are text", () => {
  expect(sanitise("<|endoftext|>")).toBe("<|endoftext|>");
});

test("what is left can be written as UTF-8 and read back, and sanitising again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }), (text) => {
      const clean = sanitise(text);
      expect(Buffer.from(clean, "utf8").toString("utf8")).toBe(clean);
      expect(clean).not.toContain("\u0000");
      expect(sanitise(clean)).toBe(clean);
    }),
  );
});

test("blank is what shows nothing", () => {
  for (const text of ["", "  \n\t", "\u0000\u0001", "\u200b\ufeff", "\u3000"]) expect(isBlank(text)).toBe(true);
  for (const text of ["a", " . ", "猫", "😀"]) expect(isBlank(text)).toBe(false);
});
