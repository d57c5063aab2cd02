import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RetainItem } from "../../src/domain/requests.js";
import type { BankScope } from "../../src/domain/scope.js";
import { updateBank } from "../../src/store/banks/update-bank.js";
import { sql } from "../../src/store/db.js";
import { readDocumentText } from "../../src/store/documents/read-document-text.js";
import { DATABASES } from "../support/database.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

describe.each(DATABASES)("what a retain takes on $name", (database) => {
  let engine: TestEngine;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder(), now: () => new Date("2024-06-01T12:00:00Z") });
  });
  afterAll(() => engine.close());

  const freshBank = (): Promise<BankScope> => engine.bank(`request-${banks++}`);
  async function only(item: RetainItem) {
    const bank = await freshBank();
    await engine.retain(bank, [item]);
    const memories = await engine.memories(bank);
    expect(memories).toHaveLength(1);
    return memories[0];
  }

  test.each(["", "   ", "\u0000", "\u0000 \u0007\n", "\u200b\u200b"])(
    "blank content %j is refused before anything is written",
    async (content) => {
      const bank = await freshBank();
      await expect(engine.retain(bank, [{ content: "Good." }, { content }])).rejects.toMatchObject({
        code: "invalid_request",
        status: 422,
      });
      await expect(engine.retain(bank, [{ content: "Good." }, { content }], { async: true })).rejects.toMatchObject({ status: 422 });
      expect(await engine.count(bank, "document")).toBe(0);
      expect(await engine.count(bank, "operation")).toBe(0);
    },
  );

  test("an empty list is refused", async () => {
    await expect(engine.retain(await freshBank(), [])).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("NUL, lone surrogates and special tokens do no harm anywhere", async () => {
    const bank = await freshBank();
    const dirty = "a\u0000b\ud800c <|endoftext|> d";
    await engine.retain(bank, [
      {
        content: `The code is ${dirty}.`,
        context: dirty,
        documentId: `doc-${dirty}`,
        metadata: { [`key${dirty}`]: dirty },
        tags: [dirty],
        entities: [{ text: dirty }],
        observationScopes: [[dirty]],
      },
    ]);
    const clean = "abc <|endoftext|> d";
    const [memory] = await engine.memories(bank);
    expect(memory).toMatchObject({
      text: `The code is ${clean}.`,
      context: clean,
      document_id: `doc-${clean}`,
      metadata: { [`key${clean}`]: clean },
      tags: [clean],
      observation_scopes: [[clean]],
    });
  });

  test("the time is now, what the caller says with its zone, or none", async () => {
    expect(await only({ content: "Now." })).toMatchObject({ mentioned_at: new Date("2024-06-01T12:00:00Z"), mentioned_offset: 0 });
    expect(await only({ content: "Now too.", timestamp: "" })).toMatchObject({ mentioned_at: new Date("2024-06-01T12:00:00Z") });
    expect(await only({ content: "In Tokyo.", timestamp: "2024-05-01T01:00:00+09:00" })).toMatchObject({
      mentioned_at: new Date("2024-04-30T16:00:00Z"),
      mentioned_offset: 540,
    });
    expect(await only({ content: "Yesterday it rained.", timestamp: "UNSET" })).toMatchObject({
      mentioned_at: null,
      mentioned_offset: null,
      occurred_start: null,
    });
  });

  test("relative dates count from the caller's own day", async () => {
    expect(await only({ content: "We met yesterday.", timestamp: "2024-05-02T00:30:00+09:00" })).toMatchObject({
      occurred_start: new Date("2024-04-30T15:00:00Z"),
      date_precision: "day",
    });
    expect(await only({ content: "We met last year.", timestamp: "2024-05-02T00:30:00Z" })).toMatchObject({
      occurred_start: new Date("2023-01-01T00:00:00Z"),
      date_precision: "year",
    });
  });

  test.each(["yesterday", "2024-13-01", "2024-02-30", "12345", "not a date"])("the timestamp %j is refused by name", async (timestamp) => {
    const bank = await freshBank();
    await expect(engine.retain(bank, [{ content: "Good.", timestamp }])).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("items[0].timestamp"),
    });
  });

  test("metadata without its nulls, scopes and context are kept with the memory", async () => {
    const metadata = { a: "1", b: null, c: 3 } as unknown as Record<string, string>;
    expect(await only({ content: "Kept.", metadata, context: "a talk", observationScopes: "per_tag", tags: ["x"] })).toMatchObject({
      metadata: { a: "1", c: "3" },
      context: "a talk",
      observation_scopes: "per_tag",
      tags: ["x"],
    });
  });

  test("terms hold the words, and those of the date and the context beside them", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Ann: The cat sleeps.", timestamp: "2023-05-08", context: "veterinary" }]);
    const { rows } = await engine.db.query<{ term: string; frequency: number; context_frequency: number }>(
      sql`SELECT term, frequency, context_frequency FROM posting WHERE bank_id = ${bank.key} ORDER BY term`,
    );
    const found = new Map(rows.map((row) => [row.term, [row.frequency, row.context_frequency]]));
    expect(found.get("cat")).toEqual([1, 0]);
    expect(found.get("ann")).toEqual([1, 0]);
    expect(found.get("2023")).toEqual([0, 1]);
    expect([...found.keys()].some((term) => term.startsWith("veterinar") && found.get(term)?.[1] === 1)).toBe(true);
    const [memory] = await engine.memories(bank);
    expect([...(memory?.terms ?? [])].sort()).toEqual([...found.keys()].sort());
  });

  test("questions are known as such, in any script", async () => {
    const bank = await freshBank();
    const texts = ["Ann: Where?", 'Bob: He said "where?"', "Cid: 你在哪里？", "Dan: Really? 😀", "Eve: Where? There.", "Fay: There."];
    await engine.retain(
      bank,
      texts.map((content, i) => ({ content, documentId: `${i}` })),
    );
    expect((await engine.memories(bank)).map((memory) => memory.asks)).toEqual([true, true, true, true, false, false]);
  });

  test("transcripts, JSON messages and Chinese keep who spoke, when, and in what language", async () => {
    const bank = await freshBank();
    const messages = [
      { role: "user", content: "I live in Delft and I love it there.", timestamp: "2024-05-01T10:00:00Z" },
      { role: "assistant", content: "Delft is a lovely town, I noted it down.", timestamp: "2024-05-01T10:00:05Z" },
    ];
    await engine.retain(bank, [
      { content: JSON.stringify(messages), documentId: "json", timestamp: "2024-05-03" },
      { content: "小明：你好，我住在北京的朝阳区。\n小红：我去年搬到了上海浦东。", documentId: "zh", timestamp: "2024-05-03" },
    ]);
    const [user, assistant, ming, hong] = await engine.memories(bank);
    expect(user).toMatchObject({ role: "user", kind: "world", mentioned_at: new Date("2024-05-01T10:00:00Z") });
    expect(assistant).toMatchObject({ role: "assistant", kind: "experience", mentioned_at: new Date("2024-05-01T10:00:05Z") });
    expect(ming).toMatchObject({ speaker: "小明", language: "zh" });
    expect(hong).toMatchObject({ speaker: "小红", date_precision: "year", occurred_start: new Date("2023-01-01T00:00:00Z") });
    await engine.idle();
    expect(await engine.count(bank, "memory_vector")).toBe(2);
    expect(await engine.count(bank, "embedding_queue")).toBe(0);
  });

  test("the modes: a chunk as it is, a chunk with its names and dates, or turns and sentences", async () => {
    const talk = "Ann Miller: I moved to Delft last year.\nBob Smith: How do you like it there?";
    const inMode = async (mode: string) => {
      const bank = await freshBank();
      await updateBank(engine.db, bank, { name: null, set: { retain_extraction_mode: mode }, clear: [] });
      await engine.retain(bank, [{ content: talk, documentId: "d", entities: [{ text: "The Move" }] }]);
      return { memories: await engine.memories(bank), entities: await engine.count(bank, "entity") };
    };
    const chunks = await inMode("chunks");
    expect(chunks.memories.map((memory) => memory.text)).toEqual([talk]);
    expect(chunks.entities).toBe(1);
    expect(chunks.memories[0]?.occurred_start).toBeNull();
    const verbatim = await inMode("verbatim");
    expect(verbatim.memories.map((memory) => memory.text)).toEqual([talk]);
    expect(verbatim.memories[0]?.date_precision).toBe("year");
    expect(verbatim.entities).toBeGreaterThan(1);
    expect((await inMode("concise")).memories).toHaveLength(2);
  });

  test("a strategy overrides the bank, an unknown one counts for nothing", async () => {
    const bank = await freshBank();
    await updateBank(engine.db, bank, {
      name: null,
      set: { retain_strategies: { whole: { retain_extraction_mode: "chunks" } } },
      clear: [],
    });
    const talk = "Ann: One.\nBob: Two.";
    await engine.retain(bank, [
      { content: talk, documentId: "a", strategy: "whole" },
      { content: talk, documentId: "b", strategy: "nothing" },
      { content: talk, documentId: "c" },
    ]);
    const memories = await engine.memories(bank);
    expect(["a", "b", "c"].map((id) => memories.filter((memory) => memory.document_id === id).length)).toEqual([1, 2, 2]);
  });

  test("several strategies are several operations, and then cannot share one id", async () => {
    const bank = await freshBank();
    const items = [{ content: "One.", strategy: "a" }, { content: "Two." }, { content: "Three.", strategy: "a" }];
    const operationId = "0c7f7a55-8f0e-4b8e-9c7d-1f2f3a4b5c6d";
    await expect(engine.retain(bank, items, { async: true, operationId })).rejects.toMatchObject({ code: "bad_argument", status: 400 });
    const { operationIds, operationId: first } = await engine.retain(bank, items, { async: true });
    expect(operationIds).toHaveLength(2);
    expect(first).toBe(operationIds?.[0]);
    await engine.idle();
    expect(await engine.count(bank, "memory")).toBe(3);
  });

  test("with store_document_text off, hashes stay, texts do not, and appends are refused", async () => {
    const bank = await freshBank();
    await updateBank(engine.db, bank, { name: null, set: { store_document_text: false }, clear: [] });
    await engine.retain(bank, [{ content: "The code is 4711.", documentId: "d" }]);
    expect(await readDocumentText(engine.db, bank, "d")).toBeNull();
    const { rows } = await engine.db.query<{ text: string; content_hash: string }>(
      sql`SELECT text, content_hash FROM chunk WHERE bank_id = ${bank.key}`,
    );
    expect(rows).toMatchObject([{ text: "", content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const before = await engine.memories(bank);
    const { receipt } = await engine.retain(bank, [{ content: "The code is 4711.", documentId: "d" }]);
    expect(receipt?.items[0]?.outcome).toBe("unchanged");
    expect(await engine.memories(bank)).toEqual(before);
    await expect(engine.retain(bank, [{ content: "More.", documentId: "d", updateMode: "append" }])).rejects.toMatchObject({ status: 400 });
  });
});
