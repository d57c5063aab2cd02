import fc from "fast-check";
import { expect, test } from "vitest";
import { normalForm, textHash } from "../../../src/domain/text/text-hash.js";

const same = (left: string, right: string): boolean => textHash(left).equals(textHash(right));

test("case, width and white space do not make a new statement", () => {
  expect(same("The office is in Delft.", "  the  OFFICE is\nin delft. ")).toBe(true);
  expect(same("ＡＢＣ", "abc")).toBe(true);
  expect(normalForm("A\u00a0 B")).toBe("a b");
});

test("numbers, negation, names and punctuation do", () => {
  expect(same("Port 9077", "Port 9078")).toBe(false);
  expect(same("Ann likes tea", "Ann does not like tea")).toBe(false);
  expect(same("Ann likes tea", "Bob likes tea")).toBe(false);
  expect(same("Is it done?", "It is done.")).toBe(false);
  expect(same("resume", "résumé")).toBe(false);
  expect(textHash("x")).toHaveLength(32);
});

test("a text in ASCII has the form that it has beside other text", () => {
  const ascii = fc.string({ unit: fc.integer({ min: 0, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(ascii, (text) => {
      expect(normalForm(`中 ${text}`)).toBe(`中 ${normalForm(text)}`.trim());
    }),
  );
});
