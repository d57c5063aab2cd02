// Names across scripts: what a question in one finds of memories in another, by aliases that a caller gave and by how names are written in Latin letters.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAlias, mergeEntities, removeAlias } from "../../src/curate/index.js";
import { hotBanks } from "../../src/hot/index.js";
import { recall } from "../../src/recall/index.js";
import { sql } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { type AskedBank, bankOf } from "./bank-of.js";

const TEA = "张伟喜欢喝绿茶。";
const OTHERS = ["李娜在上海学大提琴。", "The bakery on the corner sells rye bread.", "Tom repaired the garden fence on Saturday."];

describe.each(DATABASES)("names across scripts on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database);
  });
  afterAll(() => engine.close());

  async function entityOf(bank: AskedBank, name: string): Promise<string> {
    const { rows } = await engine.db.query<{ id: string }>(
      sql`SELECT id FROM entity WHERE bank_id = ${bank.scope.key} AND canonical_name = ${name}`,
    );
    expect(rows, name).toHaveLength(1);
    return rows[0]!.id;
  }
  const names = async (bank: AskedBank): Promise<readonly string[]> =>
    (
      await engine.db.query<{ name: string }>(
        sql`SELECT canonical_name AS name FROM entity WHERE bank_id = ${bank.scope.key} ORDER BY canonical_name COLLATE "C"`,
      )
    ).rows.map(({ name }) => name);
  const give = (bank: AskedBank, id: string, alias: string) => engine.db.transaction((tx) => addAlias(tx, bank.scope, id, alias));

  test.each(["What does Zhang Wei like?", "what does wei zhang like?", "Zhāng Wěi?", "Tell me about ZhangWei."])(
    "a name is found by how it is written in Latin letters: %s",
    async (question) => {
      const bank = await bankOf(engine, [{ content: TEA }, ...OTHERS]);
      const before = await names(bank);
      expect(await bank.texts(question)).toContain(TEA);
      expect(await bank.texts(question.replace(/zh[aā]ng/iu, "Wang"))).not.toContain(TEA); // control: of another name
      expect(await names(bank)).toEqual(before); // and nothing is renamed by asking
      expect(before).toContain("张伟");
    },
  );

  test("the keyword arm and the graph arm bring it, and of two people who are written alike both are found", async () => {
    const piano = "章玮在北京弹钢琴。";
    const bank = await bankOf(engine, [
      { content: TEA, entities: [{ text: "张伟" }] },
      { content: piano, entities: [{ text: "章玮" }] },
      ...OTHERS,
    ]);
    const { results, trace } = await bank.recall("What is known about Zhang Wei?", { trace: true });
    expect(
      results
        .map(({ text }) => text)
        .slice(0, 2)
        .sort(),
    ).toEqual([TEA, piano].sort());
    const told = JSON.stringify(trace);
    for (const arm of ["keyword", "graph"]) expect(told, arm).toContain(arm);
    expect(await names(bank)).toEqual(expect.arrayContaining(["张伟", "章玮"])); // two they remain
  });

  test("who has a name that a caller gave is found by it, also where no memory says the name", async () => {
    const bank = await bankOf(engine, [
      { content: "Ivan drinks his tea with jam.", entities: [{ text: "Ivan" }] },
      { content: "He plays chess on Sundays.", entities: [{ text: "Ivan" }] },
      ...OTHERS,
    ]);
    expect(await bank.texts("Иван")).toEqual([]); // control: before
    const ivan = await entityOf(bank, "Ivan");
    await give(bank, ivan, "Иван");
    expect(await bank.texts("Что известно: Иван?")).toEqual(
      expect.arrayContaining(["Ivan drinks his tea with jam.", "He plays chess on Sundays."]),
    );
    expect(await bank.texts("Пётр")).toEqual([]); // control
    await engine.db.transaction((tx) => removeAlias(tx, bank.scope, ivan, "иван"));
    expect(await bank.texts("Иван")).toEqual([]);
  });

  test("both ways: a question with the entity's own name finds what was retained under the alias", async () => {
    const bank = await bankOf(engine, [{ content: TEA, entities: [{ text: "张伟" }] }, ...OTHERS]);
    await give(bank, await entityOf(bank, "张伟"), "Viktor");
    await bank.retain([{ content: "Viktor moved to Delft.", entities: [{ text: "Viktor" }] }]);
    expect(await names(bank)).not.toContain("Viktor"); // it is an alias, and no entity of its own
    expect(await bank.texts("张伟住在哪里？")).toContain("Viktor moved to Delft.");
    expect(await bank.texts("What does Viktor like?")).toContain(TEA);
  });

  test("a memory with the name itself comes first", async () => {
    const literal = "Zhang Wei likes jasmine flowers.";
    const bank = await bankOf(engine, [literal, { content: TEA, entities: [{ text: "张伟" }] }, ...OTHERS]);
    const texts = await bank.texts("Zhang Wei");
    expect(texts.slice(0, 2)).toEqual([literal, TEA]);
  });

  test("words that are words name nobody, and a name of the bank beside says nothing", async () => {
    const bank = await bankOf(engine, [{ content: "马克在柏林工作。", entities: [{ text: "马克" }] }, ...OTHERS]);
    expect(await bank.texts("what did I make")).not.toContain("马克在柏林工作。");
    expect(await bank.texts("Where does Make work?")).toContain("马克在柏林工作。"); // control
    const beside = await bankOf(engine, OTHERS);
    expect(await beside.texts("Zhang Wei")).not.toContain(TEA);
  });

  test("a filter of tags holds for those who are found by another name", async () => {
    const bank = await bankOf(engine, [{ content: TEA, tags: ["private"], entities: [{ text: "张伟" }] }, ...OTHERS]);
    expect(await bank.texts("Zhang Wei", { tags: ["public"], tagsMatch: "any_strict" })).toEqual([]);
    expect(await bank.texts("Zhang Wei", { tags: ["private"], tagsMatch: "any_strict" })).toEqual([TEA]); // control
  });

  test("merged and split, a name keeps its writing in Latin letters, and a bank in memory answers alike", async () => {
    const bank = await bankOf(engine, [
      { content: TEA, entities: [{ text: "张伟" }] },
      { content: "Vic is a nurse in Utrecht.", entities: [{ text: "Vic" }] },
      ...OTHERS,
    ]);
    const [vic, zhang] = [await entityOf(bank, "Vic"), await entityOf(bank, "张伟")];
    await engine.db.transaction((tx) => mergeEntities(tx, bank.scope, vic, [zhang]));
    expect(await bank.texts("Zhang Wei")).toEqual(expect.arrayContaining([TEA, "Vic is a nurse in Utrecht."]));
    const hot = hotBanks({ bytes: 64 * 2 ** 20, log: engine.ctx.log });
    const ask = async () => (await recall({ ...engine.ctx, hot }, bank.scope, { query: "Zhang Wei" })).results.map(({ text }) => text);
    const cold = await bank.texts("Zhang Wei");
    await ask();
    await ask();
    await hot.idle();
    expect(await ask()).toEqual(cold);
    expect(hot.counts().hits).toBeGreaterThan(0); // control: it was the copy
    await hot.close();
  });

  test("a name is refused that another has, that is none, and for who is not there; one that memories have is not taken away", async () => {
    const bank = await bankOf(engine, [
      { content: TEA, entities: [{ text: "张伟" }] },
      { content: "Vic is a nurse.", entities: [{ text: "Vic" }] },
    ]);
    const zhang = await entityOf(bank, "张伟");
    await expect(give(bank, zhang, "vic")).rejects.toMatchObject({ code: "bad_argument", message: expect.stringContaining("merge") });
    await expect(give(bank, zhang, "  ")).rejects.toMatchObject({ code: "bad_argument" });
    await expect(give(bank, "00000000-0000-4000-8000-000000000000", "Zed")).rejects.toMatchObject({ code: "entity_not_found" });
    await give(bank, zhang, "Viktor");
    await give(bank, zhang, "viktor"); // said again
    await bank.retain([{ content: "Viktor moved to Delft.", entities: [{ text: "Viktor" }] }]);
    const remove = (alias: string) => engine.db.transaction((tx) => removeAlias(tx, bank.scope, zhang, alias));
    await expect(remove("Viktor")).rejects.toMatchObject({ code: "bad_argument", message: expect.stringContaining("split") });
    await expect(remove("Nobody")).rejects.toMatchObject({ code: "alias_not_found" });
  });
});
