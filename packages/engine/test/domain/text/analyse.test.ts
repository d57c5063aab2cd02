import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyse, analyseQuery, MAX_COUNT, MAX_TERMS } from "../../../src/domain/text/analyse.js";

/** What a query and a text share. */
function shared(query: string, text: string): readonly string[] {
  const terms = analyse(text).terms;
  return analyseQuery(query).terms.filter((term) => terms.has(term));
}

describe("words", () => {
  test("inflected English forms meet in one term", () => {
    expect(analyse("She was running and runs daily").terms.get("run")).toBe(2);
    expect(shared("hiking trips", "We hiked on a trip")).toEqual(["hike", "trip"]);
  });

  test("stop words are dropped, unless there is nothing else", () => {
    expect([...analyse("Who are the members of it?").terms.keys()]).toEqual(["member"]);
    expect(analyseQuery("Who are you?").terms).toEqual(["who", "are", "you"]);
    expect(shared("who are you", "Who are you?")).not.toEqual([]);
    expect(shared("who are you", "The weather is fine")).toEqual([]);
  });

  test("possessives, contractions and curly apostrophes", () => {
    expect([...analyse("Ann’s dog; we'll see, they've don't").terms.keys()]).toEqual(["ann", "dog", "see"]);
    expect(shared("l'homme", "un homme")).toEqual(["homm"]);
  });

  test("an acronym in capitals is no stop word", () => {
    expect(shared("the US economy", "exports of the US")).toEqual(["us"]);
    expect(analyse("he gave it to us for his trip").terms.has("us")).toBe(false);
  });

  test("accents and width do not matter", () => {
    expect(shared("cafe", "das Café")).toEqual(["cafe"]);
    expect(shared("ＡＢＣ１２", "abc12")).toEqual(["abc12"]);
    expect(shared("straße", "strasse")).not.toEqual([]);
  });

  test("a number is found with and without its separators", () => {
    expect(shared("10000", "it cost 10,000 euros")).toEqual(["10000"]);
    expect(analyse("on 2023,1 it").terms.has("20231")).toBe(false);
  });
});

describe("other languages", () => {
  test("the surface form finds itself without the language being told, the stem when it is", () => {
    const german = "Gestern haben wir in Berlin die alten Häuser und Kirchen gesehen.";
    expect(shared("Häuser", german)).not.toEqual([]);
    expect(shared("Haus", german)).toContain("haus");
    expect(shared("Wo sind die alten Kirchen in Berlin?", german)).toEqual(expect.arrayContaining(["alt", "kirch", "berlin"]));
  });

  test("Cyrillic words are stemmed by their script, so that one word meets a sentence", () => {
    expect(shared("книги", "Вчера я купил новую книгу")).not.toEqual([]);
    expect(shared("кошка", "Вчера я купил новую книгу")).toEqual([]);
  });

  test.each([
    ["会议", "明天下午的会议改到三点"],
    ["上海", "我昨天去了上海的人工智能大会"],
    ["目的", "这次旅行的目的很简单"],
    ["猫", "小猫在睡觉"],
    ["東京", "来週東京に行きます"],
    ["会議", "明日の会議は三時からです"],
    ["서울", "지난주에 서울에서 만났어요"],
    ["집", "집에 갔어요"],
    ["กรุงเทพ", "ฉันอยู่กรุงเทพมาสองปี"],
  ])("%s finds its sentence", (word, sentence) => {
    expect(shared(word, sentence)).not.toEqual([]);
    expect(shared(word, "The office is in Delft. 다른 문장. ほかの話です。别处")).toEqual([]);
  });

  test("pairs with a character that only holds a sentence together are left out of questions, not of texts", () => {
    expect(analyse("他的猫").terms.has("的猫")).toBe(true);
    expect(analyseQuery("他的猫").terms).toEqual(["猫"]);
  });

  test("mixed text gives both kinds of terms", () => {
    expect(shared("TypeScript 服务", "我用TypeScript写服务")).toEqual(expect.arrayContaining(["服务", "typescript"]));
  });
});

describe("identifiers", () => {
  test.each([
    ["ERR-7F13-1133", ["err-7f13-1133", "err", "7f13", "1133"]],
    ["retry-loop.ts", ["retry-loop.ts", "retri", "loop", "ts"]],
    ["v2.14.3-rc.1", ["v2.14.3-rc.1", "v2", "14", "3", "rc", "1"]],
    ["import_v2.0", ["import_v2.0", "import", "v2", "0"]],
    ["src/app.ts", ["src/app.ts", "app.ts", "src", "app", "ts"]],
    ["ENOENT", ["enoent"]],
    ["parseUserInput", ["pars", "user", "input"]],
    ["https://www.example.com/docs/intro?x=1", ["example.com/docs/intro?x=1", "example.com", "intro"]],
    ["ann.lee@example.com", ["ann.lee@example.com", "ann.lee", "lee"]],
    ["C++", ["c++"]],
  ])("%s is kept whole and split", (identifier, expected) => {
    const text = `Yesterday we looked at ${identifier}, again.`;
    expect([...analyse(text).terms.keys()]).toEqual(expect.arrayContaining(expected));
    const query = analyseQuery(`where is ${identifier}?`);
    expect(query.terms).toContain(expected[0]);
    if (identifier !== "C++") expect(query.identifiers).toHaveLength(1);
    for (const name of query.identifiers) expect(analyse(text).terms.has(name)).toBe(true);
  });

  test("ordinary words are no identifiers, nor is a text in capitals", () => {
    expect(analyseQuery("a well-known story, and/or not").identifiers).not.toContain("well-known");
    expect(analyseQuery("WHERE IS THE OFFICE").identifiers).toEqual([]);
    expect(analyseQuery("where is ENOENT").identifiers).toEqual(["enoent"]);
  });

  test("the part that tells two identifiers apart is a term of its own", () => {
    expect(shared("ERR-7F13-1133", "ERR-7F13-1134")).toEqual(["err", "7f13"]);
  });
});

test("quoted phrases come folded, whatever the quotation marks", () => {
  expect(analyseQuery('find "The Red  House" and “Café Zoë” and 「東京タワー」 and «rue»').phrases).toEqual([
    "the red house",
    "cafe zoe",
    "東京タワー",
    "rue",
  ]);
});

describe("bounds", () => {
  test("a text has a length, and at most so many terms, however long it is", () => {
    const huge = analyse(Array.from({ length: 60_000 }, (_, index) => `w${index.toString(36)}x`).join(" "), "en");
    expect(huge.terms.size).toBe(MAX_TERMS);
    expect(huge.length).toBe(MAX_COUNT);
    expect(analyse("a ".repeat(50_000) + "word ".repeat(40_000), "en").terms.get("word")).toBe(MAX_COUNT);
    expect(analyse("", "en")).toEqual({ terms: new Map(), length: 1 });
  });

  test("terms are bounded, and query and text agree on any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const stored = analyse(text);
        for (const [term, count] of stored.terms) {
          expect(term.length).toBeGreaterThan(0);
          expect(term.length).toBeLessThanOrEqual(96);
          expect(count).toBeGreaterThan(0);
        }
        const query = analyseQuery(text);
        for (const term of query.terms) expect(stored.terms.has(term)).toBe(true);
        expect(query.terms.length > 0).toBe(stored.terms.size > 0);
      }),
    );
  });
});
