// What is deleted is nowhere, over HTTP and with everything real: banks that retain, consolidate, write standing answers and pages at random, with a language
// model and without, and then lose documents. Afterwards no row of any table and no reply of any route has a word that only a lost document had.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { creating, givenTo, isConsolidation, isPair, updating } from "../support/consolidation.js";
import { results, use, wanted } from "../support/reflection.js";
import { openScriptedServer, type ScriptedServer } from "../support/scripted-server.js";
import type { TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";
import type { Tables } from "../support/tables.js";

const DOCUMENTS = ["d0", "d1", "d2"] as const;
const RUNS = 5;
/** Two things that every document may state, each in its own words: without a model they are gathered. */
const SHARED: Readonly<Record<(typeof DOCUMENTS)[number], readonly string[]>> = {
  d0: ["Ann lives in Delft.", "The office dog is called Biscuit."],
  d1: ["Ann still lives in Delft!", "Really, the office dog is called Biscuit."],
  d2: ["Ann is living in Delft now.", "The office dog's called Biscuit, yes."],
};

/** A word that one version of one document has, and nothing else. */
const markOf = (document: string, version: number): string => `zq${document}v${version}zq`;

const aDocument = fc.constantFrom(...DOCUMENTS);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("put" as const), document: aDocument, shared: fc.subarray([0, 1]), hasOwn: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("append" as const), document: aDocument }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("refresh" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("settle" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reflect" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), document: aDocument }) },
);
const history = fc.record({
  steps: fc.array(step, { minLength: 4, maxLength: 10 }),
  gone: fc.subarray([...DOCUMENTS], { minLength: 1, maxLength: 2 }),
  isQuiet: fc.boolean(),
});

/** A model that repeats all it is shown, in everything that it writes. */
function repeating(call: LlmCall): LlmReply {
  if (call.content !== "") {
    const lines = call.content.split("\n").filter((line) => line.trim() !== "");
    const about = /zq\w+zq/u.exec(JSON.stringify(call.body.messages))?.[0] ?? "nobody";
    return {
      json: { facts: lines.map((line) => ({ what: `${line} (of ${about})`, fact_type: "world", entities: [{ text: `Name${about}` }] })) },
    };
  }
  if (isPair(call)) return { json: { action: "keep", text: "", reason: "two" } };
  if (isConsolidation(call)) {
    const { facts, observations } = givenTo(call);
    const [known] = observations;
    const said = facts.map(({ text }) => text).join(" ");
    return known === undefined ? creating(`Belief: ${said}`, facts) : updating(known, `${known.text} ${said}`.slice(-2_000), facts);
  }
  const document = /The document:\n(\[.*\])/u.exec(call.user)?.[1];
  if (document !== undefined) {
    const [section] = JSON.parse(document) as readonly { readonly id: string }[];
    if (!call.user.includes("New facts:\n") || section === undefined) return { json: { operations: [] } };
    return {
      json: { operations: [{ op: "append_block", section_id: section.id, text: call.user.split("New facts:\n")[1]?.slice(0, 1_500) }] },
    };
  }
  const name = wanted(call);
  if (name !== undefined) return use(name, { reason: "to know", query: "Ann, Delft, the office dog Biscuit and tea" });
  const seen = results(call).flatMap(({ memories = [], observations = [], mental_models = [] }) => [
    ...memories,
    ...observations,
    ...mental_models,
  ]);
  const blocks = seen
    .map(({ text, content }: { readonly text?: string; readonly content?: string }) => text ?? content ?? "")
    .filter((text) => text !== "");
  return use("done", {
    answer: blocks.join(" "),
    document: { sections: blocks.length === 0 ? [] : [{ heading: "All", blocks }] },
    memory_ids: [],
  });
}

const cases = (["pglite", "postgres"] as const).flatMap((engine) => [true, false].map((hasModel) => ({ engine, hasModel })));

describe.each(cases)("whatever is deleted is nowhere, on $engine, with a language model: $hasModel", ({ engine, hasModel }) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let opened: ScriptedServer;
  let server: TestServer;
  let tables: Tables;

  beforeAll(async () => {
    if (!isThere) return;
    const env = { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true", HINDSIGHT_API_AUDIT_LOG_ENABLED: "true" };
    opened = await openScriptedServer(repeating, engine, { env, asked: hasModel ? "everything" : "nothing" });
    ({ server, tables } = opened);
  });
  afterAll(() => opened?.close());

  /** Everything that routes show of a bank. */
  async function everythingShown(bank: StoryBank, words: readonly string[]): Promise<string> {
    const read: string[] = [await bank.everyText()];
    const get = async (path: string) => {
      const reply = await bank.get(path);
      expect([path, reply.status]).toEqual([path, 200]);
      read.push(reply.text);
      return reply.body;
    };
    const ids = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);
    for (const id of ids((await get("/memories/list?limit=1000")).items)) {
      await get(`/memories/${id}`);
      await get(`/memories/${id}/history`);
    }
    for (const id of ids((await get("/documents?limit=1000")).items)) await get(`/documents/${id}/history`);
    for (const id of ids((await get("/entities?limit=1000")).items)) await get(`/entities/${id}`);
    for (const id of ids((await get("/mental-models?detail=full&limit=1000")).items)) await get(`/mental-models/${id}/history`);
    const pages = (await get("/knowledge-base/tree")).roots as readonly { readonly id: string; readonly kind: string }[];
    for (const { id, kind } of pages) if (kind === "page") await get(`/knowledge-base/pages/${id}`);
    for (const path of ["/knowledge-base/export", "/knowledge-base/search?q=Delft", "/operations?limit=100", "/observations/scopes"])
      await get(path);
    for (const path of ["/llm-requests?limit=500", "/graph?limit=1000", "/entities/graph"]) await get(path);
    const audited = ids((await get("/audit-logs?limit=500")).items);
    expect(audited.length).toBeGreaterThan(2); // control: the calls of this history are in it
    for (const id of audited.slice(0, 10)) await get(`/audit-logs/${id}`); // the rows have been looked at in full
    for (const word of words) {
      const { body } = await bank.call("POST", "/memories/recall", {
        query: `What is said of Name${word} and ${word}?`,
        types: ["world", "experience", "observation"],
        budget: "high",
        include: { chunks: {}, entities: {}, source_facts: {} },
      });
      read.push(JSON.stringify(body.results), JSON.stringify([body.chunks, body.entities, body.source_facts]));
    }
    return read.join("\n");
  }

  /** A bank with a standing answer and a page that follow consolidations, and another model that is refreshed by hand. */
  async function learningBank(): Promise<StoryBank> {
    const bank = storyBank(server);
    const source_query = "What of Ann in Delft, the office dog Biscuit, and tea?";
    const trigger = { mode: "delta", refresh_after_consolidation: true };
    await bank.call("POST", "/mental-models", { id: "follows", name: "Ann", source_query, trigger });
    await bank.call("POST", "/mental-models", { id: "by-hand", name: "Asked", source_query, trigger: { mode: "full" } });
    expect((await bank.call("POST", "/knowledge-base/pages", { name: "Page", source_query, trigger })).status).toBe(201);
    return bank;
  }

  it.skipIf(!isThere)(
    "no row and no reply has a word of a lost document; those of the others are there",
    { timeout: 240_000 },
    async () => {
      let kept = 0;
      let learnt = 0;
      let told = 0;
      await fc.assert(
        fc.asyncProperty(history, async ({ steps, gone, isQuiet }) => {
          const bank = await learningBank();
          const now = new Map<string, readonly string[]>();
          const ever = new Map<string, string[]>();
          const write = async (
            document: (typeof DOCUMENTS)[number],
            shared: readonly number[],
            hasOwn: boolean,
            isAppend: boolean,
          ): Promise<void> => {
            const mark = markOf(document, (ever.get(document)?.length ?? 0) + 1);
            const own = hasOwn || shared.length === 0 ? [`The guest ${mark} drinks tea every morning.`] : [];
            await bank.retain([...own, ...shared.map((n) => SHARED[document][n] as string)].join("\n"), {
              document_id: document,
              ...(hasModel ? { context: `a letter about ${mark}` } : {}), // what has another context is not said again
              metadata: { note: mark },
              update_mode: isAppend ? "append" : "replace",
            });
            now.set(document, isAppend ? [...(now.get(document) ?? []), mark] : [mark]);
            ever.set(document, [...(ever.get(document) ?? []), mark]);
          };
          const lose = async (document: string): Promise<void> => {
            if (!now.has(document)) return;
            expect((await bank.deleteDocument(document)).status).toBe(200);
            now.delete(document);
          };
          await write("d0", [0], false, false);
          await write("d1", [0], false, false);
          await server.idle();
          for (const one of steps) {
            if (one.kind === "put") await write(one.document, one.shared, one.hasOwn, false);
            else if (one.kind === "append") await write(one.document, [], true, true);
            else if (one.kind === "refresh") await bank.call("POST", "/mental-models/by-hand/refresh", {});
            else if (one.kind === "settle") await server.idle();
            else if (one.kind === "reflect") await bank.call("POST", "/reflect", { query: "Where does Ann live?" });
            else if (one.kind === "delete") await lose(one.document);
          }
          if (isQuiet) await server.idle();
          const before = await tables.rows(bank.id);
          learnt += before.observation_source?.length ?? 0;
          told += before.mental_model_source?.length ?? 0;
          for (const document of gone) await lose(document);

          const words = [...ever].filter(([document]) => !now.has(document)).flatMap(([, marks]) => marks);
          const check = async (): Promise<void> => {
            const rows = Object.entries(await tables.rows(bank.id)).flatMap(([table, found]) => found.map((row) => `${table}: ${row}`));
            const guilty = rows.filter((row) => words.some((word) => row.includes(word)));
            expect(guilty.map((row) => row.slice(0, 400))).toEqual([]);
            const shown = await everythingShown(bank, words);
            expect(words.filter((word) => shown.includes(word))).toEqual([]);
            for (const marks of now.values()) for (const mark of marks) expect(shown).toContain(mark); // control
            kept += now.size;
          };
          if (isQuiet) await check(); // at once
          await server.idle();
          await check(); // and when all has been learnt anew
        }),
        { numRuns: RUNS },
      );
      expect(kept).toBeGreaterThan(0);
      expect(told).toBeGreaterThan(0); // control: there was something to unsay
      expect(learnt).toBeGreaterThan(0); // and to unlearn
    },
  );
});
