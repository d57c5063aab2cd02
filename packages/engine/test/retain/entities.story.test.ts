// Stories of names: which spellings are one entity, and which are not.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RetainItem } from "../../src/domain/requests.js";
import type { BankScope } from "../../src/domain/scope.js";
import { sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { scriptedModels } from "../support/scripted-models.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

type Name = string | readonly [name: string, type: string];

describe.each(DATABASES)("names on $name", (database) => {
  let engine: TestEngine;
  let reading: TestEngine;
  let bank: BankScope;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder() });
    const labelled = {
      what: "the lesson went well",
      when: "N/A",
      where: "N/A",
      who: "N/A",
      why: "N/A",
      fact_type: "world",
      entities: [],
      labels: { topic: "empathy" },
    };
    reading = await openEngine(database, {
      encoder: wordEncoder(),
      models: scriptedModels(() => ({ facts: [labelled] })),
      env: { HINDSIGHT_API_ENTITY_LABELS: JSON.stringify([{ key: "topic", description: "", type: "text" }]) },
    });
  });
  afterAll(async () => {
    await engine.close();
    await reading.close();
  });

  const freshBank = async (of: TestEngine = engine): Promise<void> => {
    bank = await of.bank(`entities-${banks++}`);
  };
  let said = 0;
  /** Says something with these names; `!` in front of one asks that it be taken literally. */
  const say = (names: readonly Name[], more: Partial<RetainItem> = {}) =>
    engine.retain(bank, [
      {
        content: `it was so ${said++}`,
        entities: names.map((name) => (typeof name === "string" ? { text: name, type: "PERSON" } : { text: name[0], type: name[1] })),
        ...more,
      },
    ]);
  const entities = async (of: TestEngine = engine) =>
    (
      await of.db.query<{ name: string; mentions: number }>(
        sql`SELECT canonical_name AS name, mention_count AS mentions FROM entity WHERE bank_id = ${bank.key} ORDER BY canonical_name COLLATE "C", mention_count`,
      )
    ).rows.map(({ name, mentions }) => `${name} ${mentions}`);

  test.each([
    ["Wren", "Wren 🕯️"],
    ["Wren 🕯️", "WREN"],
    ["Straße", "STRASSE"],
    ["İstanbul", "istanbul"],
    ["Ｗｒｅｎ", "wren"],
    ["Dr. Chen", "Dr Chen"],
    ["Anne-Marie", "Anne Marie"],
    ["Ann\n Chen", "Ann  Chen"],
    ["Alexander Hamilton", "Alexender Hamilton"],
  ])("%j and %j are one, under the first spelling, in one write and in two", async (one, other) => {
    await freshBank();
    await say([one]);
    await say([other]);
    expect(await entities()).toEqual([`${one.replace(/\s+/gu, " ")} 2`]);
    await freshBank();
    await engine.retain(
      bank,
      [one, other].map((text, at) => ({ content: `it was so in ${at}`, entities: [{ text, type: "PERSON" }] })),
    );
    expect(await engine.count(bank, "entity")).toBe(1);
  });

  test.each([
    ["Aster", "Astrid"],
    ["Maria", "Mario"],
    ["Christina", "Christine"],
    ["Room 12", "Room 13"],
    ["Ann", "Anna"],
  ])("%j and %j are two", async (one, other) => {
    await freshBank();
    await say([one]);
    await say([other]);
    await say([other]);
    expect((await entities()).sort()).toEqual([`${one} 1`, `${other} 2`].sort());
  });

  test("normal forms hold for every kind, and across kinds; misspellings do not", async () => {
    await freshBank();
    await say([["Wren 🕯️", "CONCEPT"]]);
    await say([["wren", "PERSON"]]);
    await say([["Photosynthesis", "CONCEPT"]]);
    await say([["Photosynthasis", "CONCEPT"]]);
    expect(await entities()).toEqual(["Photosynthasis 1", "Photosynthesis 1", "Wren 🕯️ 2"]);
  });

  test("a first name is the one person's that has it, where both are named among the same people", async () => {
    await freshBank();
    await say(["Ann Chen", "Bob Berg"]);
    await say(["Ann", "Bob Berg"]);
    expect(await entities()).toEqual(["Ann Chen 2", "Bob Berg 2"]);
    await say(["Ann", "Carl Cole"]); // nobody whom "Ann Chen" was ever named with
    expect(await entities()).toEqual(["Ann 1", "Ann Chen 2", "Bob Berg 2", "Carl Cole 1"]);
  });

  test("in one write too", async () => {
    await freshBank();
    await engine.retain(
      bank,
      [
        ["Ann Chen", "Bob"],
        ["Ann", "Bob"],
      ].map((names, at) => ({
        content: `it was so in ${at}`,
        entities: names.map((text) => ({ text, type: "PERSON" })),
      })),
    );
    expect(await entities()).toEqual(["Ann Chen 2", "Bob 2"]);
  });

  test("a first name that two people have, or that stands beside the full one, or alone, is nobody's but its own", async () => {
    await freshBank();
    await say(["Ann Chen", "Bob"]);
    await say(["Ann Lee", "Bob"]);
    await say(["Ann", "Bob"]);
    expect(await entities()).toEqual(["Ann 1", "Ann Chen 1", "Ann Lee 1", "Bob 3"]);
    await freshBank();
    await say(["Ann Chen", "Bob"]);
    await say(["Ann", "Ann Chen", "Bob"]);
    expect(await entities()).toEqual(["Ann 1", "Ann Chen 2", "Bob 2"]);
    await freshBank();
    await say(["Ann Chen", "Bob"]);
    await say(["Ann"]);
    expect(await entities()).toEqual(["Ann 1", "Ann Chen 1", "Bob 1"]);
  });

  test("a literal name is an entity's in full, or new, and is found again", async () => {
    await freshBank();
    await say(["Wren"]);
    const literal = { resolveEntities: false };
    await say(["Wren 🕯️"], literal);
    await say(["WREN 🕯️"], literal);
    expect(await entities()).toEqual(["Wren 1", "Wren 🕯️ 2"]);
    await say(["wren"], literal);
    expect(await entities()).toEqual(["Wren 2", "Wren 🕯️ 2"]);
    await say(["Alexender Hamilton"]);
    await say(["Alexander Hamilton"], literal);
    expect(await entities()).toContain("Alexander Hamilton 1");
    await say(["Wren 🕯️"]); // control: without the wish, the exact spelling comes first
    expect(await entities()).toContain("Wren 🕯️ 3");
  });

  test("a label is a label's only, in full, whatever else has its name", async () => {
    await freshBank(reading);
    const tell = (content: string, entity: string) =>
      reading.retain(bank, [{ content, documentId: content, tags: [content], entities: [{ text: entity }] }]);
    await tell("a", "topic empathy");
    await tell("b", "topic:empathy");
    await tell("c", "Topic:Empathy");
    const { rows } = await reading.db.query<{ name: string; label: boolean; mentions: number }>(sql`
      SELECT canonical_name AS name, is_label AS label, mention_count AS mentions FROM entity WHERE bank_id = ${bank.key} ORDER BY is_label DESC, canonical_name COLLATE "C"`);
    expect(rows).toEqual([
      { name: "topic:empathy", label: true, mentions: 3 },
      { name: "topic empathy", label: false, mentions: 1 },
      { name: "topic:empathy", label: false, mentions: 2 },
    ]);
  });
});
