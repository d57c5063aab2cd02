import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { bankPath, openServer, type TestServer } from "../support/server.js";
import { story } from "../support/story.js";

const PATH = "/memories/dry-run-extract";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

story("a dry run without a language model shows what would be kept, and keeps nothing, not even the bank", async ({ bank }) => {
  const content = "Ann: I moved to Delft on 3 May 2024.\nBob: Nice, I row there every Sunday.";
  const run = await bank.call("POST", PATH, { content, timestamp: "2024-06-05T14:30:00+02:00" });
  expect(run.status).toBe(200);
  expect(run.body.chunks).toEqual([{ text: content, fact_count: 2 }]);
  expect(run.body.facts[0]).toMatchObject({
    text: "Ann: I moved to Delft on 3 May 2024.",
    fact_type: "world",
    occurred_start: "2024-05-02T22:00:00+00:00",
    chunk_index: 0,
    attachments: [],
  });
  expect(run.body.facts[0].entities).toEqual(expect.arrayContaining(["Ann", "Delft"]));
  expect(run.body.usage.total_tokens).toBe(0);
  expect((await bank.get("/stats")).status).toBe(404);

  // The control: a retain of the same makes the bank, and stores these very texts.
  await bank.retain(content);
  expect((await bank.get("/stats")).status).toBe(200);
  const stored = (await bank.get("/memories/list")).body.items.map((item: { text: string }) => item.text);
  expect(stored.sort()).toEqual(run.body.facts.map((fact: { text: string }) => fact.text).sort());
});

describe("with a language model", () => {
  let llm: ScriptedLlm;
  let server: TestServer;
  beforeAll(async () => {
    llm = await startScriptedLlm((call) => ({
      json: {
        facts: [
          {
            what: `Read: ${call.content.slice(0, 12)}`,
            when: "2023",
            who: "Ann",
            fact_type: "world",
            fact_kind: "event",
            occurred_start: "2023",
            entities: ["Ann"],
            labels: { mood: "GLAD" },
            attachments: [/hs-att:([0-9a-f]{12})/.exec(call.content)?.[1]],
          },
        ],
      },
    }));
    server = await openServer({ ...llm.env });
  });
  afterAll(async () => {
    await server.close();
    await llm.close();
  });
  const dryRun = (bank: string, body: object) => server.call("POST", bankPath(bank, PATH), body);
  /** Without the check at the server's start. */
  const extractions = () => llm.calls.filter(({ content }) => content !== "");
  const lastCall = () => extractions().at(-1);

  it("a dry run asks it once for each chunk, under the settings of the call, and writes nothing", async () => {
    const bank = `dry-${randomUUID()}`;
    const content = `${"The harbour was full. ".repeat(20)}\n\n${"Ann sailed at dawn. ".repeat(20)}`;
    const before = extractions().length;
    const run = await dryRun(bank, {
      content,
      retain_chunk_size: 500,
      retain_mission: "Boats only.",
      entity_labels: [{ key: "mood", values: [{ value: "glad" }] }],
      llm_output_language: "German",
      retain_extract_causal_links: false,
    });
    expect(run.status, run.text).toBe(200);
    expect(run.body.chunks.map((chunk: { text: string }) => chunk.text)).toEqual(content.split("\n\n").map((part) => part.trim()));
    expect(extractions().length - before).toBe(run.body.chunks.length);
    expect(run.body.facts.map((fact: { chunk_index: number }) => fact.chunk_index)).toEqual([0, 1]);
    expect(run.body.facts[0]).toMatchObject({
      text: "Read: The harbour | When: 2023 | Involving: Ann",
      fact_type: "world",
      occurred_start: "2023-01-01T00:00:00+00:00",
      occurred_end: "2023-12-31T23:59:59.999+00:00",
      entities: ["Ann", "mood:glad"],
    });
    expect(run.body.usage).toMatchObject({ input_tokens: 200, output_tokens: 40, total_tokens: 240 });
    expect(lastCall()?.user).toContain("Boats only.");
    expect(lastCall()?.system).toContain("German");
    expect(lastCall()?.system).not.toContain("causal_relations");
    expect((await server.call("GET", bankPath(bank, "/stats"))).status).toBe(404);
  });

  it("a bank's own settings hold where the call says nothing", async () => {
    const bank = `dry-${randomUUID()}`;
    await server.call("PATCH", bankPath(bank, "/config"), { updates: { retain_mission: "Recipes only." } });
    await dryRun(bank, { content: "Ann bakes." });
    expect(lastCall()?.user).toContain("Recipes only.");
    await dryRun(bank, { content: "Ann bakes.", retain_mission: "Boats only." });
    expect(lastCall()?.user).not.toContain("Recipes only.");
    expect((await server.call("GET", bankPath(bank, "/stats"))).body.total_documents).toBe(0);
  });

  it("images are named by their place among the blocks", async () => {
    const content = [
      { type: "text", text: "Look at Ann's boat:" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
    ];
    const run = await dryRun("dry-images", { content });
    expect(run.body.facts[0].attachments).toEqual([{ block_index: 1, type: "image", media_type: "image/png" }]);
  });

  it.each<[string, object, number]>([
    ["an unknown mode", { retain_extraction_mode: "guess" }, 400],
    ["a chunk of nothing", { retain_chunk_size: 0 }, 422],
    ["labels of an unknown type", { entity_labels: [{ key: "a", type: "number" }] }, 422],
    ["a label without a key", { entity_labels: [{}] }, 422],
    ["blank content", { content: " " }, 422],
    ["a date that is none", { timestamp: "yesterday" }, 422],
    ["no base64", { content: [{ type: "image", source: { media_type: "image/png", data: "*" } }] }, 400],
  ])("%s is refused", async (_, fields, status) => {
    const run = await dryRun("dry-bad", { content: "Ann bakes.", ...fields });
    expect([run.status, run.text]).toEqual([status, run.text]);
    expect(run.body.detail).toBeDefined();
  });
});

describe("switched off", () => {
  it("the route is not there", async () => {
    const server = await openServer({ HINDSIGHT_API_ENABLE_DRY_RUN_EXTRACT: "false" });
    try {
      const run = await server.call("POST", bankPath("any", PATH), { content: "Ann bakes." });
      expect(run.status).toBe(404);
      expect(run.body.detail).toContain("HINDSIGHT_API_ENABLE_DRY_RUN_EXTRACT");
    } finally {
      await server.close();
    }
  });
});
