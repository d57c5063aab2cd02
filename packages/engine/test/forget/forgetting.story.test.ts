import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openOrCreateBank } from "../../src/banks/index.js";
import { type BankScope, tenantScope } from "../../src/domain/scope.js";
import { forgetBank, forgetDocument, forgetEverything, forgetKind, forgetMemories } from "../../src/forget/index.js";
import { type Database, type Db, sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { bankTables, everyRow, FILLED, fillBank } from "../support/filled-bank.js";

const tenant = tenantScope("public");

describe.each(DATABASES)("forgetting on $name", ({ open }) => {
  let db: Database;
  let bank: BankScope;
  let other: BankScope;
  let banks = 0;

  beforeEach(async () => {
    db ??= await open();
    banks += 1;
    bank = await openOrCreateBank(db, tenant, `bank${banks}`);
    other = await openOrCreateBank(db, tenant, `other${banks}`);
    await fillBank(db, bank, `mine${banks}`);
    await fillBank(db, other, `theirs${banks}`);
  });
  afterAll(() => db.close());

  const storedTexts = async (of: BankScope) =>
    Object.values(await everyRow(db, of.key))
      .flat()
      .join("\n");
  const inTransaction = <T>(work: (tx: Db) => Promise<T>) => db.transaction(work);

  test("a forgotten document leaves no word of it in any table, and other documents are whole", async () => {
    const before = await storedTexts(bank);
    expect(before).toMatch(/word1\b/); // control: the probe finds words of the document before
    expect(before).toContain("chunk 1 of talk");

    const forgotten = await inTransaction((tx) => forgetDocument(tx, bank, "talk"));

    const after = await storedTexts(bank);
    for (const word of [/word1\b/, /word2\b/, /word3\b/, /chunk \d of talk/, /text of talk/]) expect(after).not.toMatch(word);
    for (const word of [/word4\b/, /word5\b/, /word6\b/, /chunk 0 of notes/, /text of notes/]) expect(after).toMatch(word); // control
    // links 1–3, 3–1, 4–1 and 2–6 hang on the turns, 5–4 does not; the loose memory keeps Delft alive
    expect(forgotten).toEqual({ memories: 3, postings: 6, links: 4, vectors: 3, entities: 0, runs: 1 });
  });

  test("entities keep true sums, and those that nobody mentions any more are gone", async () => {
    await inTransaction((tx) => forgetMemories(tx, bank, [1, 5]));
    const { rows } = await db.query(sql`
      SELECT id, mention_count AS mentions, first_seen AS first, last_seen AS last FROM entity WHERE bank_id = ${bank.key} ORDER BY id`);
    expect(rows).toEqual([
      { id: FILLED.entities.ann, mentions: 2, first: FILLED.at(2), last: FILLED.at(4) },
      { id: FILLED.entities.delft, mentions: 2, first: FILLED.at(3), last: FILLED.at(6) }, // control: untouched
    ]);
  });

  test("runs and queued embeddings go with their last memory", async () => {
    await inTransaction((tx) => forgetMemories(tx, bank, [4, 6]));
    const rows = await everyRow(db, bank.key);
    expect(rows.run).toHaveLength(2); // the loose run is empty; "notes" still has memory 5
    expect(rows.embedding_queue).toHaveLength(1);
  });

  test("what is not there is forgotten without complaint", async () => {
    expect(await inTransaction((tx) => forgetDocument(tx, bank, "nowhere"))).toBeNull();
    expect(await inTransaction((tx) => forgetMemories(tx, bank, [99]))).toMatchObject({ memories: 0, postings: 0 });
    expect(await inTransaction((tx) => forgetMemories(tx, bank, []))).toMatchObject({ memories: 0 });
    expect((await everyRow(db, bank.key)).memory).toHaveLength(6);
  });

  test("one kind can be forgotten alone", async () => {
    expect(await inTransaction((tx) => forgetKind(tx, bank, "experience"))).toMatchObject({ memories: 1, postings: 2 });
    expect(await storedTexts(bank)).not.toMatch(/word2\b/);
    expect(await storedTexts(bank)).toMatch(/word1\b/);
  });

  test("everything: the bank stays, empty but for its settings, its operations with what they hold, and what it spent", async () => {
    const forgotten = await inTransaction((tx) => forgetEverything(tx, bank));
    expect(forgotten).toEqual({ memories: 6, postings: 12, links: 5, vectors: 4, entities: 3, runs: 3 });
    const left = await everyRow(db, bank.key);
    const kept = [
      "bank",
      "bank_alias",
      "directive",
      "extraction",
      "llm_request",
      "llm_reservation",
      "llm_usage",
      "operation",
      "stored_object",
    ];
    expect(Object.keys(left).filter((table) => left[table]?.length !== 0)).toEqual(kept);
    expect(left.llm_request?.join()).not.toContain("prompt"); // what calls cost stays, what they said does not
  });

  test("a forgotten bank leaves no row in any table, and its neighbour keeps every one", async () => {
    const neighbour = await everyRow(db, other.key);
    const filled = await everyRow(db, bank.key);
    expect(Object.keys(filled).filter((table) => filled[table]?.length === 0)).toEqual([]); // control: every table had rows
    expect(await bankTables(db)).toContain("posting");

    expect(await inTransaction((tx) => forgetBank(tx, bank))).toMatchObject({ memories: 6 });

    expect(Object.values(await everyRow(db, bank.key)).flat()).toEqual([]);
    expect(await everyRow(db, other.key)).toEqual(neighbour);
  });
});
