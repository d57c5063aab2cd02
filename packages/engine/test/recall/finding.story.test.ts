import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { bankOf } from "./bank-of.js";

const SMALL_TALK = [
  "Ann walked the dog along the canal.",
  "The bakery on the corner sells rye bread.",
  "Tom repaired the garden fence on Saturday.",
  "The library closes at six on weekdays.",
  "Mira started to learn the cello.",
  "The train to Utrecht was late again.",
];

describe.each(DATABASES)("what a question finds on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database);
  });
  afterAll(() => engine.close());

  test("an identifier finds its memory before everything like it", async () => {
    const bank = await bankOf(engine, [
      ...SMALL_TALK,
      "ERR-7F13-1132 means that the disk of the sync host is full.",
      "ERR-7F13-1133 means that the sync job lost its lease.",
      "ERR-7F13-1134 means that the sync job was started twice.",
      "The sync job writes its errors to the log of the host.",
      "retry-loop.ts waits twice as long after every failure.",
      "retry-queue.ts keeps what could not be sent.",
      "Release v2.14.3-rc.1 fixed the crash on start.",
      "Release v2.14.2 fixed the crash on exit.",
    ]);
    expect((await bank.texts("ERR-7F13-1133"))[0]).toContain("ERR-7F13-1133");
    expect((await bank.texts("What does ERR-7F13-1134 mean for the sync job?"))[0]).toContain("ERR-7F13-1134");
    expect((await bank.texts("retry-loop.ts"))[0]).toContain("retry-loop.ts");
    expect((await bank.texts("v2.14.3-rc.1"))[0]).toContain("v2.14.3-rc.1");
    expect((await bank.texts("v2.14.2"))[0]).toContain("v2.14.2"); // control: the other one is found just as well
  });

  test.each([
    ["What is known about Mira?", "Mira started to learn the cello."],
    ["Tell me everything about Mira.", "Mira started to learn the cello."],
    ["Was weißt du über Mira?", "Mira started to learn the cello."],
    ["关于王伟你知道什么？", "王伟在学大提琴。"],
    ["告诉我王伟的情况", "王伟在学大提琴。"],
  ])("who is asked about in general is found by name: %s", async (question, answer) => {
    const bank = await bankOf(engine, [answer]);
    expect(await bank.texts(question)).toEqual([answer]);
    expect(await bank.texts(question.replace("Mira", "Odile").replace("王伟", "李娜"))).toEqual([]); // control: of somebody else nothing is known
  });

  test("one memory is found by the word that it has of a question with two, and not by a name that all have", async () => {
    const small = await bankOf(engine, ["The convention is tabs."]);
    expect(await small.texts("Which conventions hold?")).toEqual(["The convention is tabs."]);
    expect(await small.texts("Which zebras gallop?")).toEqual([]); // control
    const named = await bankOf(engine, [
      "Mira painted the fence of the old mill.",
      "The boat that Mira repaired leaks again.",
      "On Sunday the neighbours invited Mira to a concert.",
      "Mira still owes the bakery three euros.",
    ]);
    expect(await named.texts("Which insurance policy number belongs to Mira?")).toEqual([]);
  });

  test("a rare word beats common ones", async () => {
    const bank = await bankOf(engine, [
      ...Array.from({ length: 30 }, (_, n) => `The meeting about the project plan number ${n} was moved to another room.`),
      "The zeppelin museum wants a loan from us.",
    ]);
    expect((await bank.texts("project meeting zeppelin"))[0]).toContain("zeppelin");
    expect((await bank.texts("project meeting"))[0]).toContain("meeting"); // control
  });

  test("a word of two characters finds its sentence in Chinese, Japanese and Korean", async () => {
    const bank = await bankOf(engine, [
      ...SMALL_TALK,
      "小明昨天在公园里丢了钥匙。",
      "小红喜欢在图书馆看书。",
      "上海的天气今天很热。",
      "明日は京都で会議があります。",
      "猫が庭で寝ています。",
      "어제 부산에서 친구를 만났다.",
      "고양이는 창가에서 잔다.",
    ]);
    expect((await bank.texts("钥匙"))[0]).toContain("钥匙");
    expect((await bank.texts("上海"))[0]).toContain("上海");
    expect((await bank.texts("京都"))[0]).toContain("京都");
    expect((await bank.texts("부산"))[0]).toContain("부산");
    expect((await bank.texts("图书馆"))[0]).toContain("图书馆"); // control: more than two work as well
  });

  test("an exact old answer among 250 recent notes stays first", async () => {
    const bank = await bankOf(engine, [{ content: "The alarm code of the summer house is 4711.", timestamp: "2019-03-01T09:00:00Z" }]);
    const notes = Array.from({ length: 250 }, (_, n) => ({
      content: `Note ${n}: the summer house needs paint on wall ${n}, and the alarm clock rang at ${n % 12} o'clock.`,
      timestamp: new Date(Date.UTC(2026, 3, 1, 0, n)).toISOString(),
    }));
    for (let from = 0; from < notes.length; from += 50) await bank.retain(notes.slice(from, from + 50));
    const texts = await bank.texts("What is the alarm code of the summer house?", { queryTimestamp: "2026-05-01T00:00:00Z" });
    expect(texts[0]).toContain("4711");
    expect(texts.length).toBeGreaterThan(20); // control: the notes were there to be confused with
  });

  test("of two equal statements the newer comes first, whichever was written first", async () => {
    const old = { content: "The wifi password is tulip-42.", timestamp: "2024-01-01T10:00:00Z" };
    const recent = { content: "The wifi password is rose-17.", timestamp: "2025-06-01T10:00:00Z" };
    for (const items of [
      [old, recent],
      [recent, old],
    ]) {
      const bank = await bankOf(engine, [...SMALL_TALK, ...items]);
      expect((await bank.texts("What is the wifi password?")).slice(0, 2)).toEqual([recent.content, old.content]);
      // Control: a question that names the old one still gets the old one first.
      expect((await bank.texts("tulip-42"))[0]).toBe(old.content);
    }
  });

  test("an unrelated question finds nothing", async () => {
    const bank = await bankOf(engine, SMALL_TALK);
    expect(await bank.texts("What is the boiling point of tungsten?")).toEqual([]);
    expect(await bank.texts("Explain the rules of cricket")).toEqual([]);
    expect((await bank.texts("Which instrument does Mira play?"))[0]).toContain("cello"); // control
  });

  test("a bank of one memory answers what it knows and nothing else", async () => {
    const bank = await bankOf(engine, ["Ann moved to Delft in May."]);
    expect(await bank.texts("Where does Ann live?")).toEqual(["Ann moved to Delft in May."]);
    expect(await bank.texts("How do I reverse a linked list?")).toEqual([]);
  });

  test("where somebody lives or works is found in what tells of it in other words", async () => {
    const bank = await bankOf(engine, [...SMALL_TALK, "I moved from Utrecht to Delft."]);
    expect(await bank.texts("Where do I live?")).toContain("I moved from Utrecht to Delft.");
    expect(await bank.texts("Which city do I live in?")).toContain("I moved from Utrecht to Delft.");
    const other = await bankOf(engine, SMALL_TALK);
    expect(await other.texts("Where do I live?")).toEqual([]); // control: nothing there tells of it
  });

  test("an empty bank answers with nothing", async () => {
    const bank = await bankOf(engine, []);
    expect(await bank.texts("anything at all")).toEqual([]);
  });

  test("a turn is found through the question it answers", async () => {
    const at = (second: number) => new Date(Date.UTC(2025, 0, 5, 10, 0, second)).toISOString();
    const turns = [
      "Ann: Morning! How was the weekend?",
      "Ben: Quiet. We stayed in.",
      "Ann: What did you name the new puppy?",
      "Ben: Pickles, my daughter insisted.",
      "Ann: Lovely. Are you coming to the office today?",
      "Ben: After lunch, the plumber is here.",
    ];
    const bank = await bankOf(
      engine,
      turns.map((content, n) => ({ content, documentId: `turn-${n}`, timestamp: at(n * 20) })),
    );
    // No word of the question is in it: what stands before it is.
    expect((await bank.texts("What is the puppy's name?")).slice(0, 2)).toEqual([turns[2], turns[3]]);
    const alone = await bankOf(engine, [turns[1]!, turns[3]!, turns[5]!]);
    expect((await alone.texts("What is the puppy's name?"))[0]).not.toBe(turns[3]); // control
  });

  test("a memory without its vector yet is found by its words", async () => {
    const waiting = await openEngine(database, { background: false });
    try {
      const bank = await waiting.bank("waiting");
      await waiting.retain(bank, [{ content: "The spare key hangs behind the boiler." }], { async: false });
      await waiting.db.script("DELETE FROM memory_vector");
      const { recall } = await import("../../src/recall/index.js");
      const found = await recall(waiting.ctx, bank, { query: "Where is the spare key?" });
      expect(found.results.map(({ text }) => text)).toEqual(["The spare key hangs behind the boiler."]);
      expect(found.results[0]?.scores.semantic).toBeNull();
    } finally {
      await waiting.close();
    }
  });
});
