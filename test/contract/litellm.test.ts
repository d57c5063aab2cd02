// LiteLLM with the published wrapper against a real server: what was said in one conversation reaches the model in the next.

import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { pythonPrograms, runPython } from "../support/python.js";
import { openServer, type TestServer } from "../support/server.js";

const script = fileURLToPath(new URL("python-client/litellm_program.py", import.meta.url));

type Told = Readonly<Record<string, unknown>>;

describe.skipIf(pythonPrograms() === null)("LiteLLM with the published wrapper (needs `node scripts/test-python.mjs`)", () => {
  let server: TestServer;
  let model: ScriptedLlm;
  let told: ReadonlyMap<string, Told>;

  beforeAll(async () => {
    server = await openServer();
    model = await startScriptedLlm(() => ({ text: "Noted." }));
    const env = { BASE_URL: server.url, MODEL_URL: model.url, LITELLM_LOCAL_MODEL_COST_MAP: "True" };
    const { code, output } = await runPython("python", ["-W", "ignore", script], { env });
    expect(code, output).toBe(0);
    const lines = output.split("\n").filter((line) => line.startsWith('{"part"'));
    told = new Map(lines.map((line) => JSON.parse(line) as Told).map((line) => [String(line.part), line]));
  }, 180_000);
  afterAll(async () => {
    await server.close();
    await model.close();
  });

  /** What the model was told as the nth call. */
  const sent = (index: number): string => JSON.stringify(model.calls[index]?.body.messages);

  it("is told what an earlier conversation said, and only there", () => {
    expect(sent(0)).not.toContain("Relevant Memories");
    expect(sent(1)).toMatch(/Relevant Memories.*Bolt/s);
    expect(sent(2)).not.toContain("Bolt");
    expect(sent(5)).not.toContain("Bolt");
    expect([...told.keys()]).toEqual(["first", "second", "elsewhere", "reflected", "session", "without", "recalled", "reflection"]);
  });

  it("never passes the wrapper's own options to the model", () => {
    expect(JSON.stringify(model.calls.map(({ body }) => body))).not.toContain("hindsight_");
    expect(model.calls.length).toBe(6);
  });

  it("is told a reflection where one is asked for", () => {
    expect(sent(3)).toMatch(/cheese/);
  });

  it("reads and writes by itself", () => {
    expect(told.get("recalled")?.texts).toEqual(expect.arrayContaining([expect.stringContaining("three years")]));
    expect(told.get("reflection")?.text).toContain("three years");
  });

  it("keeps a session in one document", async () => {
    const documents = (await (await fetch(`${server.url}/v1/default/banks/litellm/documents`)).json()) as { items: { id: string }[] };
    expect(documents.items.map(({ id }) => id)).toContain("visit-1");
  });
});
