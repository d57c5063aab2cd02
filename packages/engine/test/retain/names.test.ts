import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RetainItem } from "../../src/domain/requests.js";
import type { BankScope } from "../../src/domain/scope.js";
import { forgetBank } from "../../src/forget/index.js";
import { cancelOperationOf } from "../../src/operations/index.js";
import { sql } from "../../src/store/db.js";
import { memoryFilter } from "../../src/store/filters/memory-filter.js";
import { DATABASES } from "../support/database.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

/** Text that no compression makes short enough for an index. */
const long = (bytes: number): string => randomBytes(bytes).toString("hex").slice(0, bytes);

describe.each(DATABASES)("names on $name", (database) => {
  let engine: TestEngine;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder() });
  });
  afterAll(() => engine.close());
  const freshBank = (): Promise<BankScope> => engine.bank(`names-${banks++}`);

  const tooLong: readonly [string, Partial<RetainItem>][] = [
    ["document_id", { documentId: long(1025) }],
    ["tags[1]", { tags: ["short", long(9000)] }],
    ["observation_scopes[0][0]", { observationScopes: [[long(9000)]] }],
    ["entities[0].text", { entities: [{ text: long(9000) }] }],
    ["context", { context: long(20_000) }],
    ["metadata", { metadata: { [long(9000)]: "v" } }],
    ["strategy", { strategy: long(9000) }],
    ["document_id", { documentId: "é".repeat(600) }],
  ];
  test.each(tooLong)("a %s that no index can hold is refused at the door, and nothing is written", async (field, item) => {
    const bank = await freshBank();
    for (const async of [false, true]) {
      await expect(engine.retain(bank, [{ content: "Good." }, { content: "Bad.", ...item }], { async })).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringContaining(field),
      });
    }
    expect(await engine.count(bank, "document")).toBe(0);
    expect(await engine.count(bank, "operation")).toBe(0);
  });

  test("names as long as may be, and words of any length in the content, are stored", async () => {
    const bank = await freshBank();
    const name = (): string => long(1024);
    const item = {
      documentId: name(),
      tags: [name()],
      entities: [{ text: name() }],
      metadata: { [name()]: long(9000) },
      context: long(16_384),
    };
    const words = `The key is ${long(9000)}. ${"A".repeat(5000)}${long(9000)} Corp called. See ${"x/".repeat(3000)}${long(5000)}.ts`;
    const { receipt } = await engine.retain(bank, [{ content: words, ...item }]);
    expect(receipt?.stored).toBeGreaterThan(0);
    expect((await engine.memories(bank))[0]).toMatchObject({ document_id: item.documentId, tags: item.tags });
  });

  test("blanks are part of a name: no document overwrites another, a tag is found as it was given", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "The first.", documentId: "doc", tags: ["red"] }]);
    await engine.retain(bank, [{ content: "The second.", documentId: " doc ", tags: [" red "] }]);
    expect((await engine.memories(bank)).map(({ document_id, tags }) => [document_id, ...tags])).toEqual([
      ["doc", "red"],
      [" doc ", " red "],
    ]);
    const found = async (tag: string) =>
      (
        await engine.db.query<{ text: string }>(
          sql`SELECT text FROM memory m WHERE bank_id = ${bank.key} AND (${memoryFilter({ tags: [tag], tagsMatch: "all_strict" })})`,
        )
      ).rows.map(({ text }) => text);
    expect(await found(" red ")).toEqual(["The second."]);
    expect(await found("red")).toEqual(["The first."]);
  });

  test("a blank document id is none, a blank tag is left out", async () => {
    const bank = await freshBank();
    const { receipt } = await engine.retain(bank, [{ content: "Some.", documentId: " \t", tags: [" ", "\u200b", "kept"] }]);
    const [memory] = await engine.memories(bank);
    expect(memory?.document_id.trim()).toBe(receipt?.items[0]?.documentId);
    expect(memory?.document_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(memory?.tags).toEqual(["kept"]);
  });

  test("a synchronous retain with an operation id is done once, and a replay gives the first receipt", async () => {
    const bank = await freshBank();
    const operationId = randomUUID();
    const say = () => engine.retain(bank, [{ content: "Ann: Hello there.", documentId: "talk", updateMode: "append" }], { operationId });
    const first = await say();
    const again = await engine.retain(bank, [{ content: "Ann: Hello there.", documentId: "talk", updateMode: "append" }], {
      operationId: operationId.replaceAll("-", "").toUpperCase(),
    });
    expect(first.receipt?.stored).toBe(1);
    expect(again).toEqual(first);
    expect(await engine.count(bank, "memory")).toBe(1);
    await engine.retain(bank, [{ content: "Ann: And another.", documentId: "talk", updateMode: "append" }], { operationId: randomUUID() });
    expect(await engine.count(bank, "memory")).toBe(2); // control: another id is another turn
    await expect(engine.retain(await freshBank(), "Elsewhere.", { operationId })).rejects.toMatchObject({ code: "operation_conflict" });
  });

  test.each(["", "no-uuid", 5 as unknown as string])("the operation id %j is refused", async (operationId) => {
    const bank = await freshBank();
    for (const async of [false, true]) {
      await expect(engine.retain(bank, "Some.", { operationId, async })).rejects.toMatchObject({ code: "bad_argument" });
    }
  });

  test("jsonb is written without what it cannot hold, and with everything else", async () => {
    const { json } = await import("../../src/store/db.js");
    const value = { "k\u0000\ud800": 'm\ud800\u0000 \\u0000 \\ \u0001 \u{1f600} "', list: ["\udc00a"] };
    const { rows } = await engine.db.query<{ value: unknown }>(sql`SELECT ${json(value)}::jsonb AS value`);
    expect(rows[0]?.value).toEqual({ k: 'm \\u0000 \\ \u0001 \u{1f600} "', list: ["a"] });
  });

  test("a full disk is said to be one", async () => {
    const full = engine.db.query(sql`DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`);
    await expect(full).rejects.toMatchObject({ code: "database_unavailable", status: 503, message: expect.stringContaining("disk full") });
    const other = engine.db.query(sql`DO $$ BEGIN RAISE EXCEPTION 'out of memory' USING ERRCODE = '53200'; END $$`);
    await expect(other).rejects.not.toMatchObject({ status: 503 });
  });
});

