import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { DATABASES } from "../support/database.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

describe.each(DATABASES)("the place of a memory on $name", (database) => {
  let engine: TestEngine;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder() });
  });
  afterAll(() => engine.close());

  const freshBank = (): Promise<BankScope> => engine.bank(`places-${banks++}`);
  const at = (minute: number): string => new Date(Date.UTC(2024, 4, 1, 10, minute)).toISOString();
  /** `text → run/position`, in order of writing. */
  async function placesOf(bank: BankScope): Promise<readonly string[]> {
    const memories = await engine.memories(bank);
    const runs = [...new Set(memories.map((memory) => memory.run_no).filter((run) => run !== null))];
    return memories.map((memory) => (memory.run_no === null ? "none" : `${runs.indexOf(memory.run_no)}/${memory.position}`));
  }

  test("turns sent one by one, each its own document, are one run", async () => {
    const bank = await freshBank();
    const turns = ["Ann: Where do you live?", "Bob: In Delft.", "Ann: Nice town."];
    for (const [i, content] of turns.entries()) await engine.retain(bank, [{ content, documentId: `t${i}`, timestamp: at(i) }]);
    expect(await placesOf(bank)).toEqual(["0/0", "0/1", "0/2"]);
  });

  test("turns in one call are one run, in the order of the call, and the border of a batch is no border of a session", async () => {
    const bank = await freshBank();
    const turn = (i: number) => ({ content: `Ann: This is turn ${i}.`, documentId: `t${i}`, timestamp: at(i) });
    await engine.retain(bank, [0, 1, 2].map(turn), { async: true });
    await engine.retain(bank, [3, 4].map(turn), { async: true });
    await engine.idle();
    expect(await placesOf(bank)).toEqual(["0/0", "0/1", "0/2", "0/3", "0/4"]);
  });

  test("half an hour of silence ends a loose run, and so do other tags", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [
      { content: "Ann: Good morning.", documentId: "a", timestamp: at(0) },
      { content: "Ann: Still here.", documentId: "b", timestamp: at(30) },
      { content: "Ann: Good evening.", documentId: "c", timestamp: at(61) },
      { content: "Ann: With a tag.", documentId: "d", timestamp: at(62), tags: ["work"] },
      { content: "Ann: Tags in another order.", documentId: "e", timestamp: at(63), tags: ["b", "a"] },
      { content: "Ann: The same tags.", documentId: "f", timestamp: at(64), tags: ["a", "b"] },
    ]);
    expect(await placesOf(bank)).toEqual(["0/0", "0/1", "1/0", "2/0", "3/0", "3/1"]);
  });

  test("unrelated facts that come in one call are no neighbours", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [
      { content: "The sky is blue.", timestamp: at(0) },
      { content: "Water boils at 100 degrees.", timestamp: at(0) },
      { content: "Paris is the capital of France.", documentId: "x", timestamp: at(0) },
      { content: "Rome is the capital of Italy.", documentId: "y", timestamp: at(0) },
    ]);
    expect(await placesOf(bank)).toEqual(["none", "none", "none", "none"]);
  });

  test("a transcript and the sentences of a page are runs of their documents", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Ann: One.\nBob: Two.\nAnn: Three.", documentId: "talk", timestamp: at(0) }]);
    const prose = Array.from(
      { length: 40 },
      (_, i) => `Sentence number ${i} tells of a harbour with ${i} ships and a long grey wall around it.`,
    ).join(" ");
    await engine.retain(bank, [{ content: prose, documentId: "page", timestamp: at(1) }]);
    const memories = await engine.memories(bank);
    const talk = memories.filter((memory) => memory.document_id === "talk");
    const text = memories.filter((memory) => memory.document_id === "page");
    expect(talk.map((memory) => [memory.speaker, memory.position])).toEqual([
      ["Ann", 0],
      ["Bob", 1],
      ["Ann", 2],
    ]);
    expect(text.length).toBeGreaterThan(1);
    expect(text.map((memory) => memory.position)).toEqual(text.map((_, index) => index));
    expect(new Set(memories.map((memory) => memory.run_no)).size).toBe(2);
  });

  test("an item without an id that is a conversation is a run of its own", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Ann: One.\nBob: Two." }, { content: "Cid: Three.\nDan: Four." }]);
    expect(await placesOf(bank)).toEqual(["0/0", "0/1", "1/0", "1/1"]);
  });

  test("a turn that is replaced keeps its place among its neighbours", async () => {
    const bank = await freshBank();
    for (const [i, word] of ["first", "second", "third"].entries()) {
      await engine.retain(bank, [{ content: `Ann: The ${word} turn.`, documentId: `t${i}`, timestamp: at(i) }]);
    }
    await engine.retain(bank, [{ content: "Ann: The second turn, corrected.", documentId: "t1", timestamp: at(40) }]);
    const placed = new Map((await engine.memories(bank)).map((memory) => [memory.text, memory.position]));
    expect(placed.get("Ann: The second turn, corrected.")).toBe(1);
    expect(placed.get("Ann: The third turn.")).toBe(2);
    expect(new Set((await engine.memories(bank)).map((memory) => memory.run_no)).size).toBe(1);
  });

  test("a turn that is alone in its run keeps its place when it is replaced", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Ann: Alone.", documentId: "t", timestamp: at(0) }]);
    const before = await placesOf(bank);
    await engine.retain(bank, [{ content: "Ann: Alone and corrected.", documentId: "t", timestamp: at(1) }]);
    expect(await placesOf(bank)).toEqual(before);
    await engine.retain(bank, [{ content: "Bob: Not any more.", documentId: "u", timestamp: at(2) }]);
    expect(await placesOf(bank)).toEqual(["0/0", "0/1"]);
  });

  test("a long message is several memories at one place of the conversation, one after another", async () => {
    const bank = await freshBank();
    const long = `Assistant: ${Array.from({ length: 60 }, (_, i) => `Step ${i} of the plan is to look at the ${i}th of the boxes and write down what is in it.`).join(" ")}`;
    await engine.retain(bank, [
      { content: "User: What is the plan?", documentId: "m0", timestamp: at(0) },
      { content: long, documentId: "m1", timestamp: at(1) },
      { content: "User: Thank you.", documentId: "m2", timestamp: at(2) },
    ]);
    const memories = await engine.memories(bank);
    expect(memories.length).toBeGreaterThan(4);
    expect(new Set(memories.map((memory) => memory.run_no)).size).toBe(1);
    expect(memories.map((memory) => memory.position)).toEqual(memories.map((_, index) => index));
    expect(memories.at(-1)?.text).toBe("User: Thank you.");
  });

  test("a turn that grows to a conversation by appends becomes a run of its document", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Zoe: Somewhere else.", documentId: "other", timestamp: at(0) }]);
    await engine.retain(bank, [{ content: "Ann: Hello.", documentId: "session", timestamp: at(1) }]);
    await engine.retain(bank, [{ content: "Bob: Hi.", documentId: "session", updateMode: "append", timestamp: at(2) }]);
    await engine.retain(bank, [{ content: "Ann: Bye.", documentId: "session", updateMode: "append", timestamp: at(3) }]);
    const session = (await engine.memories(bank)).filter((memory) => memory.document_id === "session");
    expect(session.map((memory) => memory.position)).toEqual([0, 1, 2]);
    expect(new Set(session.map((memory) => memory.run_no)).size).toBe(1);
    expect(session[0]?.run_no).not.toBe((await engine.memories(bank))[0]?.run_no);
  });

  test("turns without any date join within a call and never across calls", async () => {
    const bank = await freshBank();
    const undated = (content: string, documentId: string) => ({ content, documentId, timestamp: "unset" });
    await engine.retain(bank, [undated("Ann: One.", "a"), undated("Bob: Two.", "b")]);
    await engine.retain(bank, [undated("Ann: Three.", "c")]);
    expect(await placesOf(bank)).toEqual(["0/0", "0/1", "1/0"]);
  });

  test("postings carry the same place as their memory, also after it moved", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Ann: Apples.", documentId: "s", timestamp: at(0) }]);
    await engine.retain(bank, [{ content: "Bob: Pears.", documentId: "s", updateMode: "append", timestamp: at(1) }]);
    await engine.retain(bank, [{ content: "Cid: Plums.\nAnn: Apples.\nBob: Pears.", documentId: "s", timestamp: at(2) }]);
    const memories = await engine.memories(bank);
    expect(memories.map((memory) => memory.position).sort()).toEqual([0, 1, 2]);
    expect(await misplacedPostings(bank)).toBe(0);
    expect(await engine.count(bank, "posting")).toBeGreaterThan(6);
  });

  async function misplacedPostings(bank: BankScope): Promise<number> {
    const { sql } = await import("../../src/store/db.js");
    const { rows } = await engine.db.query<{ n: number }>(sql`
      SELECT count(*) AS n FROM posting p JOIN memory m USING (bank_id, memory_no)
      WHERE p.bank_id = ${bank.key} AND (p.run_no, p.position, p.term_count) IS DISTINCT FROM (m.run_no, m.position, m.term_count)`);
    return rows[0]?.n ?? -1;
  }
});
