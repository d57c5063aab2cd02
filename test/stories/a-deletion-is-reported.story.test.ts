// What a deletion says that it took, against the rows that are there before and after: on every route that deletes memories.
// Who does not ask for the report gets the contract's reply and not a field more; where nothing learnt goes there is no report.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../packages/engine/src/store/db.js";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { creating, givenTo, isConsolidation } from "../support/consolidation.js";
import { openScriptedServer, type ScriptedServer } from "../support/scripted-server.js";
import type { TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";
import type { Tables } from "../support/tables.js";

interface Counts {
  readonly memories: number;
  readonly observations: number;
  readonly entities: number;
  readonly links: number;
  readonly vectors: number;
  /** Facts that wait to be consolidated. */
  readonly waiting: number;
  /** Refreshes of mental models, whatever became of them. */
  readonly refreshes: number;
}

const NOTHING: Counts = { memories: 0, observations: 0, entities: 0, links: 0, vectors: 0, waiting: 0, refreshes: 0 };

async function count({ db }: Tables, key: number): Promise<Counts> {
  const { rows } = await db.query<Counts>(sql`SELECT
    (SELECT count(*) FROM memory WHERE bank_id = ${key} AND kind <> 'observation')::integer AS memories,
    (SELECT count(*) FROM memory WHERE bank_id = ${key} AND kind = 'observation')::integer AS observations,
    (SELECT count(*) FROM entity WHERE bank_id = ${key})::integer AS entities,
    (SELECT count(*) FROM link WHERE bank_id = ${key})::integer AS links,
    (SELECT count(*) FROM memory_vector WHERE bank_id = ${key})::integer AS vectors,
    (SELECT count(*) FROM memory WHERE bank_id = ${key} AND kind <> 'observation' AND consolidated_at IS NULL)::integer AS waiting,
    (SELECT count(*) FROM operation WHERE bank_id = ${key} AND type = 'refresh_mental_model')::integer AS refreshes`);
  return rows[0] as Counts;
}

interface Case {
  readonly name: string;
  /** The route, in the bank that `learntBank` makes; `fact` is a memory of the letter. */
  readonly route: (fact: string) => string;
  /** The contract's reply, whole. */
  readonly reply: (took: Counts, bankId: string) => Readonly<Record<string, unknown>>;
  /** What has to be among what it took, so that zeros prove nothing. */
  readonly takes: Partial<Counts>;
}

const said = (deleted: number, message: string) => ({ success: true, message, deleted_count: deleted });
const both = ({ memories, observations }: Counts): number => memories + observations;

const CASES: readonly Case[] = [
  {
    name: "a document",
    route: () => "/documents/letter",
    reply: ({ memories }) => ({
      success: true,
      message: `Document 'letter' and ${memories} memories deleted`,
      document_id: "letter",
      memory_units_deleted: memories,
    }),
    takes: { memories: 2, observations: 1, entities: 1, links: 2, vectors: 3, waiting: 1, refreshes: 1 },
  },
  {
    name: "the observations of a fact",
    route: (fact) => `/memories/${fact}/observations`,
    reply: ({ observations }) => ({ deleted_count: observations }),
    takes: { memories: 0, observations: 1, links: 0, vectors: 1, waiting: 3, refreshes: 1 },
  },
  {
    name: "all observations",
    route: () => "/observations",
    reply: ({ observations }) => said(observations, `${observations} observations deleted`),
    takes: { memories: 0, observations: 2, vectors: 2, waiting: 4, refreshes: 1 },
  },
  {
    name: "all memories of a kind",
    route: () => "/memories?type=world",
    reply: (took) => said(both(took), `${both(took)} memories deleted`),
    takes: { memories: 4, observations: 2, links: 3, vectors: 6, refreshes: 1 },
  },
  {
    name: "all memories",
    route: () => "/memories",
    reply: (took) => said(both(took), `${both(took)} memories deleted`),
    takes: { memories: 4, observations: 2, links: 3, vectors: 6, refreshes: 1 },
  },
  {
    name: "a bank",
    route: () => "",
    reply: (took, bankId) => said(both(took), `Bank '${bankId}' and ${both(took)} memories deleted`),
    takes: { memories: 4, observations: 2, links: 3, vectors: 6 },
  },
];

const asked = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}report=true`;

describe.each(["pglite", "postgres"] as const)("a deletion is reported, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let opened: ScriptedServer;
  let server: TestServer;
  let tables: Tables;

  beforeAll(async () => {
    if (!isThere) return;
    const believe = (call: LlmCall): LlmReply => {
      if (!isConsolidation(call)) return { json: { action: "keep", text: "", reason: "two" } };
      const { facts } = givenTo(call);
      return creating(`It is believed: ${facts.map(({ text }) => text).join(" ")}`, facts);
    };
    opened = await openScriptedServer(believe, engine, { asked: "consolidation" });
    ({ server, tables } = opened);
  });
  afterAll(() => opened?.close());

  /** Two facts of a letter and one of a note behind one belief, a fact of its own behind another, and a standing answer that has read them. */
  async function learntBank(): Promise<{ readonly bank: StoryBank; readonly fact: string; readonly key: number }> {
    const bank = storyBank(server);
    const at = "2026-03-01T12:00:00Z";
    await bank.retain("Ann Moreau lives in a small house in Delft.", { document_id: "letter", timestamp: at });
    await bank.retain("Every morning Ann Moreau drinks a pot of green tea.", {
      document_id: "letter",
      update_mode: "append",
      timestamp: at,
    });
    await bank.retain("In May Ann Moreau met Bob Tanaka at the station of Leiden.", { document_id: "note", timestamp: at });
    await bank.retain("The ferry of Cas Visser leaves the harbour at nine every day.", {
      document_id: "other",
      tags: ["ferry"],
      timestamp: at,
    });
    await server.idle();
    await bank.call("POST", "/consolidate", {});
    await server.idle();
    await bank.call("POST", "/mental-models", {
      id: "ann",
      name: "Ann",
      source_query: "Where does Ann Moreau live, and what does she drink?",
    });
    await server.idle();
    expect((await bank.get("/mental-models/ann")).body.content).toContain("Delft"); // control: it has read them
    const { items } = (await bank.get("/memories/list?type=world&limit=10")).body;
    const fact = items.find(({ text }: { readonly text: string }) => text.includes("Delft")).id as string;
    const key = await tables.key(bank.id);
    // A reader of causes would link them; this one reads without a language model.
    await tables.db.query(sql`INSERT INTO link (bank_id, from_no, to_no, kind, weight) VALUES
      (${key}, 1, 2, 'causes', 1), (${key}, 2, 3, 'causes', 1), (${key}, 4, 3, 'enables', 1)`);
    return { bank, fact, key };
  }

  /** What is gone, and what was set going, by the tables. */
  async function tookBy(key: number, work: () => Promise<void>): Promise<Counts> {
    const before = await count(tables, key);
    await work();
    const after = await count(tables, key);
    return {
      memories: before.memories - after.memories,
      observations: before.observations - after.observations,
      entities: before.entities - after.entities,
      links: before.links - after.links,
      vectors: before.vectors - after.vectors,
      waiting: after.waiting - before.waiting,
      refreshes: Math.max(0, after.refreshes - before.refreshes),
    };
  }

  it.skipIf(!isThere).each(CASES)("of $name: the counts are those of the tables", { timeout: 120_000 }, async ({ route, reply, takes }) => {
    const { bank, fact, key } = await learntBank();
    const path = route(fact);
    let body: Readonly<Record<string, unknown>> = {};
    const took = await tookBy(key, async () => {
      ({ body } = await bank.call("DELETE", asked(path)));
    });
    expect(took).toMatchObject(takes);
    const { waiting, refreshes, ...gone } = took;
    const isBank = path === "";
    const report = { ...gone, requeued: waiting, model_refreshes: isBank ? 0 : refreshes };
    expect(body).toEqual({ ...reply(took, bank.id), report });
  });

  it.skipIf(!isThere).each(CASES)(
    "of $name: without a word the reply is the contract's, field for field",
    { timeout: 120_000 },
    async (one) => {
      const { bank, fact, key } = await learntBank();
      let body: unknown;
      const took = await tookBy(key, async () => {
        ({ body } = await bank.call("DELETE", one.route(fact)));
      });
      expect(took).toMatchObject(one.takes); // it deletes the same
      expect(body).toEqual(one.reply(took, bank.id));
      const none = await bank.call("DELETE", `${one.route(fact)}${one.route(fact).includes("?") ? "&" : "?"}report=false`);
      expect(none.body).not.toHaveProperty("report");
    },
  );

  it.skipIf(!isThere)("a bank that is not there has nothing to lose, and says so in the report too", async () => {
    const bank = storyBank(server);
    const zeros = { memories: 0, observations: 0, entities: 0, links: 0, vectors: 0, requeued: 0, model_refreshes: 0 };
    for (const path of ["", "/memories"]) {
      expect([path, (await bank.call("DELETE", asked(path))).body]).toMatchObject([
        path,
        { success: true, deleted_count: 0, report: zeros },
      ]);
    }
    expect((await bank.call("DELETE", asked("/documents/letter"))).status).toBe(404);
    expect((await bank.call("DELETE", asked("/observations"))).status).toBe(404);
  });

  it.skipIf(!isThere)("models, pages and directives take no memory with them: their replies are the contract's, asked or not", async () => {
    const { bank, key } = await learntBank();
    const folder = (await bank.call("POST", "/knowledge-base/folders", { name: "Folder" })).body.id;
    const page = (await bank.call("POST", "/knowledge-base/pages", { name: "Page", parent_id: folder, source_query: "Who is Ann?" })).body;
    const rule = (await bank.call("POST", "/directives", { name: "rule", content: "Be brief." })).body.id;
    await server.idle();
    const took = await tookBy(key, async () => {
      for (const path of [
        "/mental-models/ann",
        `/knowledge-base/nodes/${page.page_id}`,
        `/knowledge-base/nodes/${folder}`,
        `/directives/${rule}`,
      ]) {
        expect([path, (await bank.call("DELETE", asked(path))).body]).toEqual([path, { status: "deleted" }]);
      }
    });
    expect(took).toEqual(NOTHING);
  });
});
