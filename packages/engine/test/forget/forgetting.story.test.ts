import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openOrCreateBank } from "../../src/banks/index.js";
import { type BankScope, tenantScope } from "../../src/domain/scope.js";
import { forgetBank, forgetDocument, forgetEverything, forgetKind, forgetMemories } from "../../src/forget/index.js";
import { type Database, type Db, sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { bankTables, everyRow, FILLED, fillBank } from "../support/filled-bank.js";
import { fillLearntBank, LEARNT } from "../support/filled-learning.js";
import { LEARNING, manner } from "../support/forgetting.js";

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
    await fillLearntBank(db, bank, `mine${banks}`);
    await fillLearntBank(db, other, `theirs${banks}`);
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

    const forgotten = await inTransaction((tx) => forgetDocument(tx, bank, "talk", LEARNING));

    const after = await storedTexts(bank);
    for (const word of [
      /word1\b/,
      /word2\b/,
      /word3\b/,
      /word7\b/,
      /word0\b/,
      /earlier/,
      /reason/,
      /mine\d+ content/,
      /chunk \d of talk/,
      /text of talk/,
    ])
      expect(after).not.toMatch(word);
    for (const word of [/word4\b/, /word5\b/, /word6\b/, /chunk 0 of notes/, /text of notes/]) expect(after).toMatch(word); // control
    // links 1–3, 3–1, 4–1 and 2–6 hang on the turns, 5–4 does not; the loose memory keeps Delft alive
    // the observation on memories 1 and 4 goes too, and 4 is consolidated again; both models had read memory 1
    expect(forgotten).toEqual({
      memories: 4,
      observations: 1,
      observationIds: [LEARNT.observation.id],
      postings: 8,
      links: 4,
      vectors: 3,
      entities: 0,
      runs: 1,
      requeued: 1,
      modelRefreshes: 2,
    });
  });

  test("entities keep true sums, and those that nobody mentions any more are gone", async () => {
    await inTransaction((tx) => forgetMemories(tx, bank, [1, 5], manner("deleted")));
    const { rows } = await db.query(sql`
      SELECT id, mention_count AS mentions, first_seen AS first, last_seen AS last FROM entity WHERE bank_id = ${bank.key} ORDER BY id`);
    expect(rows).toEqual([
      { id: FILLED.entities.ann, mentions: 2, first: FILLED.at(2), last: FILLED.at(4) },
      { id: FILLED.entities.delft, mentions: 2, first: FILLED.at(3), last: FILLED.at(6) }, // control: untouched
    ]);
  });

  test("runs and queued embeddings go with their last memory", async () => {
    await inTransaction((tx) => forgetMemories(tx, bank, [4, 6], manner("deleted")));
    const rows = await everyRow(db, bank.key);
    expect(rows.run).toHaveLength(2); // the loose run is empty; "notes" still has memory 5
    expect(rows.embedding_queue).toHaveLength(1);
  });

  test("what is not there is forgotten without complaint", async () => {
    expect(await inTransaction((tx) => forgetDocument(tx, bank, "nowhere", LEARNING))).toBeNull();
    expect(await inTransaction((tx) => forgetMemories(tx, bank, [99], manner("deleted")))).toMatchObject({ memories: 0, postings: 0 });
    expect(await inTransaction((tx) => forgetMemories(tx, bank, [], manner("deleted")))).toMatchObject({ memories: 0 });
    expect((await everyRow(db, bank.key)).memory).toHaveLength(7);
  });

  test("one kind can be forgotten alone", async () => {
    expect(await inTransaction((tx) => forgetKind(tx, bank, "experience", LEARNING))).toMatchObject({ memories: 1, postings: 2 });
    expect(await storedTexts(bank)).not.toMatch(/word2\b/);
    expect(await storedTexts(bank)).toMatch(/word1\b/);
  });

  const modelRows = async () =>
    (
      await db.query<{ id: string; content: string; sources: number; terms: number; vectors: number; earlier: string | null }>(sql`
        SELECT m.id, m.content,
          (SELECT count(*)::integer FROM mental_model_source s WHERE s.bank_id = m.bank_id AND s.model_id = m.id) AS sources,
          (SELECT count(*)::integer FROM mental_model_term t WHERE t.bank_id = m.bank_id AND t.id = m.id) AS terms,
          (SELECT count(*)::integer FROM mental_model_vector v WHERE v.bank_id = m.bank_id AND v.id = m.id) AS vectors,
          (SELECT h.previous_content FROM mental_model_history h WHERE h.bank_id = m.bank_id AND h.model_id = m.id) AS earlier
        FROM mental_model m WHERE m.bank_id = ${bank.key} ORDER BY m.id`)
    ).rows;
  const waiting = async () =>
    (
      await db.query<{ type: string; subject: string }>(sql`
        SELECT type, subject FROM operation WHERE bank_id = ${bank.key} AND subject IS NOT NULL AND status = 'pending' ORDER BY type, subject`)
    ).rows;

  test("what is deleted is withheld from the models that had read it, and a consolidation and their refreshes wait", async () => {
    const { memory: before } = await everyRow(db, bank.key);
    await inTransaction((tx) => forgetMemories(tx, bank, [1], manner("deleted")));
    const gone = { content: "", terms: 0, vectors: 0, earlier: null };
    expect(await modelRows()).toEqual([
      { id: LEARNT.models.page, ...gone, sources: 0 },
      { id: LEARNT.models.plain, ...gone, sources: 0 }, // what it had read of a memory that was gone before, too
    ]);
    expect(await waiting()).toEqual([
      { type: "consolidation", subject: "" },
      { type: "refresh_mental_model", subject: LEARNT.models.page },
      { type: "refresh_mental_model", subject: LEARNT.models.plain },
    ]);
    const rows = await db.query<{ no: number; waits: boolean; at: Date }>(sql`
      SELECT memory_no AS no, consolidated_at IS NULL AS waits, updated_at AS at FROM memory WHERE bank_id = ${bank.key} AND memory_no IN (4, 5) ORDER BY 1`);
    expect(rows.rows).toEqual([
      { no: 4, waits: true, at: FILLED.at(4) }, // consolidated again, and not as if it had changed
      { no: 5, waits: true, at: FILLED.at(5) },
    ]);
    expect(before).toHaveLength(7);
    expect((await everyRow(db, bank.key)).memory).toHaveLength(5);
  });

  test("what a newer version replaces stays in the models until a refresh has unsaid it, but not in what they said before", async () => {
    expect((await everyRow(db, bank.key)).llm_request?.join()).toMatch(/mine\d+ facts/); // control
    await inTransaction((tx) => forgetMemories(tx, bank, [1], manner("replaced")));
    const calls = (await everyRow(db, bank.key)).llm_request?.join();
    expect(calls).not.toMatch(/mine\d+ facts/); // a consolidation may have seen the memory
    expect(calls).toMatch(/mine\d+ prompt/); // a retain saw what its document said
    const models = await modelRows();
    expect(models.map(({ content, sources, terms, earlier }) => ({ content: /content$/.test(content), sources, terms, earlier }))).toEqual([
      { content: true, sources: 2, terms: 1, earlier: null },
      { content: true, sources: 2, terms: 1, earlier: null },
    ]);
    expect((await waiting()).map(({ type }) => type)).toEqual(["consolidation", "refresh_mental_model", "refresh_mental_model"]);
  });

  test("a memory that no model has read leaves the models as they are, and only an observation's own evidence is consolidated again", async () => {
    await db.query(sql`DELETE FROM mental_model_source WHERE bank_id = ${bank.key} AND memory_id = ${LEARNT.goneMemory}::uuid`);
    expect(await inTransaction((tx) => forgetMemories(tx, bank, [3], manner("deleted")))).toMatchObject({
      observations: 0,
      modelRefreshes: 0,
    });
    expect((await modelRows()).map(({ content, sources }) => [/content$/.test(content), sources])).toEqual([
      [true, 2],
      [true, 1],
    ]);
    expect(await waiting()).toEqual([]);
  });

  test("a belief that gives way to another hands its evidence to the models that had read it", async () => {
    const { page } = LEARNT.models;
    await db.query(
      sql`DELETE FROM mental_model_source WHERE bank_id = ${bank.key} AND model_id = ${page} AND memory_id = ${FILLED.memoryId(1)}::uuid`,
    );
    expect(await inTransaction((tx) => forgetMemories(tx, bank, [LEARNT.observation.memoryNo], manner("rederived")))).toMatchObject({
      observations: 1,
      requeued: 0, // the consolidator took it away knowingly
      modelRefreshes: 0,
    });
    await inTransaction((tx) => forgetMemories(tx, bank, [4], manner("deleted")));
    expect((await modelRows()).map(({ id, content }) => [id, content])).toEqual([
      [LEARNT.models.page, ""],
      [LEARNT.models.plain, ""], // it had not unsaid a memory that was gone
    ]);
  });

  test("observations can be forgotten alone: their facts wait to be consolidated, and the documents' histories tell it", async () => {
    expect(await inTransaction((tx) => forgetKind(tx, bank, "observation", LEARNING))).toMatchObject({
      memories: 1,
      observations: 1,
      requeued: 2,
    });
    const left = await everyRow(db, bank.key);
    expect([left.memory?.length, left.observation_source, left.observation_history]).toEqual([6, [], []]);
    const { rows } = await db.query(sql`SELECT document_id AS document, kind, observations_removed AS removed FROM document_event
      WHERE bank_id = ${bank.key} AND kind = 'observations_cleared' ORDER BY 1`);
    const removed = [LEARNT.observation.id];
    expect(rows).toEqual(["notes", "talk"].map((document) => ({ document, kind: "observations_cleared", removed })));
    expect((await waiting()).map(({ type }) => type)).toContain("consolidation");
  });

  test("where nothing was learnt a deletion costs a look and a count more", async () => {
    const plain = await openOrCreateBank(db, tenant, `plain${banks}`);
    await fillBank(db, plain, `plain${banks}`);
    const texts: string[] = [];
    const counting = (tx: Db): Db => ({
      query(statement) {
        texts.push(statement.text);
        return tx.query(statement);
      },
    });
    await inTransaction((tx) => forgetMemories(counting(tx), plain, [1, 2, 3], manner("replaced")));
    expect(texts).toHaveLength(13);
    expect(texts.filter((text) => text.includes("forgettings"))).toHaveLength(1);
    expect(texts.filter((text) => /observation_source|mental_model|llm_request/.test(text))).toHaveLength(1);
  });

  test("everything: the bank stays, empty but for its settings, its operations with what they hold, and what it spent", async () => {
    const forgotten = await inTransaction((tx) => forgetEverything(tx, bank));
    expect(forgotten).toEqual({
      memories: 7,
      observations: 1,
      observationIds: [],
      postings: 14,
      links: 5,
      vectors: 4,
      entities: 3,
      runs: 3,
      requeued: 0,
      modelRefreshes: 2,
    });
    const left = await everyRow(db, bank.key);
    const kept = [
      "audit_log",
      "bank",
      "bank_alias",
      "bank_change", // numbers of memories: that they are gone is a change too
      "directive",
      "extraction",
      "knowledge_node",
      "llm_request",
      "llm_reservation",
      "llm_usage",
      "mental_model",
      "mental_model_history",
      "operation",
      "stored_object",
      "webhook",
    ];
    expect(Object.keys(left).filter((table) => left[table]?.length !== 0)).toEqual(kept);
    expect(left.llm_request?.join()).not.toMatch(/prompt|mine\d+ facts/); // what calls cost stays, what they said does not
    expect([...(left.mental_model ?? []), ...(left.mental_model_history ?? [])].join()).not.toMatch(/mine\d+ (?:content|earlier)/); // but the question stays
    expect(left.mental_model?.join()).toContain("question");
  });

  test("a forgotten bank leaves no row in any table, and its neighbour keeps every one", async () => {
    const neighbour = await everyRow(db, other.key);
    const filled = await everyRow(db, bank.key);
    expect(Object.keys(filled).filter((table) => filled[table]?.length === 0)).toEqual([]); // control: every table had rows
    expect(await bankTables(db)).toContain("posting");

    expect(await inTransaction((tx) => forgetBank(tx, bank))).toMatchObject({ memories: 7 });

    expect(Object.values(await everyRow(db, bank.key)).flat()).toEqual([]);
    expect(await everyRow(db, other.key)).toEqual(neighbour);
  });
});
