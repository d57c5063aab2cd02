// Several writers of one document, in an order that no clock decides: what is acknowledged is kept, and nothing is written twice.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { forgetKind } from "../../src/forget/index.js";
import { attachmentLimits } from "../../src/retain/content.js";
import { guard } from "../../src/retain/guard.js";
import { identify } from "../../src/retain/identify.js";
import { readRetainSettings } from "../../src/retain/settings.js";
import { type Progress, storeDocuments } from "../../src/retain/store-documents.js";
import { submit } from "../../src/retain/submit.js";
import { lockBank } from "../../src/store/banks/lock-bank.js";
import { sql } from "../../src/store/db.js";
import { readDocumentText } from "../../src/store/documents/read-document-text.js";
import { updateDocument } from "../../src/store/documents/update-document.js";
import { retagMemories } from "../../src/store/memories/retag-memories.js";
import { operationState } from "../../src/store/operations/operation-state.js";
import { readSequence } from "../../src/store/operations/read-sequence.js";
import { DATABASES } from "../support/database.js";
import { NOT_LEARNING } from "../support/forgetting.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

const LONG = Array.from({ length: 1_300 }, (_, i) => `Bob: Turn ${i}.`);

describe.each(DATABASES)("writers of one document on $name", (database) => {
  /** Without a worker: each test does the queued work itself, in the order that it tells. */
  let engine: TestEngine;
  let now = new Date("2024-05-01T12:00:00Z");
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder(), background: false, now: () => now });
  });
  afterAll(() => engine.close());

  const freshBank = (): Promise<BankScope> => engine.bank(`writers-${banks++}`);
  const drafts = (content: string, more: object = {}) =>
    identify(guard({ items: [{ content, documentId: "d", ...more }] }, engine.ctx.now(), attachmentLimits(engine.ctx.settings)));
  const textsOf = async (bank: BankScope): Promise<readonly string[]> =>
    [...(await engine.memories(bank))].sort((a, b) => (a.position ?? 0) - (b.position ?? 0)).map((memory) => memory.text);
  const plainTexts = async (bank: BankScope): Promise<readonly string[]> => (await engine.memories(bank)).map((memory) => memory.text);

  /** An operation that is claimed, with its work as a function that may be cut after some steps and gone on with. */
  async function operation(bank: BankScope, content: string, more: object = {}) {
    const given = drafts(content, more);
    const { operationId } = await submit(engine.ctx, bank, given, await readRetainSettings(engine.ctx, bank), { operationId: null });
    const setStatus = (status: string) =>
      engine.db.query(sql`UPDATE operation SET status = ${status} WHERE bank_id = ${bank.key} AND operation_id = ${operationId}`);
    await setStatus("processing");
    const writer = { operationId, sequence: (await readSequence(engine.db, bank, operationId)) ?? 0 };
    let last: Progress | null = null;
    return {
      operationId,
      setStatus,
      /** Does the work; throws "crash" in the transaction behind the step that is named. */
      async run(crashAfter = 0, db = engine.db) {
        let steps = 0;
        let noted: Progress | null = null;
        const stored = await storeDocuments({ ...engine.ctx, db }, bank, given, await readRetainSettings(engine.ctx, bank), {
          writer,
          skipPieces: last?.pieces ?? 0,
          async beforeCommit(_tx, _written, at) {
            if (crashAfter > 0 && steps === crashAfter) throw new Error("crash");
            noted = at;
          },
          afterCommit() {
            last = noted;
            steps += 1;
          },
        });
        await setStatus("completed");
        return stored.written.flatMap((written) => written.receipt);
      },
    };
  }
  const append = (bank: BankScope, content: string) => engine.retain(bank, [{ content, documentId: "d", updateMode: "append" }]);
  const replace = (bank: BankScope, content: string, more: object = {}) => engine.retain(bank, [{ content, documentId: "d", ...more }]);
  const retag = (bank: BankScope, tags: readonly string[]) =>
    engine.db.transaction(async (tx) => {
      await lockBank(tx, bank);
      await updateDocument(tx, bank, "d", { tags });
      await retagMemories(tx, bank, "d", tags);
    });

  test("an append waits for a long append that is half written, and neither is there twice", { timeout: 120_000 }, async () => {
    const bank = await freshBank();
    await replace(bank, "Ann: First.");
    const long = await operation(bank, LONG.join("\n"), { updateMode: "append" });
    await expect(long.run(1)).rejects.toThrow("crash");
    expect(await engine.count(bank, "memory")).toBeLessThan(LONG.length); // control: it is half written
    const later = append(bank, "Ann: Last.");
    await long.run();
    await later;
    expect(await textsOf(bank)).toEqual(["Ann: First.", ...LONG, "Ann: Last."]);
    expect(await readDocumentText(engine.db, bank, "d")).toBe(["Ann: First.", ...LONG, "Ann: Last."].join("\n"));
  });

  test("a long write whose document is changed in its midst goes on behind its last step", { timeout: 120_000 }, async () => {
    for (const mode of ["replace", "append"] as const) {
      const bank = await freshBank();
      await replace(bank, "Ann: First.", { tags: ["open"] });
      const long = await operation(bank, LONG.join("\n"), { updateMode: mode, tags: ["open"] });
      let steps = 0;
      const transaction: typeof engine.db.transaction = async (work, ...rest) => {
        steps += 1;
        if (steps === 3) await retag(bank, ["secret"]);
        return engine.db.transaction(work, ...rest);
      };
      const db = new Proxy(engine.db, { get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name)) });
      const parts = await long.run(0, db);
      expect(steps).toBe(4); // control: two slices, a stale third one, and the rest at once
      expect(parts.reduce((sum, part) => sum + part.stored, 0)).toBe(LONG.length);
      const first = mode === "append" ? ["Ann: First."] : [];
      expect(await textsOf(bank)).toEqual([...first, ...LONG]);
      expect(await readDocumentText(engine.db, bank, "d")).toBe([...first, ...LONG].join("\n"));
      expect(new Set((await engine.memories(bank)).flatMap((memory) => memory.tags))).toEqual(new Set(["secret"]));
      expect((await engine.db.query(sql`SELECT 1 FROM document WHERE bank_id = ${bank.key} AND writing IS NOT NULL`)).rows).toEqual([]);
    }
  });

  test("a half-written replace is finished before an append, also when it made the document", { timeout: 120_000 }, async () => {
    for (const mode of ["replace", "append"] as const) {
      const bank = await freshBank();
      const long = await operation(bank, LONG.join("\n"), { updateMode: mode });
      await expect(long.run(1)).rejects.toThrow("crash");
      const later = append(bank, "Ann: Last.");
      await long.run();
      await later;
      expect(await textsOf(bank)).toEqual([...LONG, "Ann: Last."]);
    }
  });

  test("a document left half written by a failed operation takes no append, but a whole new version", { timeout: 120_000 }, async () => {
    const bank = await freshBank();
    const long = await operation(bank, LONG.join("\n"));
    await expect(long.run(1)).rejects.toThrow("crash");
    await long.setStatus("failed");
    await expect(append(bank, "Ann: Last.")).rejects.toMatchObject({ code: "write_conflict" });
    await replace(bank, "Ann: New.");
    expect(await plainTexts(bank)).toEqual(["Ann: New."]);
    const parts = await long.run(); // retried: what replaced it stays
    expect(parts.map((part) => part.outcome)).toEqual(["superseded"]);
    expect(await plainTexts(bank)).toEqual(["Ann: New."]);
  });

  test("a queued replace outlives an append that came before it, and yields to a newer replace", async () => {
    const bank = await freshBank();
    await replace(bank, "Version one.");
    const second = await operation(bank, "Version two.");
    await append(bank, "An addition.");
    const parts = await second.run();
    expect(parts.map((part) => part.outcome)).toEqual(["updated"]);
    expect(await plainTexts(bank)).toEqual(["Version two."]);

    const third = await operation(bank, "Version three.");
    await replace(bank, "Version four.");
    expect((await third.run()).map((part) => [part.outcome, part.stored])).toEqual([["superseded", 0]]);
    expect(await plainTexts(bank)).toEqual(["Version four."]);
  });

  test("a clock that is set back loses nothing", async () => {
    const bank = await freshBank();
    await replace(bank, "Today's version.");
    now = new Date("2024-04-01T12:00:00Z");
    const { receipt } = await replace(bank, "The version after.");
    expect(receipt?.items[0]?.outcome).toBe("updated");
    const queued = await operation(bank, "The queued version after that.");
    await queued.run();
    expect(await plainTexts(bank)).toEqual(["The queued version after that."]);
    now = new Date("2024-05-01T12:00:00Z");
  });

  test("what was deleted by kind is there again when its document is retained again", async () => {
    const bank = await freshBank();
    const text = "The pier is long. The harbour is old.";
    await replace(bank, text, { timestamp: "2024-01-01" });
    const before = await plainTexts(bank);
    await engine.db.transaction((tx) => forgetKind(tx, bank, "world", NOT_LEARNING));
    expect(await plainTexts(bank)).toEqual([]);
    const { receipt } = await replace(bank, text, { timestamp: "2024-01-01" });
    expect(receipt?.items[0]).toMatchObject({ outcome: "updated", memoryIds: { length: before.length } });
    expect(await plainTexts(bank)).toEqual(before);
    expect((await replace(bank, text, { timestamp: "2024-01-01" })).receipt?.items[0]?.outcome).toBe("unchanged");
  });

  test("tags given to a document while it is written hold for what is written after", { timeout: 120_000 }, async () => {
    for (const mode of ["replace", "append"] as const) {
      const bank = await freshBank();
      await replace(bank, "Ann: First.", { tags: ["open"] });
      const long = await operation(bank, LONG.join("\n"), { updateMode: mode, tags: ["open"] });
      await expect(long.run(1)).rejects.toThrow("crash");
      await retag(bank, ["secret"]);
      await long.run();
      const memories = await engine.memories(bank);
      expect(memories).toHaveLength(LONG.length + (mode === "append" ? 1 : 0));
      expect(new Set(memories.flatMap((memory) => memory.tags))).toEqual(new Set(["secret"]));
    }
  });

  test("a correction of time, context or entities reaches the memories", async () => {
    const bank = await freshBank();
    const text = "The bridge was closed yesterday.";
    await replace(bank, text, { timestamp: "2024-03-10T10:00:00Z", context: "traffic" });
    const entities = async () =>
      (await engine.db.query<{ name: string }>(sql`SELECT canonical_name AS name FROM entity WHERE bank_id = ${bank.key}`)).rows.map(
        (row) => row.name,
      );
    const again = async (more: object) => (await replace(bank, text, more)).receipt?.items[0]?.outcome;
    expect(await again({ timestamp: "2024-03-10T10:00:00Z", context: "traffic" })).toBe("unchanged"); // control
    expect(await again({ context: "traffic" })).toBe("unchanged"); // no time given says nothing against the stored one

    expect(await again({ timestamp: "2024-06-20T10:00:00Z", context: "traffic" })).toBe("updated");
    expect(await engine.memories(bank)).toMatchObject([
      { mentioned_at: new Date("2024-06-20T10:00:00Z"), occurred_start: new Date("2024-06-19T00:00:00Z") },
    ]);
    expect(await again({ timestamp: "2024-06-20T10:00:00Z", context: "weather" })).toBe("updated");
    const [memory] = await engine.memories(bank);
    expect(memory?.context).toBe("weather");
    expect(memory?.terms.some((term) => term.startsWith("weather"))).toBe(true);
    expect(memory?.terms.some((term) => term.startsWith("traffic"))).toBe(false);
    expect(await again({ timestamp: "2024-06-20T10:00:00Z", context: "weather", entities: [{ text: "Magere Brug", type: "place" }] })).toBe(
      "updated",
    );
    expect(await entities()).toContain("Magere Brug");
  });

  test("a short text of very many turns is not stored by halves", { timeout: 120_000 }, async () => {
    const bank = await freshBank();
    const waiting = engine.retain(bank, [{ content: LONG.join("\n"), documentId: "d" }]);
    let queued: string | null = null;
    while (queued === null) {
      const { rows } = await engine.db.query<{ id: string }>(sql`SELECT operation_id AS id FROM operation WHERE bank_id = ${bank.key}`);
      queued = rows[0]?.id ?? null;
    }
    expect(await engine.count(bank, "memory")).toBe(0);
    expect((await operationState(engine.db, bank, queued))?.status).toBe("pending");
    await engine.db.query(sql`UPDATE operation SET status = 'cancelled' WHERE bank_id = ${bank.key}`);
    await expect(waiting).rejects.toThrow();
  });
});
