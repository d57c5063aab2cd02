import { expect } from "vitest";
import { openServer } from "../support/server.js";
import { type StoryBank, story, storyBank } from "../support/story.js";
import { exported, finished, sent } from "../support/transfer.js";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A bank with a bit of everything. */
async function fill(bank: StoryBank): Promise<void> {
  await bank.call("PATCH", "/config", { updates: { reflect_mission: "Keep the diary.", retain_chunk_size: 700 } });
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } };
  await bank.retain("", {
    content: [{ type: "text", text: "Ann moved to Delft on 3 May 2024. Ben rows on Sundays. " }, image],
    document_id: "diary/1",
    tags: ["home"],
    metadata: { source: "paper" },
    context: "a diary",
    timestamp: "2024-05-04T10:00:00+02:00",
  });
  await bank.retain("Cas repairs clocks in Ghent. 安娜在北京工作。", { document_id: "notes", tags: ["work"] });
  await bank.retain("Loose words about a tulip.");
  await bank.call("POST", "/directives", { name: "Brief", content: "One sentence.", tags: ["home"] });
  await bank.call("POST", "/webhooks", {
    url: "https://example.com/hook",
    secret: "hush-hush",
    http_config: { headers: { "X-Key": "k-1234" } },
  });
  const folder = (await bank.call("POST", "/knowledge-base/folders", { name: "People" })).body.id;
  await bank.call("POST", "/knowledge-base/pages", { name: "Ann", source_query: "Where does Ann live?", parent_id: folder });
}

const QUERIES = ["Where did Ann move?", "Who rows?", "clocks in Ghent", "安娜在哪里工作", "tulip"];

/** All that a reader sees of a bank, without ids that a copy has anew, and moments. */
async function seen(bank: StoryBank): Promise<unknown> {
  const listed = (await bank.get("/memories/list?limit=100")).body.items as readonly Record<string, unknown>[];
  const recalled = [];
  for (const query of QUERIES) recalled.push(await bank.recallTexts(query));
  const models = (await bank.get("/mental-models?detail=content")).body.items as readonly Record<string, unknown>[];
  const entities = (await bank.get("/entities")).body.items as readonly Record<string, unknown>[];
  const { total_nodes, total_documents, links_by_link_type, nodes_by_fact_type } = (await bank.get("/stats")).body;
  return {
    recalled,
    stats: { total_nodes, total_documents, links_by_link_type, nodes_by_fact_type },
    memories: listed.map(({ id: _id, chunk_id: _chunk, ...rest }) => rest).sort((a, b) => (String(a.text) < String(b.text) ? -1 : 1)),
    documents: (await bank.get("/documents/diary/1")).body.original_text,
    chunks: (await bank.get("/documents/notes/chunks")).body.items.map((chunk: { chunk_text: string }) => chunk.chunk_text),
    entities: entities.map(({ canonical_name, mention_count }) => [canonical_name, mention_count]).sort(),
    models: models.map(({ id, name, content }) => [id, name, content]),
    tree: (await bank.get("/knowledge-base/tree")).body.roots.map(({ name, children }: { name: string; children: { name: string }[] }) => [
      name,
      children.map((child) => child.name),
    ]),
    template: (await bank.get("/export")).body,
  };
}

story(
  "a bank is cloned, and exported to another server, whole, with nothing secret and no fact embedded again",
  async ({ server, bank, newBank }) => {
    await fill(bank);
    await server.idle();
    const before = await seen(bank);
    expect(JSON.stringify(before)).toContain("Ann moved to Delft"); // control: there is something to compare

    const copy = newBank();
    const clone = await finished(server, bank.id, await bank.call("POST", `/clone?target_bank_id=${copy.id}`));
    expect(clone).toMatchObject({ status: "completed", operation_type: "clone_bank" });
    expect(clone.result_metadata).toMatchObject({
      target_bank_id: copy.id,
      documents_imported: 3,
      directives_imported: 1,
      webhooks_imported: 1,
      attachments_imported: 1,
      mental_models_imported: 1,
      knowledge_pages_imported: 2,
      archive_byte_size: expect.any(Number),
    });
    expect(await seen(copy)).toEqual(before);
    const [hook] = (await copy.get("/webhooks")).body.items;
    expect(hook).toMatchObject({ url: "https://example.com/hook", enabled: false });
    const ids = async (one: StoryBank): Promise<readonly string[]> =>
      (await one.get("/memories/list?limit=100")).body.items.map(({ id }: { id: string }) => id);
    const theirs = new Set(await ids(bank));
    expect((await ids(copy)).filter((id) => theirs.has(id))).toEqual([]);
    const taken = await bank.call("POST", `/clone?target_bank_id=${copy.id}`);
    expect([taken.status, taken.body.detail]).toEqual([400, expect.stringContaining("already")]);

    const { bytes, operation } = await exported(server, bank.id);
    expect(operation.result_metadata).toMatchObject({ filename: `${bank.id}-bank.zip`, byte_size: bytes.byteLength });
    expect(Buffer.from(bytes).includes("hush-hush")).toBe(false);

    // Another server: what it makes of the archive is the same, on the embedded database too.
    const other = await openServer({}, "pglite");
    try {
      const there = storyBank(other, "arrived");
      const restored = await finished(other, "arrived", await sent(other, "arrived", bytes, "/transfer/import?target_bank_id=arrived"));
      expect(restored).toMatchObject({
        status: "completed",
        operation_type: "import_bank",
        result_metadata: { target_bank_id: "arrived" },
      });
      expect(await seen(there)).toEqual(before);
      const attachment = (await there.get("/documents/diary/1")).body.attachments[0];
      expect(Buffer.from(await (await fetch(other.url + attachment.url)).arrayBuffer()).toString("base64")).toBe(PIXEL);
      const again = await sent(other, "arrived", bytes, "/transfer/import?target_bank_id=arrived");
      expect([again.status, again.body.detail]).toEqual([400, expect.stringContaining("already")]);
      // The copy lives on its own.
      await there.deleteDocument("notes");
      expect(await there.recallTexts("clocks in Ghent")).not.toContain("Cas repairs clocks in Ghent.");
    } finally {
      await other.close();
    }
    expect(await seen(bank)).toEqual(before);
  },
  60_000,
);
