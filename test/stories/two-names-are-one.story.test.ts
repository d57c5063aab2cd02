// Entities that a caller makes one and takes apart again: mentions, names, the graph arm, what is retained later, and what is deleted.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";
import { openServerWithTables, type Tables } from "../support/tables.js";

interface Entity {
  readonly id: string;
  readonly canonical_name: string;
  readonly mention_count: number;
  readonly aliases?: readonly { readonly name: string }[];
}

describe.each(["pglite", "postgres"] as const)("two names are one, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let server: TestServer;
  let tables: Tables;
  beforeAll(async () => {
    if (!isThere) return;
    // a fact for each document, with the names that it is given
    ({ server, tables } = await openServerWithTables({ HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks" }, engine));
  });
  afterAll(() => server?.close());

  const put = (bank: StoryBank, document_id: string, content: string, ...names: readonly string[]) =>
    bank.retain(content, { document_id, entities: names.map((text) => ({ text })) });
  const entities = async (bank: StoryBank) => (await bank.get("/entities?limit=100")).body.items as readonly Entity[];
  /** Mentions by name. */
  const counted = async (bank: StoryBank) =>
    Object.fromEntries((await entities(bank)).map(({ canonical_name, mention_count }) => [canonical_name, mention_count]));
  const idOf = async (bank: StoryBank, name: string) => (await entities(bank)).find((one) => one.canonical_name === name)?.id ?? "";
  const merge = (bank: StoryBank, into: string, ...ids: readonly string[]) =>
    bank.call("POST", `/entities/${into}/merge`, { entity_ids: ids });
  const split = (bank: StoryBank, id: string, body: unknown) => bank.call("POST", `/entities/${id}/split`, body);
  const namesIn = async (bank: StoryBank, document: string) =>
    ((await bank.get(`/memories/list?document_id=${document}`)).body.items as readonly { readonly entities: string }[])[0]?.entities;
  /** What the graph arm brings for a question about the shed. */
  async function related(bank: StoryBank): Promise<readonly string[]> {
    const { body } = await bank.call("POST", "/memories/recall", { query: "shed", budget: "high", trace: true });
    const traced = JSON.stringify(body.trace);
    expect(traced).toContain("graph");
    const arm = (
      body.trace.retrieval_results as readonly { readonly method_name: string; readonly results: readonly { readonly text: string }[] }[]
    ).filter(({ method_name }) => method_name === "graph");
    return arm.flatMap(({ results }) => results.map(({ text }) => text));
  }
  async function told(bank: StoryBank): Promise<void> {
    await put(bank, "a", "Rob paints the shed.", "Rob");
    await put(bank, "b", "Bobby bought a violin.", "Bobby");
    await put(bank, "c", "Rob and Bobby met in Delft.", "Rob", "Bobby", "Delft");
  }

  it.skipIf(!isThere)(
    "what mentions the one mentions the other, now and later, until they are taken apart",
    { timeout: 120_000 },
    async () => {
      const [bank, other] = [storyBank(server), storyBank(server)];
      for (const each of [bank, other]) await told(each);
      const beside = await tables.rows(other.id);
      const before = await entities(bank);
      const [rob, bobby] = [await idOf(bank, "Rob"), await idOf(bank, "Bobby")];
      expect((await related(bank)).join()).not.toContain("violin");

      const merged = await merge(bank, rob, bobby);

      expect([merged.status, merged.body]).toEqual([200, expect.objectContaining({ id: rob, canonical_name: "Rob", mention_count: 3 })]);
      expect(merged.body.aliases).toEqual([{ id: bobby, name: "Bobby", merged_at: expect.any(String) }]);
      expect((await bank.get(`/entities/${bobby}`)).status).toBe(404);
      expect((await bank.get(`/entities/${rob}`)).body.aliases).toEqual(merged.body.aliases);
      expect(await namesIn(bank, "b")).toBe("Rob");
      expect((await related(bank)).join()).toContain("violin");
      expect((await bank.get(`/memories/list?entity_id=${rob}`)).body.total).toBe(3);
      await put(bank, "d", "bobby sold the violin.", "bobby");
      expect(await counted(bank)).toEqual({ Rob: 4, Delft: 1 });
      const violin = (await bank.get("/memories/list?document_id=b")).body.items[0].id;
      await bank.call("PATCH", `/memories/${violin}`, { state: "invalidated" }); // out of use while they are taken apart
      expect((await bank.get(`/memories/list?state=invalidated&entity_id=${rob}`)).body.total).toBe(1);

      const apart = await split(bank, rob, { alias: "BOBBY" });

      expect(apart.body.entity).toMatchObject({ id: rob, mention_count: 2, aliases: [] });
      expect(apart.body.split).toMatchObject({ id: bobby, canonical_name: "Bobby", mention_count: 2 });
      await bank.call("PATCH", `/memories/${violin}`, { state: "valid" });
      expect([await namesIn(bank, "b"), await namesIn(bank, "c"), await namesIn(bank, "d")]).toEqual([
        "Bobby",
        "Bobby, Delft, Rob",
        "Bobby",
      ]);
      await bank.deleteDocument("d");
      expect(await entities(bank)).toEqual(before);
      expect((await related(bank)).join()).not.toContain("violin");
      expect(await tables.rows(other.id)).toEqual(beside);
    },
  );

  it.skipIf(!isThere)(
    "a memory that has both names counts once, whatever is said, said again, replaced or deleted",
    { timeout: 120_000 },
    async () => {
      const bank = storyBank(server);
      const met = (document: string, content = `Rob met Bobby ${document}.`) => put(bank, document, content, "Rob", "Bobby");
      await met("a");
      await met("b");
      const rob = await idOf(bank, "Rob");
      await merge(bank, rob, await idOf(bank, "Bobby"));
      const listed = async () => (await bank.get(`/memories/list?entity_id=${rob}`)).body.total as number;
      const step = async (memories: number) => expect([await listed(), await counted(bank)]).toEqual([memories, { Rob: memories }]);
      await met("c");
      await step(3);
      await met("c", "Bobby and Rob met again.");
      await step(3);
      await met("d", "Bobby and Rob met again."); // one more source of the same memory
      await step(await listed());
      await bank.deleteDocument("a");
      await step(await listed());
      await met("e");
      await step(await listed());
    },
  );

  it.skipIf(!isThere)("an entity takes its own aliases along, and memories go one by one", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    await told(bank);
    await put(bank, "e", "Robert plays chess.", "Robert");
    const id = { rob: await idOf(bank, "Rob"), bobby: await idOf(bank, "Bobby"), robert: await idOf(bank, "Robert") };
    await merge(bank, id.rob, id.bobby);
    await merge(bank, id.robert, id.rob);
    expect(await counted(bank)).toEqual({ Robert: 4, Delft: 1 });
    expect((await bank.get(`/entities/${id.robert}`)).body.aliases.map((one: { name: string }) => one.name)).toEqual(["Bobby", "Rob"]);
    const { body } = await split(bank, id.robert, { alias: id.rob });
    expect([body.entity.mention_count, body.split.mention_count, body.split.aliases.length]).toEqual([1, 3, 1]);
    await split(bank, id.rob, { alias: "Bobby" });
    expect(await counted(bank)).toEqual({ Rob: 2, Bobby: 2, Delft: 1, Robert: 1 });

    const shed = (await bank.get("/memories/list?document_id=a")).body.items[0].id;
    const moved = await split(bank, id.rob, { name: "Rob the painter", memory_ids: [shed] });
    expect(moved.body).toMatchObject({ entity: { mention_count: 1 }, split: { canonical_name: "Rob the painter", mention_count: 1 } });
    expect(await namesIn(bank, "a")).toBe("Rob the painter");
    await bank.call("PATCH", "/config", { updates: { memory_defense: { rules: [{ on: "email_address", action: "block" }] } } });
    const refused = await split(bank, moved.body.split.id, { name: "rob@example.com", memory_ids: [shed] });
    expect([refused.status, refused.body.detail?.violations?.[0]?.detector], refused.text).toEqual([422, "email_address"]);
    expect((await split(bank, moved.body.split.id, { name: "Rob", memory_ids: [shed] })).body).toMatchObject({
      entity: null,
      split: { id: id.rob },
    });
  });

  it.skipIf(!isThere)("a name whose memories are deleted is nowhere, also where it was the first", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    await told(bank);
    const [rob, bobby] = [await idOf(bank, "Rob"), await idOf(bank, "Bobby")];
    await merge(bank, rob, bobby);
    for (const document of ["a", "c"]) await bank.deleteDocument(document);
    expect((await bank.get(`/entities/${rob}`)).body).toMatchObject({ canonical_name: "Bobby", mention_count: 1, aliases: [] });
    expect(JSON.stringify(await tables.rows(bank.id)).toLowerCase()).not.toMatch(/\brob\b/u);
    await put(bank, "f", "Rob is back.", "Rob");
    expect(await counted(bank)).toEqual({ Bobby: 1, Rob: 1 });
    await merge(bank, rob, await idOf(bank, "Rob"));
    await bank.deleteDocument("f");
    expect((await bank.get(`/entities/${rob}`)).body.aliases).toEqual([]);
    await bank.deleteDocument("b");
    expect(await entities(bank)).toEqual([]);
    for (const table of ["entity_alias", "alias_mention"]) expect((await tables.rows(bank.id))[table]).toEqual([]);
  });

  it.skipIf(!isThere)(
    "a memory comes back with its name also where its entity is called otherwise since",
    { timeout: 120_000 },
    async () => {
      const bank = storyBank(server);
      await told(bank);
      await put(bank, "e", "Rob sings.", "Rob");
      const [rob, bobby, delft] = [await idOf(bank, "Rob"), await idOf(bank, "Bobby"), await idOf(bank, "Delft")];
      await merge(bank, rob, bobby);
      const facts = await Promise.all(
        ["a", "c", "e"].map(async (one) => (await bank.get(`/memories/list?document_id=${one}`)).body.items[0].id),
      );
      const set = (id: string, state: string) => bank.call("PATCH", `/memories/${id}`, { state });
      for (const id of facts) await set(id, "invalidated");
      expect(await counted(bank)).toEqual({ Bobby: 1 });

      expect((await set(facts[0], "valid")).status).toBe(200);
      expect(await counted(bank)).toEqual({ Bobby: 1, Rob: 1 });
      await bank.deleteDocument("a");
      await put(bank, "f", "Delft is old.", "Delft");
      const place = await idOf(bank, "Delft");
      expect(place).not.toBe(delft);
      await merge(bank, place, rob); // an alias by that id, with the other name
      for (const id of facts.slice(1)) expect((await set(id, "valid")).status).toBe(200);
      expect(await counted(bank)).toEqual({ Delft: 3, Rob: 2 });
      expect((await split(bank, place, { alias: "Bobby" })).body.split).toMatchObject({ id: rob, mention_count: 2 });
      expect(await counted(bank)).toEqual({ Bobby: 2, Delft: 2, Rob: 2 });
    },
  );

  it.skipIf(!isThere)("what cannot be done is refused", async () => {
    const [bank, other] = [storyBank(server), storyBank(server)];
    for (const each of [bank, other]) await told(each);
    const [rob, bobby, theirs] = [await idOf(bank, "Rob"), await idOf(bank, "Bobby"), await idOf(other, "Bobby")];
    const foreign = (await other.get("/memories/list")).body.items[0].id;
    const nobody = "00000000-0000-4000-8000-000000000000";
    const rows = await tables.rows(bank.id);
    const asked: readonly (readonly [string, unknown, number])[] = [
      [`${rob}/merge`, { entity_ids: [rob] }, 400],
      [`${rob}/merge`, { entity_ids: [theirs] }, 404],
      [`${theirs}/merge`, { entity_ids: [rob] }, 404],
      [`${rob}/merge`, { entity_ids: [bobby, nobody] }, 404],
      [`${rob}/merge`, { entity_ids: [] }, 422],
      [`${rob}/merge`, { entity_ids: ["x"] }, 400],
      ["x/merge", { entity_ids: [bobby] }, 400],
      [`${rob}/split`, { alias: "Bobby" }, 404],
      [`${theirs}/split`, { alias: "Bobby" }, 404],
      [`${rob}/split`, {}, 422],
      [`${rob}/split`, { alias: "a", name: "b", memory_ids: [nobody] }, 422],
      [`${rob}/split`, { name: "b", memory_ids: [foreign] }, 400],
      [`${rob}/split`, { name: " ", memory_ids: [nobody] }, 400],
      [`${rob}/split`, { name: "rob", memory_ids: [nobody] }, 400],
    ];
    for (const [path, body, status] of asked) {
      expect([path, body, (await bank.call("POST", `/entities/${path}`, body)).status]).toEqual([path, body, status]);
    }
    const { bank: _times, ...left } = await tables.rows(bank.id);
    const { bank: _before, ...there } = rows;
    expect(left).toEqual(there);
  });
});
