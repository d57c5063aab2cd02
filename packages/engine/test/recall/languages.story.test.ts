import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAnalysisUpkeep } from "../../src/analysis-upkeep.js";
import { findBankByKey } from "../../src/banks/index.js";
import { postingsOf } from "../../src/domain/posted-terms.js";
import type { BankScope } from "../../src/domain/scope.js";
import { ANALYSIS } from "../../src/domain/text/analyse.js";
import { foldText } from "../../src/domain/text/fold.js";
import { indexModel } from "../../src/models/index.js";
import { findModels } from "../../src/recall/index.js";
import { sql } from "../../src/store/db.js";
import { insertPostings } from "../../src/store/postings/insert-postings.js";
import { setTerms } from "../../src/store/repair/set-terms.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { bankOf } from "./bank-of.js";

/** What a traveller noted, each in the language of the place, and a question in it of other word forms. */
const NOTES: readonly (readonly [string, string])[] = [
  ["The lighthouse keeper lent us two umbrellas.", "lighthouse umbrella"],
  ["Gestern haben wir in der alten Mühle drei Kätzchen gefunden.", "alte Mühlen"],
  ["Wczoraj kupiliśmy na targu świeże maliny od starszej pani.", "malinami"],
  ["Χθες αγοράσαμε δύο εισιτήρια για το θέατρο της γειτονιάς.", "θεάτρου"],
  ["Kemarin kami meminjam sepeda dari tetangga di seberang jalan.", "pinjaman sepedanya"],
  ["कल हमने बाज़ार से तीन किताबें खरीदीं।", "किताबों"],
  ["昨天下午我们在图书馆借了一本关于茶叶的书。", "茶叶"],
  ["เมื่อวานเราซื้อร่มสีแดงที่ตลาดน้ำ", "ร่ม"],
  ["昨日、駅前の喫茶店で傘を忘れました。", "喫茶店"],
];

describe.each(DATABASES)("a bank in many languages on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database);
  });
  afterAll(() => engine.close());

  test("a question of one or two words finds what was noted in its language, and an identifier what names it", async () => {
    const code = "Der Fehler ERR-7F13-1133 kam gestern wieder, als wir die Bilder sichern wollten.";
    const bank = await bankOf(engine, [...NOTES.map(([note]) => note), code, code.replace("1133", "1134")]);
    for (const [note, question] of NOTES) expect([question, (await bank.texts(question))[0]]).toEqual([question, note]);
    expect((await bank.texts("ERR-7F13-1134"))[0]).toContain("ERR-7F13-1134");
    expect(await bank.texts("Regenschirme")).toEqual([]); // control: a German word that nothing has
  });

  test("texts that an earlier version read are found by their stems once the upkeep has read them anew", async () => {
    const [greek, english] = [NOTES[3]?.[0] ?? "", NOTES[0]?.[0] ?? ""];
    const bank = await bankOf(engine, [greek, english]);
    const untouched = await bankOf(engine, [english]);
    const id = await modelOf(engine, bank.scope);
    await readAsBefore(engine, bank.scope);
    await engine.db.query(sql`UPDATE bank SET analysis = 1 WHERE bank_id = ${untouched.scope.key}`);
    const written = await versionOf(engine, untouched.scope);
    expect(await bank.texts("θεάτρου")).toEqual([]); // control: as it was stored
    expect(await bank.texts("θέατρο")).toEqual([]);
    expect(await modelsFor(engine, bank.scope, "θεάτρου")).toEqual([]);

    const upkeep = startAnalysisUpkeep(engine.ctx, engine.tenant, (key) => findBankByKey(engine.db, engine.tenant, key));
    await upkeep.run();
    await upkeep.stop();
    expect(await bank.texts("θεάτρου")).toEqual([greek]);
    expect(await bank.texts("lighthouse umbrella")).toEqual([english]);
    expect(await modelsFor(engine, bank.scope, "θεάτρου")).toEqual([id]);
    const { rows } = await engine.db.query(sql`SELECT DISTINCT analysis FROM bank`);
    expect(rows).toEqual([{ analysis: ANALYSIS }]);
    expect(await versionOf(engine, untouched.scope)).toBe(written); // what reads as before is not written
  });

  test("a bank knows how much of it is in which language, with what a language is told of later", async () => {
    const bank = await bankOf(engine, [NOTES[1]?.[0] ?? "", NOTES[2]?.[0] ?? ""]);
    await bank.retain(["Heute Morgen haben wir die Kätzchen zum Tierarzt gebracht."]);
    const { rows } = await engine.db.query(sql`SELECT languages FROM bank WHERE bank_id = ${bank.scope.key}`);
    expect(rows).toEqual([{ languages: { de: 2, pl: 1 } }]);
  });
});

/** A mental model about the theatre. */
async function modelOf({ ctx, db }: TestEngine, bank: BankScope): Promise<string> {
  await db.query(sql`INSERT INTO mental_model (bank_id, id, name, source_query, content, max_tokens)
    VALUES (${bank.key}, 'stage', 'Το θέατρο της γειτονιάς', 'What is known?', 'Χθες αγοράσαμε δύο εισιτήρια.', 2048)`);
  await indexModel(ctx, bank, "stage");
  return "stage";
}

async function modelsFor({ ctx }: TestEngine, bank: BankScope, query: string): Promise<readonly string[]> {
  return (await findModels(ctx, bank, { query, limit: 5 })).map(({ id }) => id);
}

/** Posts everything of a bank under words as they stand there, which is how the first analysis read Greek. */
async function readAsBefore({ db }: TestEngine, bank: BankScope): Promise<void> {
  const { rows } = await db.query<{ memoryNo: number; text: string }>(sql`
    SELECT memory_no AS "memoryNo", text FROM memory WHERE bank_id = ${bank.key}`);
  const posted = rows.map(({ memoryNo, text }) => {
    const own = new Map((foldText(text).match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => [`old-${word}`, 1]));
    return { memoryNo, own, around: new Map<string, number>(), length: own.size, terms: [...own.keys()], termCount: own.size, place: null };
  });
  await db.transaction(async (tx) => {
    await tx.query(sql`DELETE FROM posting WHERE bank_id = ${bank.key}`);
    await setTerms(tx, bank, posted);
    await insertPostings(tx, bank, postingsOf(posted));
    await tx.query(sql`DELETE FROM mental_model_term WHERE bank_id = ${bank.key}`);
    await tx.query(sql`UPDATE bank SET analysis = 1 WHERE bank_id = ${bank.key}`);
  });
}

/** Grows with every change of what recall reads of a bank. */
async function versionOf({ db }: TestEngine, bank: BankScope): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`SELECT sum(changes)::integer AS n FROM bank_change WHERE bank_id = ${bank.key}`);
  return rows[0]?.n ?? 0;
}
