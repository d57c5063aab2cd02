// The ten languages say the same: each area has the same keys and placeholders in all of them, and nothing was left in English by accident.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/i18n/languages.js";

const folder = new URL("../../src/locales/", import.meta.url);
const areas = readdirSync(new URL("en/", folder)).sort();

type Words = { readonly [key: string]: string | Words };

/** Dotted keys with their text. */
function flat(words: Words, before = ""): readonly (readonly [string, string])[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string" ? [[before + key, value] as const] : flat(value, `${before}${key}.`),
  );
}

const read = (language: string, area: string) => flat(JSON.parse(readFileSync(new URL(`${language}/${area}`, folder), "utf8")) as Words);
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}|<\/?\w+>/g)].map(([all]) => all).sort();
/** `memories_one` and `memories_other` are one key with the plural forms that a language has. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");

test.each(Object.keys(LANGUAGES))("%s has every area, key and placeholder", (language) => {
  expect(readdirSync(new URL(`${language}/`, folder)).sort()).toEqual(areas);
  for (const area of areas) {
    const english = new Map(read("en", area).map(([key, text]) => [stem(key), placeholders(text)]));
    const here = read(language, area);
    expect([...new Set(here.map(([key]) => stem(key)))].sort(), area).toEqual([...english.keys()].sort());
    for (const [key, text] of here) {
      expect(text, `${area} ${key}`).not.toBe("");
      // A form for one thing may say "one" instead of the number.
      if (!key.endsWith("_one")) expect(placeholders(text), `${area} ${key}`).toEqual(english.get(stem(key)));
    }
    if (language !== "en") {
      const same = here.filter(
        ([key, text]) => text.length > 25 && read("en", area).some(([other, words]) => other === key && words === text),
      );
      expect(same, `${area}: long texts that are the English ones`).toEqual([]);
    }
  }
});
