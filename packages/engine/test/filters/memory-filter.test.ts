import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openOrCreateBank } from "../../src/banks/index.js";
import type { TagGroup, TagsMatch } from "../../src/domain/requests.js";
import { type BankScope, tenantScope } from "../../src/domain/scope.js";
import { matchesTagFilter, TAGS_MATCHES, type TagFilter } from "../../src/domain/tags.js";
import { type Database, sql } from "../../src/store/db.js";
import { memoryFilter } from "../../src/store/filters/memory-filter.js";
import { DATABASES } from "../support/database.js";

const TAGS = ["a", "b", "c", 'd "quoted", {braced}', "ü%_\\"];
const tag = fc.constantFrom(...TAGS, "nowhere");
const tags = fc.array(tag, { maxLength: 3 });
const match = fc.constantFrom<TagsMatch>(...TAGS_MATCHES);
const leaf = fc.record({ tags, match }, { requiredKeys: ["tags"] });
const { group } = fc.letrec<{ group: TagGroup }>((tie) => ({
  group: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf as fc.Arbitrary<TagGroup>,
    fc.record({ and: fc.array(tie("group"), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie("group"), { maxLength: 3 }) }),
    fc.record({ not: tie("group") }),
  ),
}));
const filter: fc.Arbitrary<TagFilter> = fc.record(
  { tags: fc.option(tags), tagsMatch: match, tagGroups: fc.option(fc.array(group, { maxLength: 3 })) },
  { requiredKeys: [] },
);

/** Every set of at most three of the tags, one memory each. */
const OWN: readonly (readonly string[])[] = (() => {
  const sets: string[][] = [[]];
  for (const next of TAGS) sets.push(...sets.filter((set) => set.length < 3).map((set) => [...set, next]));
  return sets;
})();

describe.each(DATABASES)("tag filters on $name", ({ open }) => {
  let db: Database;
  let bank: BankScope;

  beforeAll(async () => {
    db = await open();
    bank = await openOrCreateBank(db, tenantScope("public"), "tags");
    for (const [number, own] of OWN.entries()) {
      await db.query(sql`INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, tags)
        VALUES (${bank.key}, ${number}, gen_random_uuid(), 'world', 'text', ''::bytea, ${own}::text[])`);
    }
  });
  afterAll(() => db.close());

  const found = async (asked: TagFilter) => {
    const { rows } = await db.query<{ memory_no: number }>(sql`
      SELECT m.memory_no FROM memory AS m WHERE m.bank_id = ${bank.key} AND ${memoryFilter(asked, sql`m`)} ORDER BY m.memory_no`);
    return rows.map((row) => row.memory_no);
  };
  const expected = (asked: TagFilter) => OWN.flatMap((own, number) => (matchesTagFilter(own, asked) ? [number] : []));

  test("SQL and the predicate agree on random filters", async () => {
    let [some, all] = [0, 0];
    await fc.assert(
      fc.asyncProperty(filter, async (asked) => {
        const numbers = await found(asked);
        some += numbers.length > 0 && numbers.length < OWN.length ? 1 : 0;
        all += 1;
        expect(numbers).toEqual(expected(asked));
      }),
      { numRuns: 300 },
    );
    expect(some).toBeGreaterThan(all / 10); // control: the filters do tell memories apart
  });

  test("each mode with and without tags", async () => {
    const named = async (wanted: string[], mode: TagsMatch) =>
      (await found({ tags: wanted, tagsMatch: mode })).map((n) => OWN[n]?.join("") ?? "");
    expect(await named([], "exact")).toEqual([""]);
    expect(await named(["a", "b"], "exact")).toEqual(["ab"]);
    expect(await named(["b", "a", "b"], "exact")).toEqual(["ab"]);
    expect(await named(["a", "b"], "any")).toContain("");
    expect(await named(["a", "b"], "any_strict")).not.toContain("");
    expect(await named(["a", "b"], "all")).toContain("");
    expect(await named(["a", "b"], "all_strict")).toEqual(
      OWN.filter((own) => own.includes("a") && own.includes("b")).map((own) => own.join("")),
    );
    for (const mode of ["any", "all", "any_strict", "all_strict"] as const) expect(await named([], mode)).toHaveLength(OWN.length);
  });
});
