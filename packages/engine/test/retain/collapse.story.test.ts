import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { forgetDocument } from "../../src/forget/index.js";
import { DATABASES } from "../support/database.js";
import { NOT_LEARNING } from "../support/forgetting.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

describe.each(DATABASES)("exact duplicates on $name", (database) => {
  let engine: TestEngine;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder() });
  });
  afterAll(() => engine.close());

  const freshBank = (): Promise<BankScope> => engine.bank(`collapse-${banks++}`);

  test("the same fact sent twice without an id is stored once, and the receipt says where", async () => {
    const bank = await freshBank();
    const first = await engine.retain(bank, "The wifi password is tulip-42.");
    const second = await engine.retain(bank, "  The  wifi password is TULIP-42. ");
    expect(await engine.count(bank, "memory")).toBe(1);
    expect(await engine.count(bank, "document")).toBe(1);
    expect(second.receipt).toMatchObject({ stored: 0, collapsed: 1 });
    expect(second.receipt?.items[0]).toMatchObject({
      outcome: "collapsed",
      collapsed: 1,
      documentId: first.receipt?.items[0]?.documentId,
      memoryIds: first.receipt?.items[0]?.memoryIds,
    });
  });

  test("what differs in a word, a number, a tag, a context, metadata or the day is another statement", async () => {
    const bank = await freshBank();
    const base = { content: "The deadline is 5 May.", timestamp: "2024-01-01T10:00:00Z" };
    await engine.retain(bank, [base]);
    await engine.retain(bank, [{ ...base, content: "The deadline is 6 May." }]);
    await engine.retain(bank, [{ ...base, content: "The deadline is not 5 May." }]);
    await engine.retain(bank, [{ ...base, tags: ["work"] }]);
    await engine.retain(bank, [{ ...base, context: "taxes" }]);
    await engine.retain(bank, [{ ...base, metadata: { source: "mail" } }]);
    await engine.retain(bank, [{ ...base, timestamp: "2024-01-02T10:00:00Z" }]);
    expect(await engine.count(bank, "memory")).toBe(7);
    await engine.retain(bank, [{ ...base, timestamp: "2024-01-01T11:00:00Z" }]);
    expect(await engine.count(bank, "memory")).toBe(7);
  });

  test("a turn of a dialogue never collapses", async () => {
    const bank = await freshBank();
    const yes = { content: "Ann: Yes.", timestamp: "2024-01-01T10:00:00Z" };
    await engine.retain(bank, [yes, { content: "Bob: Really?", timestamp: yes.timestamp }, yes]);
    await engine.retain(bank, [yes]);
    expect((await engine.memories(bank)).map((memory) => memory.text)).toEqual(["Ann: Yes.", "Bob: Really?", "Ann: Yes.", "Ann: Yes."]);
  });

  test("a repeated statement of one call or one document is stored once", async () => {
    const bank = await freshBank();
    const { receipt } = await engine.retain(bank, [{ content: "Tea is hot." }, { content: "Ice is cold." }, { content: "Tea is hot." }]);
    expect(receipt?.items.map((item) => item.outcome)).toEqual(["stored", "stored", "collapsed"]);
    expect(receipt?.items[2]?.memoryIds).toEqual(receipt?.items[0]?.memoryIds);
    await engine.retain(bank, [{ content: "Snow is white.", documentId: "d" }]);
    await engine.retain(bank, [{ content: "Snow is white.", documentId: "d", updateMode: "append" }]);
    expect(await engine.count(bank, "memory")).toBe(3);
  });

  test("deleting one of two named documents leaves the other its statement", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [
      { content: "The office is in Delft.", documentId: "a" },
      { content: "The office is in Delft.", documentId: "b" },
    ]);
    expect(await engine.count(bank, "memory")).toBe(2);
    await engine.db.transaction((tx) => forgetDocument(tx, bank, "a", NOT_LEARNING));
    expect((await engine.memories(bank)).map((memory) => memory.document_id)).toEqual(["b"]);
  });

  test("a fact without an id does not hide behind a document that the caller named", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "The office is in Delft.", documentId: "a" }]);
    const { receipt } = await engine.retain(bank, "The office is in Delft.");
    expect(receipt?.stored).toBe(1);
    await engine.db.transaction((tx) => forgetDocument(tx, bank, "a", NOT_LEARNING));
    expect(await engine.count(bank, "memory")).toBe(1);
  });

  test("a made-up document that is there in part keeps only what is new, and does not claim the rest", async () => {
    const bank = await freshBank();
    const first = await engine.retain(bank, "Ice is cold.");
    const second = await engine.retain(bank, [{ content: "Ice is cold." }, { content: "Fire is hot." }]);
    const [ice, fire] = second.receipt?.items ?? [];
    expect([ice?.outcome, fire?.outcome]).toEqual(["collapsed", "stored"]);
    expect(ice?.documentId).toBe(first.receipt?.items[0]?.documentId);
    await engine.db.transaction((tx) => forgetDocument(tx, bank, fire?.documentId ?? "", NOT_LEARNING));
    expect((await engine.memories(bank)).map((memory) => memory.text)).toEqual(["Ice is cold."]);
  });

  test("a statement said in two chunks stays when the chunk that holds it goes", async () => {
    const bank = await freshBank();
    const filler = (word: string): string =>
      Array.from({ length: 40 }, (_, i) => `The ${word} has ${i} rooms with a view of the old harbour of the town.`).join(" ");
    const rule = "Never feed the swans.";
    await engine.retain(bank, [
      { content: rule, documentId: "d" },
      { content: filler("castle"), documentId: "d" },
      { content: rule, documentId: "d" },
    ]);
    const rules = async () => (await engine.memories(bank)).filter((memory) => memory.text === rule);
    expect(await rules()).toHaveLength(1);
    await engine.retain(bank, [
      { content: "Feed the ducks.", documentId: "d" },
      { content: filler("castle"), documentId: "d" },
      { content: rule, documentId: "d" },
    ]);
    expect(await rules()).toHaveLength(1);
    expect((await rules())[0]?.chunk_index).toBeGreaterThan(0);
  });

  test("two calls at once with the same fact store it once", async () => {
    const bank = await freshBank();
    await Promise.all(Array.from({ length: 8 }, () => engine.retain(bank, "Only once, please.")));
    expect(await engine.count(bank, "memory")).toBe(1);
  });
});
