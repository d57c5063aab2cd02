import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { sql } from "../../src/store/db.js";
import { readDocumentText } from "../../src/store/documents/read-document-text.js";
import { operationState } from "../../src/store/operations/operation-state.js";
import { DATABASES } from "../support/database.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

describe.each(DATABASES)("large requests on $name", (database) => {
  let engine: TestEngine;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder() });
  });
  afterAll(() => engine.close());
  const freshBank = (): Promise<BankScope> => engine.bank(`large-${banks++}`);

  /** The counts of items, each once, that a caller who looks sees while the operation runs. */
  async function progressUntilEnd(bank: BankScope, operationId: string): Promise<readonly number[]> {
    const seen: number[] = [];
    for (;;) {
      const { rows } = await engine.db.query<{ status: string; processed: number | null; total: number | null }>(sql`
        SELECT status, (progress->>'processed')::integer AS processed, (progress->>'total')::integer AS total
        FROM operation WHERE bank_id = ${bank.key} AND operation_id = ${operationId}`);
      const [row] = rows;
      if (row === undefined || !["pending", "processing"].includes(row.status)) return seen;
      if (row.processed !== null && row.processed !== seen.at(-1)) {
        expect(row.total).toBe(5_000);
        seen.push(row.processed);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  test("five thousand items in one asynchronous call are all stored, in order, and the receipt counts them", {
    timeout: 120_000,
  }, async () => {
    const bank = await freshBank();
    const items = Array.from({ length: 5_000 }, (_, i) => ({
      content: `Ann: This is turn ${i}.`,
      timestamp: new Date(Date.UTC(2024, 0, 1) + i * 1000).toISOString(),
    }));
    const { operationId, itemsCount } = await engine.retain(bank, items, { async: true });
    expect(itemsCount).toBe(5_000);
    const seen = await progressUntilEnd(bank, operationId ?? "");
    expect(seen.length).toBeGreaterThan(3); // one document, and yet it can be followed
    expect([...seen]).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBeLessThan(5_000);
    const state = await operationState(engine.db, bank, operationId ?? "");
    expect(state).toMatchObject({
      status: "completed",
      resultMetadata: { receipt: { stored: 5_000, truncated: true }, unit_ids_count: 5_000 },
    });
    expect(JSON.stringify(state?.resultMetadata).length).toBeLessThan(1_000_000);
    const { rows } = await engine.db.query<{ text: string; position: number }>(
      sql`SELECT text, position FROM memory WHERE bank_id = ${bank.key} ORDER BY run_no, position`,
    );
    expect(rows.map((row) => row.text)).toEqual(items.map((item) => item.content));
    expect(rows.at(-1)?.position).toBe(4_999);
    expect(await engine.count(bank, "document")).toBe(1);
  });

  test("many documents become the children of one operation, each document whole", async () => {
    const bank = await freshBank();
    const items = Array.from({ length: 40 }, (_, i) => ({
      content: Array.from({ length: 60 }, (__, j) => `Document ${i} says in sentence ${j} that the harbour is full.`).join(" "),
      documentId: `d${i}`,
    }));
    const { operationId } = await engine.retain(bank, items, { async: true });
    await engine.operations?.ended(bank, operationId ?? "");
    const parent = await operationState(engine.db, bank, operationId ?? "");
    expect(parent).toMatchObject({ status: "completed", isParent: true });
    expect(parent?.resultMetadata.num_sub_batches).toBeGreaterThan(1);
    const { rows } = await engine.db.query<{ receipt: { items: { index: number }[] } }>(
      sql`SELECT result_metadata->'receipt' AS receipt FROM operation WHERE bank_id = ${bank.key} AND parent_id = ${operationId} ORDER BY sequence`,
    );
    expect(rows.flatMap((row) => row.receipt.items.map((item) => item.index))).toEqual(items.map((_, index) => index));
    expect(await engine.count(bank, "document")).toBe(40);
  });

  test("a synchronous request of megabytes answers with its receipt, and its replacement keeps what stays", {
    timeout: 240_000,
  }, async () => {
    const bank = await freshBank();
    const turns = Array.from(
      { length: 3_000 },
      (_, i) => `${i % 2 === 0 ? "Ann" : "Bob"}: Turn ${i} is about the ${i}th ship in the harbour of Delft.`,
    );
    const { receipt } = await engine.retain(bank, [{ content: turns.join("\n"), documentId: "book" }]);
    expect(receipt).toMatchObject({ stored: 3_000, removed: 0 });
    const before = await engine.memories(bank);
    expect(before.map((memory) => memory.text)).toEqual(turns);
    expect(before.findIndex((memory, index) => memory.position !== index)).toBe(-1);
    expect(new Set(before.map((memory) => memory.run_no)).size).toBe(1);
    expect(await readDocumentText(engine.db, bank, "book")).toBe(turns.join("\n"));

    const changed = turns.with(1_500, "Ann: Something else was said here.");
    const again = await engine.retain(bank, [{ content: changed.join("\n"), documentId: "book" }]);
    expect(again.receipt).toMatchObject({ removed: 1 });
    const after = await engine.memories(bank);
    const ids = new Set(before.map((memory) => memory.id));
    expect(after.filter((memory) => ids.has(memory.id))).toHaveLength(2_999);
    expect([...after].sort((a, b) => (a.position ?? 0) - (b.position ?? 0)).map((memory) => memory.text)).toEqual(changed);
  });

  test("a long append goes behind what is there, step by step", { timeout: 120_000 }, async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Ann: The first turn.", documentId: "log" }]);
    const turns = Array.from({ length: 1_600 }, (_, i) => `Bob: Appended turn ${i} about the weather over the sea and the land.`);
    await engine.retain(bank, [{ content: turns.join("\n"), documentId: "log", updateMode: "append" }], { async: true });
    await engine.idle();
    const memories = await engine.memories(bank);
    expect(memories.map((memory) => memory.text)).toEqual(["Ann: The first turn.", ...turns]);
    expect(memories.findIndex((memory, index) => memory.position !== index)).toBe(-1);
    expect((await readDocumentText(engine.db, bank, "log"))?.split("\n")).toHaveLength(1_601);
  });
});
