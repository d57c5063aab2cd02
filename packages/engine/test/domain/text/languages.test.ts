import { describe, expect, test } from "vitest";
import { analyse, analyseQuery } from "../../../src/domain/text/analyse.js";
import { foldText } from "../../../src/domain/text/fold.js";
import { heldLanguages } from "../../../src/domain/text/held-languages.js";
import { detectLanguage } from "../../../src/domain/text/language.js";
import { ENGLISH_STOP_WORDS } from "../../../src/domain/text/stop-words.js";
import { INFLECTED, UNSPACED } from "./declaration.js";

/** Whether a bank that holds this text alone finds it by a word. */
function finds(asked: string, text: string): boolean {
  const language = detectLanguage(text);
  const { terms } = analyse(text, language);
  const held = heldLanguages(language === null ? {} : { [language]: 1 });
  return analyseQuery(asked, detectLanguage(asked), held).terms.some((term) => terms.has(term));
}

/** The words of a text as they stand there. */
function formsOf(text: string): readonly string[] {
  return foldText(text).match(/[\p{L}\p{M}]+/gu) ?? [];
}

describe("article 1 of the Declaration", () => {
  test.each(INFLECTED)("$language: $asked finds it, by its stem alone", ({ language, text, asked }) => {
    expect(detectLanguage(text)).toBe(language);
    expect(finds(asked, text)).toBe(true);
    expect(formsOf(text)).not.toContain(foldText(asked)); // control: it is not there as it is asked for
    expect(finds(`${asked[0]}q${asked.slice(1)}`, text)).toBe(false); // control: a word of no stem of the article
  });

  test.each(INFLECTED.filter(({ language }) => language !== "en"))("$language: no word of it is lost by a stem", ({ text }) => {
    const words = (text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => word.length > 1 && !ENGLISH_STOP_WORDS.has(word));
    const lost = words.filter((word) => !finds(word, text));
    expect(lost).toEqual([]);
  });

  test.each(UNSPACED)("$language: $asked is a word of it, $across is none", ({ language, text, asked, across }) => {
    expect(detectLanguage(text)).toBe(language);
    expect(finds(asked, text)).toBe(true);
    expect(text).toContain(across); // control: its letters are there
    expect(finds(across, text)).toBe(false);
  });
});

describe("words of scripts without spaces", () => {
  test("letters that normal form takes apart are put together again", () => {
    expect([...analyse("ฉันทำงานที่กรุงเทพ").terms.keys()]).toEqual(["ฉัน", "ทำงาน", "ที่", "กรุงเทพ"]);
    expect(finds("น้ำ", "น้ำท่วมเมื่อวาน")).toBe(true);
  });

  test("a long run gives the words that it gives in short ones", () => {
    const short = "ฉันทำงานที่กรุงเทพน้ำท่วมเมื่อวาน";
    const long = analyse(short.repeat(100));
    expect([...long.terms.keys()].sort()).toEqual([...analyse(short).terms.keys()].sort());
    expect([...long.terms.values()]).toEqual(Array.from(long.terms, () => 100));
  });

  test("other scripts in a run keep theirs, and identifiers stay whole", () => {
    const { terms } = analyse("ประชุมกับ東京เรื่องERR-7F13ที่กรุงเทพ");
    expect([...terms.keys()]).toEqual(expect.arrayContaining(["ประชุม", "東京", "err-7f13", "กรุงเทพ"]));
  });
});

describe("a question in the languages of a bank", () => {
  const german = "Gestern haben wir in Berlin die alten Häuser und Kirchen gesehen.";
  const { terms } = analyse(german);
  const shared = (query: string, held: readonly string[]) =>
    analyseQuery(query, detectLanguage(query), held).terms.filter((term) => terms.has(term));

  test("two words find what is written in a language of the bank", () => {
    expect(detectLanguage("alter Häusern")).toBe(null);
    expect(shared("alter Häusern", ["de"])).toEqual(["alt", "haus"]);
    expect(shared("alter Häusern", [])).toEqual([]); // control: without knowing the bank
  });

  test("an English question stays English", () => {
    const english = "Where is the office of the notary that you told me about?";
    expect(analyseQuery(english, detectLanguage(english), ["de", "fr"])).toEqual(analyseQuery(english));
  });

  test("a stem that only a guessed language gives counts half, one that is sure counts whole", () => {
    const { terms: asked, weights } = analyseQuery("Häusern Berlin", null, ["de"]);
    expect(asked).toEqual(["hausern", "haus", "berlin"]);
    expect([...weights]).toEqual([["haus", 0.5]]);
    const told = "Wo sind die alten Häuser in Berlin?";
    expect([...analyseQuery(told, "de", ["de"]).weights]).toEqual([]); // control: the question tells its language
  });

  test("an identifier stays whole and single", () => {
    const query = analyseQuery("ERR-7F13-1133 Häusern", null, ["de", "fr", "pl"]);
    expect(query.identifiers).toEqual(["err-7f13-1133"]);
    expect(query.weights.has("err-7f13-1133")).toBe(false);
  });

  test("Danish and Norwegian are asked for both where a bank holds both", () => {
    const terms = (held: readonly string[]) => analyseQuery("Hva er menneskerettighetene?", "no", held).terms.slice(2);
    expect(terms(["da", "no", "sv"])).toEqual(["menneskerettigheten", "menneskerett", "menneskerettighet"]);
    expect(terms(["no", "sv"])).toEqual(["menneskerettigheten", "menneskerett"]); // control
  });

  test("the languages that count are those of a bank's memories, English apart, the most frequent first", () => {
    expect(heldLanguages({ en: 900, de: 60, zh: 50, fr: 80, tr: 1 })).toEqual(["fr", "de"]);
    expect(heldLanguages({ en: 90, de: 1 })).toEqual(["de"]);
    expect(heldLanguages({})).toEqual([]);
    expect(heldLanguages({ de: 9, fr: 8, es: 7, it: 6, pl: 5, nl: 4 })).toEqual(["de", "fr", "es", "it", "pl"]);
  });
});
