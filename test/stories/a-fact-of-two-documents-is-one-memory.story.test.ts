import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { bankPath, openServer, type TestServer } from "../support/server.js";

describe("what a language model finds in two documents", () => {
  let llm: ScriptedLlm;
  let server: TestServer;
  beforeAll(async () => {
    llm = await startScriptedLlm((call) => ({
      json: {
        facts: call.content.split("\n").map((what, place) => ({
          what,
          when: "N/A",
          where: "N/A",
          who: "N/A",
          why: "N/A",
          fact_type: "world",
          entities: ["Ann"],
          causal_relations: place === 0 ? null : [{ target_index: 0, relation_type: "caused_by" }],
        })),
      },
    }));
    server = await openServer({ ...llm.env });
  });
  afterAll(async () => {
    await server.close();
    await llm.close();
  });

  it("is one memory with both sources, which the receipt and the memory show, and which outlives either document", async () => {
    const call = (method: string, path: string, body?: object) => server.call(method, bankPath("shared", path), body);
    const retain = (document_id: string, content: string, timestamp: string) =>
      call("POST", "/memories", { items: [{ content, document_id, timestamp }] });
    await retain("a", "Ann is living in Delft.", "2024-05-01T10:00:00Z");
    const { body } = await retain("b", "Ann lives in Delft.\nAnn rows on the Schie.", "2024-06-01T10:00:00Z");
    const [item] = body.receipt.items;
    expect(item).toMatchObject({ outcome: "stored", collapsed: 1 });
    expect(item.memory_ids).toHaveLength(2);
    const [id] = item.collapsed_into;
    expect(item.memory_ids).toContain(id);
    const memory = async () => (await call("GET", `/memories/${id}`)).body;
    expect(await memory()).toMatchObject({
      text: "Ann is living in Delft.",
      document_id: "a",
      mentioned_at: "2024-05-01T10:00:00+00:00",
      source_count: 2,
      sources: [
        { document_id: "a", chunk_id: "shared_a_0", mentioned_at: "2024-05-01T10:00:00+00:00" },
        { document_id: "b", chunk_id: "shared_b_0", mentioned_at: "2024-06-01T10:00:00+00:00" },
      ],
    });
    const listed = async (document: string) =>
      (await call("GET", `/memories/list?document_id=${document}`)).body.items.map((each: { text: string }) => each.text).sort();
    expect(await listed("b")).toEqual(["Ann is living in Delft.", "Ann rows on the Schie."]);
    expect((await call("GET", "/documents/b")).body.memory_unit_count).toBe(2);
    expect((await call("GET", "/documents/a")).body.memory_unit_count).toBe(1); // control

    await call("DELETE", "/documents/a");
    expect(await memory()).toMatchObject({ id, text: "Ann lives in Delft.", document_id: "b", source_count: 1 });
    const recalled = await call("POST", "/memories/recall", { query: "Where does Ann live?" });
    const texts = recalled.body.results.map((each: { text: string }) => each.text);
    expect(texts).toContain("Ann lives in Delft.");
    expect(texts).not.toContain("Ann is living in Delft.");
    await call("DELETE", "/documents/b");
    expect((await call("GET", `/memories/${id}`)).status).toBe(404);
    expect((await call("GET", "/entities")).body.items).toEqual([]);
  });
});
