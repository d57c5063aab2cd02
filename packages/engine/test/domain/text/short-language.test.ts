import { expect, test } from "vitest";
import { detectLanguage } from "../../../src/domain/text/language.js";
import { ENGLISH, FOREIGN } from "./short-sentences.js";

const isReadByEnglishEncoder = (text: string): boolean => [null, "en"].includes(detectLanguage(text));

test("no short English sentence is taken for another language", () => {
  expect(ENGLISH.length).toBeGreaterThanOrEqual(60);
  expect(ENGLISH.filter((text) => !isReadByEnglishEncoder(text))).toEqual([]);
});

test("short sentences in other languages stay what they are", () => {
  expect(FOREIGN.length).toBeGreaterThanOrEqual(60);
  // Two words and a letter, of which the longer is rare: it could not be told before either.
  expect(FOREIGN.filter(isReadByEnglishEncoder)).toEqual(["Abitiamo a Roma."]);
});

test.each([
  ["Lunch at noon, Ann.", null],
  ["Der Server ist langsam.", "de"],
  ["De server is traag.", "nl"],
  ["On se voit demain.", "fr"],
  ["Simone de Beauvoir drives a van.", null],
  ["La Scala opens at ten.", null],
  // more words than a short text has: their letters alone tell, however near English is
  ["Bob og Ann spiser frokost sammen hver eneste mandag morgen", "da"],
  ["Ann woont sinds kort samen met Bob vlakbij Delft", "nl"],
])("%s: %s", (text, language) => {
  const told = detectLanguage(text);
  expect(language === null && told === "en" ? null : told).toBe(language);
});
