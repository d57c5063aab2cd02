// A caller corrects what was remembered: edits a fact, takes one out of use, puts it back. With a language model that repeats what it is shown, so that
// everything which is learnt has the words of the facts.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { creating, givenTo, isConsolidation, NOTHING } from "../support/consolidation.js";
import { openScriptedServer, type ScriptedServer } from "../support/scripted-server.js";
import type { TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";
import type { Tables } from "../support/tables.js";

/** Finds a fact in each line, the second caused by the first; believes what each fact says. */
function repeating(call: LlmCall): LlmReply {
  if (call.content !== "") {
    const facts = call.content.split("\n").map((what, place) => ({
      what,
      fact_type: "world",
      entities: what.match(/\b(?:Ann|Ben|Delft|Leiden)\b/gu) ?? [],
      causal_relations: place === 1 ? [{ target_index: 0, relation_type: "caused_by" }] : null,
    }));
    return { json: { facts } };
  }
  if (!isConsolidation(call)) return NOTHING;
  const { facts } = givenTo(call);
  return creating(`It is believed: ${facts.map(({ text }) => text).join(" ")}`, facts);
}

describe.each(["pglite", "postgres"] as const)("a fact is corrected, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let opened: ScriptedServer;
  let server: TestServer;
  let tables: Tables;
  beforeAll(async () => {
    if (!isThere) return;
    const env = { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true", HINDSIGHT_API_REFLECT_LLM_PROVIDER: "none" };
    opened = await openScriptedServer(repeating, engine, { env });
    ({ server, tables } = opened);
  });
  afterAll(() => opened?.close());

  const list = async (bank: StoryBank, query = "") => (await bank.get(`/memories/list?limit=100${query}`)).body.items as readonly Memory[];
  interface Memory {
    readonly id: string;
    readonly text: string;
    readonly fact_type: string;
    readonly state: string;
  }
  async function factOf(bank: StoryBank, words: string): Promise<string> {
    const found = (await list(bank)).find(({ text, fact_type }) => text.includes(words) && fact_type !== "observation");
    expect(found, `a fact with "${words}" among ${JSON.stringify((await list(bank)).map(({ text }) => text))}`).toBeDefined();
    return found?.id ?? "";
  }
  const patch = (bank: StoryBank, id: string, body: unknown) => bank.call("PATCH", `/memories/${id}`, body);
  /** Tables that hold `word`, but for what the caller retained. */
  async function derivedWith(bank: StoryBank, word: string): Promise<readonly string[]> {
    const own = ["document", "chunk", "memory_source", "llm_request", "operation"];
    return Object.entries(await tables.rows(bank.id)).flatMap(([table, rows]) =>
      !own.includes(table) && rows.some((row) => row.toLowerCase().includes(word)) ? [table] : [],
    );
  }

  it.skipIf(!isThere)("an edit is found by its new words, and the old ones leave all that was learnt", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    const trigger = { mode: "delta", refresh_after_consolidation: true };
    await bank.call("POST", "/mental-models", { id: "ann", name: "Ann", source_query: "Where does Ann live?", trigger });
    await bank.retain("Ann lives in Delft.\nAnn rows on the Schie.", { document_id: "a" });
    await bank.retain("Ann lives in Delft.", { document_id: "b" });
    await server.idle();
    await bank.call("POST", "/mental-models", { id: "asked", name: "Ann", source_query: "Where does Ann live?" });
    await server.idle();
    const id = await factOf(bank, "Delft");
    expect(await derivedWith(bank, "delft")).toEqual(expect.arrayContaining(["entity", "memory", "mental_model", "posting"])); // control
    const before = (await bank.get("/documents/b/history")).body.total;
    const old = (await tables.rows(bank.id)).document ?? [];

    const edited = await patch(bank, id, { text: "Ann lives in Leiden.", occurred_start: "2024-05-01", mentioned_at: null });

    expect([edited.status, edited.text]).toEqual([200, expect.anything()]);
    expect(edited.body).toMatchObject({
      id,
      text: "Ann lives in Leiden.",
      occurred_start: "2024-05-01T00:00:00+00:00",
      mentioned_at: null,
      source_count: 2,
    });
    expect(edited.body.entities).toEqual(["Ann", "Leiden"]);
    expect(edited.body.edited_at).not.toBeNull();
    expect((await tables.rows(bank.id)).document?.filter((row) => old.includes(row))).toEqual([]); // each has a new revision
    expect(await derivedWith(bank, "delft")).toEqual([]); // at once, also where only its caller refreshes an answer
    await server.idle();
    expect(await derivedWith(bank, "delft")).toEqual([]);
    expect((await list(bank, "&type=observation")).map(({ text }) => text).join()).toContain("Leiden");
    for (const model of ["ann", "asked"]) expect((await bank.get(`/mental-models/${model}`)).body.content).toContain("Leiden");
    expect((await bank.recallTexts("Where does Ann live? Leiden"))[0]).toContain("Leiden");
    expect((await bank.get("/stats")).body).toMatchObject({ pending_embeddings: 0, links_by_link_type: { caused_by: 1 } });
    for (const document of ["a", "b"]) {
      expect((await bank.get(`/documents/${document}/history`)).body.items).toContainEqual(
        expect.objectContaining({ kind: "fact_edited", fact_id: id }),
      );
    }
    expect((await bank.get("/documents/b/history")).body.total).toBeGreaterThan(before);

    await bank.retain("Ann lives in Delft.\nAnn rows on the Schie.", { document_id: "a" }); // said again as it was: the edit stays
    expect((await bank.get(`/memories/${id}`)).body.text).toBe("Ann lives in Leiden.");
    await bank.deleteDocument("a"); // and it outlives either document
    expect((await bank.get(`/memories/${id}`)).body).toMatchObject({
      text: "Ann lives in Leiden.",
      document_id: "b",
      entities: ["Ann", "Leiden"],
    });
    await bank.deleteDocument("b");
    expect((await bank.get(`/memories/${id}`)).status).toBe(404);
  });

  it.skipIf(!isThere)("a fact out of use is nowhere but where it is asked for, and comes back whole", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    await bank.call("POST", "/mental-models", { id: "ben", name: "Ben", source_query: "Where does Ben live?" });
    await bank.retain("Ben lives in Delft.\nBen rows on the Schie.", { document_id: "a", context: "a letter", tags: ["red"] });
    await bank.retain("Ben lives in Delft.", { document_id: "b", tags: ["red"] });
    await server.idle();
    const id = await factOf(bank, "Delft");
    const strip = ({ edited_at: _e, consolidated_at: _c, ...memory }: Record<string, unknown>) => memory;
    const whole = strip((await bank.get(`/memories/${id}`)).body);
    const found = await bank.recallTexts("Where does Ben live?");
    expect(found.join()).toContain("Delft");

    const out = await patch(bank, id, { state: "invalidated", reason: "He moved." });

    expect(out.body).toMatchObject({
      ...whole,
      state: "invalidated",
      invalidation_reason: "He moved.",
      invalidated_at: expect.any(String),
    });
    expect(await derivedWith(bank, "delft")).toEqual(["invalidated_memory", "invalidated_source"]); // at once
    expect((await patch(bank, id, { state: "invalidated" })).status).toBe(200); // is so already
    await server.idle();
    expect(await derivedWith(bank, "delft")).toEqual(["invalidated_memory", "invalidated_source"]);
    expect((await bank.recallTexts("Where does Ben live? Delft")).join()).not.toContain("Delft");
    expect((await list(bank)).map(({ text }) => text).join()).not.toContain("Delft");
    expect((await list(bank, "&state=valid")).map(({ text }) => text).join()).not.toContain("Delft");
    for (const query of ["", "&q=delft", "&document_id=b", "&tags=red&tags_match=exact", "&type=world", "&start_date=2020-01-01"])
      expect([query, (await list(bank, `&state=invalidated${query}`)).map((memory) => memory.id)]).toEqual([query, [id]]);
    for (const query of ["&q=leiden", "&document_id=c", "&tags=blue&tags_match=exact", "&type=experience", "&end_date=2020-01-01"])
      expect([query, await list(bank, `&state=invalidated${query}`)]).toEqual([query, []]);
    expect((await bank.get(`/memories/${id}/history`)).body).toEqual([]);

    const back = await patch(bank, id, { state: "valid" });

    expect(strip(back.body)).toEqual(whole);
    await server.idle();
    expect(await bank.recallTexts("Where does Ben live?")).toEqual(found);
    expect((await list(bank, "&type=observation")).map(({ text }) => text).join()).toContain("Delft");
    expect((await bank.get("/stats")).body).toMatchObject({ pending_embeddings: 0, links_by_link_type: { caused_by: 1 } });
    const kinds = (await bank.get("/documents/b/history")).body.items.map(({ kind }: { readonly kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["fact_restored", "fact_invalidated"]));
    expect(await list(bank, "&state=invalidated")).toEqual([]);
  });

  it.skipIf(!isThere)(
    "a fact out of use follows its documents, and is not brought back by saying it again",
    { timeout: 120_000 },
    async () => {
      const bank = storyBank(server);
      const [a, b] = ["Ann lives in Delft.\nAnn rows on the Schie.", "Ann is living in Delft."];
      await bank.retain(a, { document_id: "a", tags: ["red"], metadata: { note: "first" } });
      await bank.retain(b, { document_id: "b", tags: ["red"] });
      const [id, rows] = [await factOf(bank, "Delft"), await factOf(bank, "rows")];
      for (const each of [id, rows]) expect((await patch(bank, each, { state: "invalidated" })).status).toBe(200);
      const outOf = async (document: string) =>
        (await list(bank, `&state=invalidated&document_id=${document}`)).map((memory) => memory.text).sort();
      const texts = async () => (await list(bank, "&type=world")).map(({ text }) => text);
      expect(await outOf("a")).toEqual(a.split("\n"));

      await bank.retain(a, { document_id: "a", tags: ["red"], metadata: { note: "second" } });
      expect([await texts(), await outOf("a")]).toEqual([[], a.split("\n")]);
      expect((await bank.get(`/memories/${rows}`)).body.metadata).toEqual({ note: "second" });

      await bank.retain("Ann lives in Delft.\nAnn skates.", { document_id: "a", tags: ["red"] }); // another chunk: it is read anew
      expect(await outOf("b")).toEqual([b]); // where it stands still, in the words of the other
      expect((await bank.get(`/memories/${rows}`)).status).toBe(404);
      expect(await texts()).toContain("Ann skates.");

      await bank.call("PATCH", "/documents/b", { tags: ["blue"] });
      expect((await bank.get(`/memories/${id}`)).body).toMatchObject({ tags: ["blue"], source_count: 1, document_id: "b" });
      await patch(bank, id, { state: "valid" });
      expect((await bank.get(`/memories/${id}`)).body).toMatchObject({
        text: b,
        tags: ["blue"],
        source_count: 1,
        entities: ["Ann", "Delft"],
      });

      await patch(bank, id, { state: "invalidated" });
      await bank.deleteDocument("b");
      expect((await bank.get(`/memories/${id}`)).status).toBe(404);
      const skates = await factOf(bank, "skates");
      await patch(bank, skates, { state: "invalidated" });
      await bank.call("DELETE", "/memories?type=experience");
      expect(await outOf("a")).toEqual(["Ann skates."]); // of another kind
      await bank.call("DELETE", "/memories?type=world");
      expect(await outOf("a")).toEqual([]);
      expect((await tables.rows(bank.id)).invalidated_memory).toEqual([]);
    },
  );

  it.skipIf(!isThere)("what cannot be done is refused, and changes nothing", async () => {
    const bank = storyBank(server);
    await bank.retain("Ann lives in Delft.", { document_id: "a" });
    await server.idle();
    const id = await factOf(bank, "Delft");
    const belief = (await list(bank, "&type=observation"))[0]?.id ?? "";
    const rows = await tables.rows(bank.id);
    const refused: readonly (readonly [unknown, number])[] = [
      [{}, 422],
      [{ text: null }, 422],
      [{ state: "gone" }, 422],
      [{ fact_type: "observation" }, 422],
      [{ text: " " }, 400],
      [{ occurred_start: "soon" }, 400],
      [{ occurred_start: "2024-05-02", occurred_end: "2024-05-01" }, 400],
      [{ reason: "why" }, 400],
      [{ text: "x", nonsense: 1, state: 5 }, 422],
    ];
    for (const [body, status] of refused) expect([body, (await patch(bank, id, body)).status]).toEqual([body, status]);
    expect((await patch(bank, belief, { text: "x" })).status).toBe(400);
    expect((await patch(bank, "no-uuid", { text: "x" })).status).toBe(400);
    expect((await patch(bank, "00000000-0000-4000-8000-000000000000", { text: "x" })).status).toBe(404);
    expect((await patch(storyBank(server), id, { text: "x" })).status).toBe(404);
    const other = storyBank(server);
    await other.retain("Ben lives in Leiden.");
    expect((await patch(other, id, { text: "x" })).status).toBe(404); // another bank's
    expect((await patch(bank, id, { text: "Ann lives in Delft." })).status).toBe(200); // is so already
    expect((await tables.rows(bank.id)).memory).toEqual(rows.memory);
    await patch(bank, id, { state: "invalidated" });
    expect((await patch(bank, id, { text: "x" })).status).toBe(400);
    const both = await patch(bank, id, { text: "Ann lives in Leiden.", state: "valid" });
    expect(both.body).toMatchObject({ text: "Ann lives in Leiden.", state: "valid" });

    const rules = [
      { on: "github_token", action: "block" },
      { on: "email_address", action: "redact" },
    ];
    await bank.call("PATCH", "/config", { updates: { memory_defense: { enabled: true, rules } } });
    const blocked = await patch(bank, id, { text: `Ann's token is ghp_${"a1B2".repeat(9)}.` });
    expect([blocked.status, blocked.body.detail.violations]).toEqual([422, [expect.objectContaining({ detector: "github_token" })]]);
    expect((await patch(bank, id, { text: "Ann is ann@example.com." })).body.text).toBe("Ann is [REDACTED:email_address].");
  });
});
