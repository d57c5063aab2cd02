// What is deleted is gone: banks that retain, share facts, consolidate, write standing answers and are curated at random, then lose documents at random.
// Afterwards no row of any table, and nothing that callers can list, recall or look back at, has a word that only a deleted document had; nothing that was
// learnt has a word that only a fact had which was edited or is out of use.

import "../../../../test/support/property-seed.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankDirectory } from "../../src/banks/index.js";
import { applyPlan, type Batch, type BatchPlan, consolidationHandler, type Planner } from "../../src/consolidate/index.js";
import { CONSOLIDATION, REFRESH_MENTAL_MODEL } from "../../src/domain/learning.js";
import type { BankScope } from "../../src/domain/scope.js";
import { registerHandler } from "../../src/operations/index.js";
import { recall } from "../../src/recall/index.js";
import type { ResourceContext } from "../../src/resources/engine.js";
import {
  curationResource,
  documentResource,
  entityResource,
  memoryResource,
  observationResource,
  tagReader,
} from "../../src/resources/index.js";
import { embeddingOf } from "../../src/retain/index.js";
import { updateBank } from "../../src/store/banks/update-bank.js";
import { type Database, json, sql } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";
import { everyRow } from "../support/filled-bank.js";
import { contentOf, scriptedModels } from "../support/scripted-models.js";

const DOCUMENTS = ["d0", "d1", "d2", "d3"] as const;
const MODELS = ["model0", "model1"] as const;

/** A word that one version of one document has, and nothing else. */
const markOf = (document: string, version: number): string => `zq${document}v${version}zq`;

/** A word that the text of one fact has, and its document. */
const teaOf = (mark: string): string => mark.replaceAll("zq", "xt");
const teaIn = (text: string): string | undefined => /xt\w+xt/u.exec(text)?.[0];

const aDocument = fc.constantFrom(...DOCUMENTS);
const tagsOf = fc.constantFrom<readonly string[]>([], ["red"], ["blue"]);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      document: aDocument,
      shared: fc.subarray([0, 1, 2]),
      hasOwn: fc.boolean(),
      tags: tagsOf,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("append" as const), document: aDocument }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("retag" as const), document: aDocument, tags: tagsOf }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("answer" as const), model: fc.constantFrom(...MODELS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("settle" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clear" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("trace" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      document: aDocument,
      at: fc.nat(1),
      hasContext: fc.boolean(),
      isLearnt: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("invalidate" as const), document: aDocument, at: fc.nat(1), isLearnt: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("restore" as const), at: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("merge" as const), at: fc.nat(3), with: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("split" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), document: aDocument }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Curation = Extract<Step, { readonly kind: "edit" | "invalidate" | "restore" | "merge" | "split" }>;
const history = fc.record({
  steps: fc.array(step, { minLength: 6, maxLength: 16 }),
  gone: fc.subarray([...DOCUMENTS], { minLength: 1, maxLength: 3 }),
});

const fact = (what: string) => ({
  what: what.trim(),
  when: "N/A",
  where: "N/A",
  who: "N/A",
  why: "N/A",
  fact_type: "world",
  fact_kind: "conversation",
  occurred_start: null,
  entities: /zq\w+zq/.test(what) ? [`Name${/zq\w+zq/.exec(what)?.[0]}`] : [],
  causal_relations: null,
});

/** Grows the first belief of the scope, or makes one: what it said before is then in its history. */
const planner: Planner = async ({ db }, bank, batch) => {
  const { rows } = await db.query<{ no: number; text: string; tags: readonly string[] }>(sql`
    SELECT memory_no AS no, text, tags FROM memory WHERE bank_id = ${bank.key} AND kind = 'observation' ORDER BY memory_no`);
  const known = rows.find(({ tags }) => JSON.stringify([...tags].sort()) === JSON.stringify([...batch.scope].sort()));
  return planOf(batch, known);
};

function planOf(batch: Batch, known: { readonly no: number; readonly text: string } | undefined): BatchPlan {
  const text = `${known === undefined ? "Belief:" : known.text} ${batch.facts.map((one) => `${one.text} (${one.context ?? ""})`).join(" ")}`;
  const sources = batch.facts.map(({ memoryNo, text: quote }) => ({ memoryNo, quote }));
  const said = { text: text.slice(-3000), vector: null, language: "en", reason: `since ${text.slice(-200)}`, sources };
  const none = { batch, modelId: null, deletes: [], updates: [], creates: [], merges: [] };
  if (known === undefined) return { ...none, creates: [said] };
  return { ...none, updates: [{ ...said, observationNo: known.no, expectedText: known.text }] };
}

/** Writes a standing answer from everything that the bank says, as a refresh does: what it said before goes into its history, what it read into its sources. */
async function answer(db: Database, bank: BankScope, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`SELECT 1 FROM bank WHERE bank_id = ${bank.key} FOR NO KEY UPDATE`);
    await tx.query(sql`INSERT INTO mental_model_history (bank_id, model_id, version, kind, previous_content, previous_reflect_response)
      SELECT bank_id, id, 1 + (SELECT count(*) FROM mental_model_history h WHERE h.bank_id = m.bank_id AND h.model_id = m.id), 'refresh', content, reflect_response
      FROM mental_model m WHERE bank_id = ${bank.key} AND id = ${id} AND content <> ''`);
    await tx.query(sql`INSERT INTO mental_model (bank_id, id, name, source_query, content, max_tokens, trigger)
      VALUES (${bank.key}, ${id}, ${id}, 'What is known?', '', 2048, ${json({ refresh_after_consolidation: id === "model0" })}::jsonb) ON CONFLICT DO NOTHING`);
    await tx.query(sql`DELETE FROM mental_model_source WHERE bank_id = ${bank.key} AND model_id = ${id}`);
    await tx.query(
      sql`INSERT INTO mental_model_source (bank_id, model_id, memory_id, text) SELECT bank_id, ${id}, id, text FROM memory WHERE bank_id = ${bank.key}`,
    );
    await tx.query(sql`UPDATE mental_model SET content = t.said, reflect_response = jsonb_build_object('text', t.said)
      FROM (SELECT coalesce(string_agg(text || ' ' || coalesce(context, ''), E'\n' ORDER BY memory_no), '') AS said FROM memory WHERE bank_id = ${bank.key}) AS t
      WHERE bank_id = ${bank.key} AND id = ${id}`);
    await tx.query(sql`DELETE FROM mental_model_term WHERE bank_id = ${bank.key} AND id = ${id}`);
    await tx.query(sql`INSERT INTO mental_model_term (bank_id, term, id, frequency, length)
      SELECT DISTINCT bank_id, unnest(terms), ${id}, 1, 9 FROM memory WHERE bank_id = ${bank.key}`);
  });
}