describe.each(DATABASES)("a long synchronous retain on $name", (database) => {
  const LONG = "A sentence that says very little. ".repeat(2000);
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder(), background: false }); // so that it waits until it is ended from outside
  });
  afterAll(() => engine.close());

  async function begun(bank: BankScope): Promise<{ readonly operationId: string; readonly ended: Promise<unknown> }> {
    const ended = engine.retain(bank, LONG).catch((error: unknown) => error);
    await expect.poll(() => engine.count(bank, "operation")).toBeGreaterThan(0);
    const { rows } = await engine.db.query<{ id: string }>(
      sql`SELECT operation_id AS id FROM operation WHERE bank_id = ${bank.key} AND parent_id IS NULL`,
    );
    return { operationId: rows[0]?.id ?? "", ended };
  }

  test("whose bank is deleted meanwhile ends with 404", async () => {
    const bank = await engine.bank("deleted");
    const { ended } = await begun(bank);
    await engine.db.transaction((tx) => forgetBank(tx, bank));
    await engine.db.query(sql`DELETE FROM bank WHERE bank_id = ${bank.key}`);
    expect(await ended).toMatchObject({ code: "operation_not_found", status: 404 });
  });

  test("whose operation is cancelled ends with 409", async () => {
    const bank = await engine.bank("cancelled");
    const { operationId, ended } = await begun(bank);
    await cancelOperationOf(engine.ctx, bank, operationId);
    expect(await ended).toMatchObject({ code: "operation_conflict", status: 409 });
  });
});
