import { describe, expect, test } from "vitest";
import { hasFuzzyLeaf, matchesTagGroup, resolveFuzzyTags, similarTags } from "../../src/domain/tags.js";

const BANK_TAGS = ["company:acme", "company:apex", "user:ann", "user:anna"];

describe("fuzzy tags", () => {
  test("a misspelt tag reaches the bank's tag, a fragment of it does not", () => {
    expect(similarTags("COMPANY:ACMEE", BANK_TAGS)[0]).toBe("company:acme");
    expect(similarTags("acme", BANK_TAGS)).toEqual(["acme"]);
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