describe.each(DATABASES)("deletion on $name", (database) => {
  let engine: TestEngine;
  let banks = 0;
  beforeAll(async () => {
    registerHandler(
      CONSOLIDATION,
      consolidationHandler({
        planWithModel: planner,
        planRestatements: () => Promise.reject(new Error("there is a model")),
        applyPlan,
        onWritten: ({ db }) => embeddingOf(db)?.wake(),
        afterDrain: async () => 0,
      }),
    );
    registerHandler(REFRESH_MENTAL_MODEL, async ({ db }, bank, { payload }) => {
      await answer(db, bank, payload.mental_model_id as string);
      return undefined;
    });
    const models = scriptedModels((request) => ({
      facts: contentOf(request)
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map(fact),
    }));
    engine = await openEngine(database, { encoder: wordEncoder(), models, env: { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" } });
  });
  afterAll(() => engine.close());

  function resources() {
    const { db, tenant, ctx } = engine;
    const context: ResourceContext = {
      db,
      tenant,
      banks: bankDirectory(db, tenant),
      defaults: ctx.settings.bank,
      origins: ctx.settings.bankOrigins,
      engine: ctx,
    };
    const memories = memoryResource(context, () => new Date());
    return {
      memories,
      update: curationResource(ctx, context, memories).updateMemory,
      documents: documentResource(context),
      observations: observationResource(context),
      entities: entityResource(ctx, context),
      tags: tagReader(context),
    };
  }

  /** Everything that a caller can see of a bank, but for the questions asked. */
  async function everythingShown(bank: BankScope, words: readonly string[]): Promise<string> {
    const on = resources();
    const all = { limit: 1000, offset: 0 };
    const shown: unknown[] = [];
    const { items } = await on.memories.list(bank.bankId, all);
    const out = (await on.memories.list(bank.bankId, { ...all, state: "invalidated" })).items;
    shown.push(items, out);
    for (const { id } of [...items, ...out]) shown.push(await on.memories.get(bank.bankId, id), await on.memories.history(bank.bankId, id));
    const documents = await on.documents.list(bank.bankId, all);
    for (const { id } of documents.items) {
      shown.push(
        await on.documents.get(bank.bankId, id),
        await on.documents.chunks(bank.bankId, id, all),
        await on.documents.history(bank.bankId, id, all),
      );
    }
    const entities = await on.entities.list(bank.bankId, all);
    for (const { id } of entities.items) shown.push(await on.entities.get(bank.bankId, id));
    shown.push(entities, await on.tags(bank.bankId, all));
    for (const word of words) {
      const found = await recall(engine.ctx, bank, {
        query: `What is said of Name${word} and ${word}?`,
        types: ["world", "experience", "observation"],
        budget: "high",
        maxTokens: 20_000,
      });
      shown.push(found.results);
    }
    return JSON.stringify(shown);
  }

  test("leaves no word of a deleted document in any row or reply, and the words of the others", { timeout: 240_000 }, async () => {
    let kept = 0;
    let learnt = 0;
    let curated = 0;
    await fc.assert(
      fc.asyncProperty(history, async ({ steps, gone }) => {
        const bank = await engine.bank(`complete-${banks++}`);
        await updateBank(engine.db, bank, { name: null, set: {}, clear: [] });
        const on = resources();
        const versions = new Map<string, number>();
        /** The words that each stored document has now, and all that it ever had. */
        const now = new Map<string, readonly string[]>();
        const ever = new Map<string, string[]>();
        const lose = async (document: string): Promise<void> => {
          if (!now.has(document)) return;
          await on.documents.delete(bank.bankId, document);
          now.delete(document);
        };
        /** With nothing of its own a document has its word in context and metadata alone, beside facts that others state too. */
        const write = async (
          document: string,
          { shared, hasOwn, tags }: { readonly shared: readonly number[]; readonly hasOwn: boolean; readonly tags: readonly string[] },
          isAppend: boolean,
        ): Promise<void> => {
          const version = (versions.get(document) ?? 0) + 1;
          versions.set(document, version);
          const mark = markOf(document, version);
          const own = hasOwn || shared.length === 0 ? [`${mark} drinks ${teaOf(mark)}.`] : [];
          const lines = [...own, ...shared.map((n) => `Everybody knows the ${["first", "second", "third"][n]} thing.`)];
          const context = `a letter about ${mark}`;
          await engine.retain(bank, [
            {
              content: lines.join("\n"),
              documentId: document,
              context,
              tags,
              metadata: { note: mark },
              updateMode: isAppend ? "append" : "replace",
            },
          ]);
          now.set(document, isAppend ? [...(now.get(document) ?? []), mark] : [mark]);
          ever.set(document, [...(ever.get(document) ?? []), mark]);
        };
        /** By the id of the fact: the word that its document has and it alone, and the word that it was given. */
        const edits = new Map<string, { readonly tea: string | undefined; readonly word: string }>();
        const out = new Map<string, string | undefined>();
        const factAt = async (document: string, at: number) => {
          const { items } = await on.memories.list(bank.bankId, { limit: 100, offset: 0, documentId: document });
          const own = items.filter(({ text }) => teaIn(text) !== undefined); // these first: what follows from them can be told
          return [...own, ...items][at % Math.max(1, items.length)];
        };
        const curate = async (one: Curation): Promise<void> => {
          if ("isLearnt" in one && one.isLearnt) await engine.idle();
          if (one.kind === "edit") {
            const found = await factAt(one.document, one.at);
            if (found === undefined) return;
            const word = `wz${edits.size}wz`;
            await on.update(bank.bankId, found.id, { text: `${word} is all that is left.`, ...(one.hasContext ? { context: word } : {}) });
            edits.set(found.id, { tea: teaIn(found.text) ?? edits.get(found.id)?.tea, word });
          } else if (one.kind === "invalidate") {
            const found = await factAt(one.document, one.at);
            if (found === undefined) return;
            await on.update(bank.bankId, found.id, { state: "invalidated" });
            out.set(found.id, teaIn(found.text));
          } else if (one.kind === "restore") {
            const { items } = await on.memories.list(bank.bankId, { limit: 100, offset: 0, state: "invalidated" });
            const found = items[one.at % Math.max(1, items.length)];
            if (found === undefined) return;
            await on.update(bank.bankId, found.id, { state: "valid" });
            out.delete(found.id);
          } else {
            const { items } = await on.entities.list(bank.bankId, { limit: 100, offset: 0 });
            const [into, other] = one.kind === "merge" ? [items[one.at % items.length], items[(one.at + 1 + one.with) % items.length]] : [];
            if (into !== undefined && other !== undefined && into !== other) await on.entities.merge(bank.bankId, into.id, [other.id]);
            if (one.kind === "merge") return;
            for (const { id } of items) {
              const [alias] = (await on.entities.get(bank.bankId, id)).aliases;
              if (alias !== undefined) await on.entities.split(bank.bankId, id, { alias: alias.id });
            }
          }
          curated += 1;
        };
        for (const one of steps) {
          if (one.kind === "put") await write(one.document, one, false);
          else if (one.kind === "append") await write(one.document, { shared: [], hasOwn: true, tags: [] }, true);
          else if (one.kind === "retag" && now.has(one.document)) await on.documents.update(bank.bankId, one.document, { tags: one.tags });
          else if (one.kind === "answer") await answer(engine.db, bank, one.model);
          else if (one.kind === "settle") await engine.idle();
          else if (one.kind === "clear") await on.observations.deleteAll(bank.bankId);
          else if (one.kind === "trace") await trace(bank);
          else if (one.kind === "delete") await lose(one.document);
          else if (
            one.kind === "edit" ||
            one.kind === "invalidate" ||
            one.kind === "restore" ||
            one.kind === "merge" ||
            one.kind === "split"
          )
            await curate(one);
        }
        const before = await everyRow(engine.db, bank.key);
        learnt += (before.observation_source?.length ?? 0) + (before.mental_model_source?.length ?? 0);
        for (const document of gone) await lose(document);

        const words = [...ever].filter(([document]) => !now.has(document)).flatMap(([, marks]) => marks);
        const check = async (): Promise<void> => {
          const rows = Object.entries(await everyRow(engine.db, bank.key)).flatMap(([table, found]) =>
            found.map((row) => `${table}: ${row}`),
          );
          for (const word of words) expect(rows.filter((row) => row.includes(word))).toEqual([]);
          const shown = await everythingShown(bank, words);
          for (const word of words) expect(shown).not.toContain(word);
          for (const marks of now.values()) for (const mark of marks) expect(shown).toContain(mark); // control
          kept += now.size;
        };
        await check(); // at once
        await engine.idle();
        await check(); // and when all has been learnt anew
        const rows = Object.entries(await everyRow(engine.db, bank.key)).flatMap(([table, found]) =>
          found.map((row) => `${table}: ${row}`),
        );
        const learntRows = rows.filter((row) => !/^(?:document|chunk|memory_source|invalidated_\w+): /.test(row));
        for (const [id, { tea, word }] of edits) {
          if (tea !== undefined) expect(learntRows.filter((row) => row.includes(tea))).toEqual([]);
          if (!rows.some((row) => row.startsWith("memory: ") && row.includes(id)) && !out.has(id))
            expect(rows.filter((row) => row.includes(word))).toEqual([]); // it went with its document
        }
        for (const [id, tea] of out) {
          const words = [tea, edits.get(id)?.word].filter((each) => each !== undefined);
          for (const each of words) expect(learntRows.filter((row) => row.includes(each))).toEqual([]);
        }
      }),
      { numRuns: 12 },
    );
    expect(kept).toBeGreaterThan(0);
    expect(learnt).toBeGreaterThan(25); // control: there was something to unlearn
    expect(curated).toBeGreaterThan(5);
  });

  test("a fact that another document states too goes on in its words, without what was learnt of the old ones", async () => {
    const bank = await engine.bank(`shared-${banks++}`);
    const on = resources();
    const put = (documentId: string, word: string) =>
      engine.retain(bank, [{ content: "Everybody knows the first thing.", documentId, context: `a letter about ${word}` }]);
    await put("a", "zqfirstzq");
    await engine.idle();
    await put("b", "zqsecondzq");
    await engine.idle();
    await answer(engine.db, bank, "model1");
    const texts = async () => JSON.stringify((await on.memories.list(bank.bankId, { limit: 10, offset: 0 })).items.map(({ text }) => text));
    expect(await texts()).toContain("zqfirstzq"); // control: the belief has the context of the first letter

    const report = await on.documents.delete(bank.bankId, "a");

    expect(report).toMatchObject({ memories: 0, observations: 1, modelRefreshes: 1 });
    expect(Object.values(await everyRow(engine.db, bank.key)).join("\n")).not.toContain("zqfirstzq");
    await engine.idle();
    expect(Object.values(await everyRow(engine.db, bank.key)).join("\n")).not.toContain("zqfirstzq");
    expect(await texts()).toContain("zqsecondzq"); // consolidated again, from the other letter
  });

  /** A recorded call of reflection that saw the whole bank. */
  async function trace(bank: BankScope): Promise<void> {
    await engine.db.query(sql`INSERT INTO llm_request (bank_id, id, operation, scope, provider, model, status, trace_id, span_id, started_at, duration_ms,
        input_tokens, output_tokens, cached_tokens, thoughts_tokens, total_tokens, input)
      SELECT ${bank.key}, gen_random_uuid(), 'reflect', 'reflect', 'mock', 'mock', 'success', 't', 's', clock_timestamp(), 1, 1, 1, 0, 0, 2,
        to_jsonb((SELECT coalesce(string_agg(text, ' '), '') FROM memory WHERE bank_id = ${bank.key}))`);
  }
});
