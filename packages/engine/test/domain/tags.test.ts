import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FUZZY_TAG_SIMILARITY, resolveFuzzyTags, tagLookup } from "../../src/domain/fuzzy-tags.js";
import type { TagGroup } from "../../src/domain/requests.js";
import { hasFuzzyLeaf, matchesTagGroup, tagGroupsProblem } from "../../src/domain/tags.js";

const BANK_TAGS = ["company:acme", "company:apex", "user:ann", "user:anna"];

describe("fuzzy tags", () => {
  test("a misspelt tag reaches the bank's tag, a fragment of it does not", () => {
    const similar = tagLookup(BANK_TAGS);
    expect(similar("COMPANY:ACMEE")[0]).toBe("company:acme");
    expect(similar("acme")).toEqual(["acme"]);
  });

  test("the lookup finds what comparing every pair finds", () => {
    const trigrams = (text: string) =>
      new Set(
        (text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => [...`${word} `].map((_, at) => `  ${word} `.slice(at, at + 3))),
      );
    const similarity = (a: string, b: string) => {
      const [left, right] = [trigrams(a), trigrams(b)];
      const shared = [...left].filter((each) => right.has(each)).length;
      return shared / (left.size + right.size - shared);
    };
    const tag = fc.stringMatching(/^[ab]{1,4}(:[ab]{1,3})?$/);
    let resembled = 0;
    fc.assert(
      fc.property(fc.uniqueArray(tag, { maxLength: 12 }), tag, (bankTags, wanted) => {
        const expected = bankTags.filter((each) => similarity(wanted, each) >= FUZZY_TAG_SIMILARITY);
        resembled += expected.length;
        expect([...tagLookup(bankTags)(wanted)].sort()).toEqual(expected.length === 0 ? [wanted] : expected.sort());
      }),
    );
    expect(resembled).toBeGreaterThan(0); // control
  });

  test("of very many that resemble, the nearest are taken", () => {
    const many = Array.from({ length: 500 }, (_, at) => `company:customer-${at}`);
    const found = tagLookup([...many, "company:customers"])("company:customers");
    expect([found[0], found.length]).toEqual(["company:customers", 100]);
  });

  test("only leaves that ask for it are resolved, however deep", () => {
    const groups = [{ or: [{ tags: ["company:acmee"] }, { not: { tags: ["company:acmee"], resolve: "fuzzy" as const } }] }];
    expect(hasFuzzyLeaf(groups)).toBe(true);
    expect(hasFuzzyLeaf([{ and: [{ tags: ["x"] }] }])).toBe(false);
    const resolved = resolveFuzzyTags(groups, BANK_TAGS)[0];
    expect(resolved && matchesTagGroup(["company:acmee"], resolved)).toBe(true);
    expect(resolved && matchesTagGroup(["company:acme"], resolved)).toBe(false); // inside "not" the misspelling means acme
  });

  test("all modes need one of the alternatives of every tag", () => {
    const [group] = resolveFuzzyTags([{ tags: ["user:annn", "company:acmee"], match: "all_strict", resolve: "fuzzy" }], BANK_TAGS);
    expect(group && matchesTagGroup(["user:ann", "company:acme"], group)).toBe(true);
    expect(group && matchesTagGroup(["user:ann"], group)).toBe(false);
    expect(group && matchesTagGroup([], group)).toBe(false);
  });
});

describe("the limits of tag groups", () => {
  const leaves = (count: number): TagGroup[] => Array.from({ length: count }, () => ({ tags: ["a"] }));
  const nested = (depth: number): TagGroup => (depth === 1 ? { tags: ["a"] } : { not: nested(depth - 1) });

  test.each<[string, unknown, RegExp | null]>([
    ["as many groups as there may be", leaves(256), null],
    ["one more", leaves(257), /256 groups/],
    ["one more, inside another", [{ and: [{ or: leaves(255) }] }], /256 groups/],
    ["empty groups", Array(257).fill({ and: [] }), /256 groups/],
    ["as deep as they may be", [nested(50)], null],
    ["one deeper", [nested(51)], /50 deep/],
    ["as many tags", [{ tags: Array(1_000).fill("a") }], null],
    ["one tag more", [{ tags: Array(600).fill("a") }, { not: { tags: Array(401).fill("a") } }], /1000 tags/],
    ["as many fuzzy tags", [{ tags: Array(100).fill("a"), resolve: "fuzzy" }, { tags: Array(100).fill("a") }], null],
    ["one fuzzy tag more", [{ tags: Array(101).fill("a"), resolve: "fuzzy" }], /100 fuzzy tags/],
    ["what is no group", [null, 1, "x", { nor: 1 }, { and: "x" }], null],
    ["what is no list", { and: [] }, null],
  ])("%s", (_, groups, problem) => {
    const found = tagGroupsProblem(groups);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });
});
