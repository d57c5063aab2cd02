// Documents come into a bank that knows their names already, as entities or as aliases: whose each name is, whom each memory mentions, and what a split gives back.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { openServer, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";
import { exported, finished, sent } from "../support/transfer.js";

interface Entity {
  readonly id: string;
  readonly canonical_name: string;
  readonly mention_count: number;
}

describe.each(["pglite", "postgres"] as const)("names of an archive, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let server: TestServer;
  let merged: Uint8Array;
  let apart: Uint8Array;
  beforeAll(async () => {
    if (!isThere) return;
    server = await openServer({ HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks" }, engine); // a fact for each document, with the names that it is given
    const bank = storyBank(server);
    await put(bank, "a", "Rob paints the shed.", "Rob");
    await put(bank, "b", "Bobby bought a violin.", "Bobby");
    await put(bank, "c", "Rob and Bobby met in Delft.", "Rob", "Bobby", "Delft");
    apart = (await exported(server, bank.id)).bytes;
    await merge(bank, "Rob", "Bobby");
    merged = (await exported(server, bank.id)).bytes;
  });
  afterAll(() => server?.close());

  const put = (bank: StoryBank, document_id: string, content: string, ...names: readonly string[]) =>
    bank.retain(content, { document_id, entities: names.map((text) => ({ text })) });
  const entities = async (bank: StoryBank) => (await bank.get("/entities?limit=100")).body.items as readonly Entity[];
  const idOf = async (bank: StoryBank, name: string) => (await entities(bank)).find((one) => one.canonical_name === name)?.id ?? "";
  const post = async (bank: StoryBank, name: string, verb: string, body: unknown) =>
    expect((await bank.call("POST", `/entities/${await idOf(bank, name)}/${verb}`, body)).status).toBe(200);
  const merge = async (bank: StoryBank, into: string, other: string) =>
    post(bank, into, "merge", { entity_ids: [await idOf(bank, other)] });
  const split = (bank: StoryBank, name: string, alias: string) => post(bank, name, "split", { alias });
  /** Documents by the names that their memory mentions, with the count that the entity says. */
  async function named(bank: StoryBank): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    for (const { id, canonical_name, mention_count } of await entities(bank)) {
      const { items } = (await bank.get(`/memories/list?entity_id=${id}&limit=100`)).body;
      const documents = (items as readonly { readonly document_id: string }[]).map((one) => one.document_id).sort();
      const { aliases } = (await bank.get(`/entities/${id}`)).body;
      const also = (aliases as readonly { readonly name: string }[]).map(({ name }) => ` = ${name}`).join("");
      found[canonical_name + also] = documents.join("");
      expect([canonical_name, documents.length]).toEqual([canonical_name, mention_count]);
    }
    return found;
  }
  async function meeting(archive: Uint8Array, fill: (bank: StoryBank) => Promise<unknown>): Promise<StoryBank> {
    const bank = storyBank(server);
    await fill(bank);
    const done = await finished(server, bank.id, await sent(server, bank.id, archive, "/transfer/import?mode=merge"));
    expect([done.status, done.error_message]).toEqual(["completed", null]);
    return bank;
  }

  it.skipIf(!isThere)("the same alias of the same entity is one, and an alias that nobody knows comes along", async () => {
    const bank = await meeting(merged, async (own) => {
      await put(own, "x", "Bobby sold the violin.", "Bobby");
      await put(own, "y", "Rob sings.", "Rob");
      await merge(own, "Rob", "Bobby");
    });
    expect(await named(bank)).toEqual({ "Rob = Bobby": "abcxy", Delft: "c" });
    await split(bank, "Rob", "Bobby");
    expect(await named(bank)).toEqual({ Rob: "acy", Bobby: "bcx", Delft: "c" });

    const fresh = await meeting(merged, (own) => put(own, "y", "Rob sings.", "Rob"));
    expect(await named(fresh)).toEqual({ "Rob = Bobby": "abcy", Delft: "c" });
    await split(fresh, "Rob", "Bobby");
    expect(await named(fresh)).toEqual({ Rob: "acy", Bobby: "bc", Delft: "c" });
  });

  it.skipIf(!isThere)("the alias of the one is the name of the other, and the other way round", async () => {
    const bank = await meeting(merged, async (own) => {
      await put(own, "x", "Bobby sold the violin.", "Bobby");
      await put(own, "y", "Rob sings.", "Rob");
      await merge(own, "Bobby", "Rob");
    });
    expect(await named(bank)).toEqual({ "Bobby = Rob": "abcxy", Delft: "c" });
    await split(bank, "Bobby", "Rob");
    expect(await named(bank)).toEqual({ Rob: "acy", Bobby: "bcx", Delft: "c" });
  });

  it.skipIf(!isThere)("a name that the bank gives to another is that one's, as its alias or its own", async () => {
    const alias = await meeting(merged, async (own) => {
      await put(own, "x", "Robin cooks.", "Robin");
      await put(own, "y", "Bobby cooks too.", "Bobby");
      await merge(own, "Robin", "Bobby");
    });
    expect(await named(alias)).toEqual({ Rob: "ac", "Robin = Bobby": "bcxy", Delft: "c" });
    await split(alias, "Robin", "Bobby");
    expect(await named(alias)).toEqual({ Rob: "ac", Robin: "x", Bobby: "bcy", Delft: "c" });

    const own = await meeting(merged, (bank) => put(bank, "x", "Bobby cooks.", "Bobby"));
    expect(await named(own)).toEqual({ Rob: "ac", Bobby: "bcx", Delft: "c" });
  });

  it.skipIf(!isThere)("an entity that is an alias here takes its own aliases along", async () => {
    const bank = await meeting(merged, async (own) => {
      await put(own, "x", "Robert plays chess.", "Robert");
      await put(own, "y", "Rob sings.", "Rob");
      await merge(own, "Robert", "Rob");
    });
    expect(await named(bank)).toEqual({ "Robert = Bobby = Rob": "abcxy", Delft: "c" });
    await split(bank, "Robert", "Rob");
    expect(await named(bank)).toEqual({ Robert: "x", "Rob = Bobby": "abcy", Delft: "c" });
    await split(bank, "Rob", "Bobby");
    expect(await named(bank)).toEqual({ Robert: "x", Rob: "acy", Bobby: "bc", Delft: "c" });
  });

  it.skipIf(!isThere)(
    "two entities of the archive that are one here are mentioned once; a name of skipped documents alone stays out",
    async () => {
      const one = async (own: StoryBank) => {
        await put(own, "x", "Rob knows Bobby.", "Rob", "Bobby");
        await merge(own, "Rob", "Bobby");
      };
      const bank = await meeting(apart, one);
      expect(await named(bank)).toEqual({ "Rob = Bobby": "abcx", Delft: "c" });
      await split(bank, "Rob", "Bobby");
      expect(await named(bank)).toEqual({ Rob: "acx", Bobby: "bcx", Delft: "c" });

      const some = await meeting(merged, async (own) => {
        await put(own, "b", "This is another document.", "Delft");
        await put(own, "c", "And so is this.", "Delft");
      });
      expect(await named(some)).toEqual({ Rob: "a", Delft: "bc" });
    },
  );
});
