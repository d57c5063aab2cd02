import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelKey, literalKey, nameKey, tidyName } from "../../../src/domain/text/name-key.js";

describe("the normal form of a name", () => {
  test.each([
    ["Wren 🕯️", "Wren"],
    ["🏳️‍🌈 Wren", "wren"],
    ["Wren 👩🏽‍🚀", "WREN"],
    ['"Wren"', "Wren"],
    ["“Wren”", "«Wren»"],
    ["**Wren**", "Wren"],
    ["STRASSE", "Straße"],
    ["İstanbul", "Istanbul"],
    ["İSTANBUL", "istanbul"],
    ["Ｗｒｅｎ", "Wren"],
    ["José", "José"],
    ["Dr. Chen", "Dr Chen"],
    ["Acme Inc.", "Acme Inc"],
    ["O'Brien", "O’Brien"],
    ["Anne-Marie", "Anne Marie"],
    ["Ann\n  Chen", "Ann Chen"],
    ["Acme™", "Acme"],
  ])("is one of %j and %j", (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b));
  });

  test.each([
    ["Aster", "Astrid"],
    ["Maria", "Mario"],
    ["Christina", "Christine"],
    ["Room 12", "Room 13"],
    ["Python 3.1", "Python 31"],
    ["C", "C++"],
    ["C", "C#"],
    ["🔥", "🕯️"],
    ["Ann", "Ann Chen"],
    ["张伟", "张玮"],
    ["user_id", "userid"],
    ["app.ts", "app ts"],
  ])("is not one of %j and %j", (a, b) => {
    expect(nameKey(a)).not.toBe(nameKey(b));
  });

  test("is its own normal form, and no key of a label or a literal name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
        if (tidyName(name) === "") return;
        const key = nameKey(name);
        expect(key).not.toBe("");
        expect(new Set([key, labelKey(name), literalKey(name)]).size).toBe(3);
        expect(key.startsWith(" ")).toBe(false);
      }),
    );
  });
});
