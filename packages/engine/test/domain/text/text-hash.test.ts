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
