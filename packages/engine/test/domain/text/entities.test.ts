import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMentions, MAX_MENTIONS } from "../../../src/domain/text/entities/index.js";
import { detectLanguage } from "../../../src/domain/text/language.js";

const names = (text: string, speaker: string | null = null): readonly string[] =>
  findMentions(text, { language: detectLanguage(text), speaker }).map((mention) => `${mention.name}/${mention.kind}`);

describe("names in English", () => {
  test.each([
    [
      "Caroline went to Boston with Melanie Smith on Friday, and they love Google.",
      ["Caroline/person", "Boston/place", "Melanie Smith/person", "Google/organisation"],
    ],
    [
      "Yesterday Ann met Dr. Smith at Bank of America on Main Street in January.",
      ["Ann/person", "Smith/person", "Bank of America/organisation", "Main Street/place"],
    ],
    ["Thanks Melanie! It's great to see you, Tim.", ["Melanie/person", "Tim/person"]],
    ["Woah Joanna, have you been to New York City?", ["Joanna/person", "New York City/place"]],
    ["I moved to Delft last year.", ["Delft/place"]],
    ["I read a book by George R. R. Martin in Ann's garden.", ["George R. R. Martin/person", "Ann/person"]],
    ["We use TypeScript on my iPhone with GitHub Actions.", ["TypeScript/product", "GitHub Actions/concept"]],
    ["We saw the Golden Gate Bridge in San Francisco.", ["Golden Gate Bridge/place", "San Francisco/place"]],
    ["- Buy milk\n- Call Bob\n- Visit Paris", ["Bob/person", "Paris/place"]],
  ])("%s", (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test.each([
    ["The meeting is on Monday in May. Will you come? Mark it. Grace said so."],
    ["I LOVE this SO much! The User said OK. Wow. Mom and Dad agree."],
    ["Yesterday we ate Italian food. Tomorrow we cook. However, nothing is sure."],
    ["He said: Good morning! How are you? Fine, thanks."],
  ])("no names: %s", (text) => {
    expect(names(text)).toEqual([]);
  });

  test("a word that only opens a sentence is a name when it comes again inside one", () => {
    expect(names("Zumberto is small. We like Zumberto.")).toEqual(["Zumberto/concept"]);
    expect(names("Zumberto is small.")).toEqual([]);
  });
});

describe("code", () => {
  test.each([
    ["ERR-7F13-1133"],
    ["retry-loop.ts"],
    ["v2.14.3-rc.1"],
    ["import_v2.0"],
    ["src/app.ts"],
    ["ENOENT"],
    ["HINDSIGHT_API_PORT"],
    ["https://www.example.com/a/b?x=1"],
    ["ann.lee@example.com"],
    ["@hindsight/engine"],
    ["@annlee"],
    ["parseUserInput"],
    ["snake_case_name"],
    ["/etc/hosts"],
    ["PROJ-123"],
  ])("%s", (identifier) => {
    expect(names(`we looked at ${identifier}, again`)).toEqual([`${identifier}/code`]);
    expect(names(`(${identifier})`)).toEqual([`${identifier}/code`]);
  });

  test.each([["it cost 3.50 today, or 10:30"], ["and/or well-known e.g. this"], ["EVERYONE was there, EXACTLY"], ["nice.ok then"]])(
    "no code: %s",
    (text) => {
      expect(names(text)).toEqual([]);
    },
  );
});

describe("other languages", () => {
  test("German: known names and what an honorific introduces, no nouns", () => {
    expect(names("Meine Schwester Anna Schmidt hat zwei Kinder und einen Hund in Berlin bei der Siemens AG. Frau Meier kommt.")).toEqual([
      "Anna Schmidt/person",
      "Berlin/place",
      "Siemens AG/organisation",
      "Meier/person",
    ]);
    expect(names("Der alte Baum steht im Garten hinter dem Haus und die Blätter fallen.")).toEqual([]);
  });

  test("Spanish and Russian", () => {
    expect(names("Mi hermana vive en Madrid y trabaja con Juan Pérez.")).toEqual(["Madrid/place", "Juan Pérez/person"]);
    expect(names("Вчера я видел Анну в парке.")).toEqual(["Анну/concept"]);
  });

  test("Chinese, Japanese and Korean", () => {
    expect(names("张伟在北京大学学习，王小明昨天去了上海。")).toEqual([
      "张伟/person",
      "北京大学/organisation",
      "王小明/person",
      "上海/place",
    ]);
    expect(names("今天很高兴，老师说明天安全，小时候喜欢小猫。")).toEqual([]);
    expect(names("Bart在圣诞节晚会上跳舞。")).toEqual(["Bart/person"]);
    expect(names("田中さんは東京に住んでいて、トヨタ株式会社で働いています。")).toEqual([
      "トヨタ株式会社/organisation",
      "田中/person",
      "東京/place",
    ]);
    expect(names("김민수 씨는 서울에서 일합니다.")).toEqual(["김민수/person", "서울/place"]);
  });
});

describe("speakers and limits", () => {
  test("the speaker is a mention, a role is not, and the label does not make the first word a name", () => {
    expect(names("Ann: Bob called me from Utrecht.", "Ann")).toEqual(["Ann/person", "Bob/person", "Utrecht/place"]);
    expect(names("User: hi there", "User")).toEqual([]);
    expect(names("张伟：你好", "张伟")).toEqual(["张伟/person"]);
  });

  test("each name once, whatever its case, and not too many", () => {
    expect(names("We saw Boston and BOSTON and boston.")).toEqual(["Boston/place"]);
    const many = Array.from({ length: 60 }, (_, index) => `we met ERR-${index}0`).join(", ");
    expect(names(many)).toHaveLength(MAX_MENTIONS);
  });

  test("any text gives tidy, distinct mentions", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.option(fc.string({ maxLength: 20 })), (text, speaker) => {
        const found = findMentions(text, { language: null, speaker });
        expect(new Set(found.map((mention) => mention.name.toLowerCase())).size).toBe(found.length);
        for (const mention of found) {
          expect(mention.name.trim()).toBe(mention.name);
          expect(mention.name).not.toMatch(/\s\s|^$/u);
          expect(mention.resolve).toBe(true);
        }
      }),
    );
  });
});
