// The preview of prompts over HTTP: what a person sees of them, and what they can change.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { bankPath, openServer, type Reply, type TestServer } from "../support/server.js";
import { type StoryBank, story } from "../support/story.js";

interface Block {
  readonly text: string;
  readonly section: string;
  readonly active: boolean;
}

const preview = (bank: StoryBank, body: unknown): Promise<Reply> => bank.call("POST", "/prompts/preview", body);

function block({ body }: Reply, role: string, section: string): Block | undefined {
  const message = (body.messages as readonly { readonly role: string; readonly blocks: readonly Block[] }[]).find(
    (one) => one.role === role,
  );
  return message?.blocks.find((one) => one.section === section);
}

story("each part of a prompt says whose words it is and which setting changes it, and changes with that setting", async ({ bank }) => {
  await bank.call("PUT", "", { name: "Iris" });
  const before = await preview(bank, {}); // retain, when nothing is said
  expect(before.status, before.text).toBe(200);
  expect(before.body).toMatchObject({ strategy: null, strategies: [], skipped_reason: expect.stringContaining("No language model") });
  expect(before.body.response_schema.required).toEqual(["facts"]);
  expect(block(before, "user", "mission")).toEqual({
    text: "",
    source: "config",
    field: "retain_mission",
    section: "mission",
    heading: "Mission",
    active: false,
    value: null,
    kind: "text",
    choices: null,
    editable: true,
  });
  expect(block(before, "user", "text")).toMatchObject({ text: "{text}", source: "builtin", field: "", editable: false });
  expect(block(before, "user", "narrator")).toMatchObject({ field: "name", value: "Iris", active: true, editable: false });
  expect(block(before, "system", "task")).toMatchObject({ field: "retain_extraction_mode", value: "concise", kind: "choice" });
  expect(block(before, "system", "causes")).toMatchObject({ active: true, value: "true", kind: "boolean" });
  expect(before.body.run_settings).toContainEqual({ field: "retain_chunk_size", value: "3000", kind: "text", editable: true });
  expect(before.body.run_settings).toContainEqual({ field: "retain_batch_enabled", value: "false", kind: "boolean", editable: false });

  const updates = { retain_mission: "What broke.", retain_extract_causal_links: false, retain_extraction_mode: "verbose" };
  await bank.call("PATCH", "/config", { updates });
  const after = await preview(bank, { operation: "retain" });
  expect(block(after, "user", "mission")).toMatchObject({
    active: true,
    value: "What broke.",
    text: expect.stringContaining("What broke."),
  });
  expect(block(after, "system", "causes")).toMatchObject({ active: false, value: "false", text: expect.stringContaining("# Causes") });
  expect(block(after, "system", "examples")).toMatchObject({ active: false, value: "verbose" });
  expect(block(before, "system", "selection")?.text).not.toBe(block(after, "system", "selection")?.text);
});

story("a prompt of consolidation and one of reflection are shown as well; what switches them off is told", async ({ bank }) => {
  await bank.call("PUT", "", { name: "Iris" });
  await bank.call("POST", "/directives", { name: "Tone", content: "Be brief." });
  const updates = { observations_mission: "Habits.", reflect_mission: "A waiter.", disposition_skepticism: 4 };
  await bank.call("PATCH", "/config", { updates });
  const consolidation = await preview(bank, { operation: "consolidation", strategy: "none such" });
  expect(consolidation.body).toMatchObject({
    strategy: null,
    strategies: [],
    response_schema: { required: ["creates", "updates", "deletes"] },
  });
  expect(block(consolidation, "user", "mission")).toMatchObject({ field: "observations_mission", value: "Habits.", source: "config" });
  expect(block(consolidation, "user", "facts")?.text).toContain("{facts}");
  const reflection = await preview(bank, { operation: "reflect" });
  expect(reflection.body.response_schema).toBeNull();
  expect(block(reflection, "user", "question")?.text).toBe("{question}");
  expect(block(reflection, "system", "directives")).toMatchObject({ field: "directives", kind: "complex", editable: false, active: true });
  expect(block(reflection, "system", "directives")?.text).toContain("**Tone**: Be brief.");
  expect(block(reflection, "system", "skepticism")).toMatchObject({ value: "4", kind: "choice", choices: ["1", "2", "3", "4", "5"] });
  expect(block(reflection, "system", "empathy")).toMatchObject({
    value: null,
    active: true,
    text: expect.stringMatching(/^empathy 3 of 5/),
  });

  await bank.call("PATCH", "/config", { updates: { enable_observations: false, retain_extraction_mode: "chunks" } });
  expect((await preview(bank, { operation: "consolidation" })).body.skipped_reason).toContain("enable_observations");
  expect((await preview(bank, {})).body).toMatchObject({
    messages: [],
    response_schema: null,
    skipped_reason: expect.stringContaining("chunks"),
  });
});

story("a bank that is not there is told so and not made, and an odd request is refused", async ({ bank, newBank }) => {
  await bank.call("PUT", "", {});
  for (const operation of ["retain", "consolidation", "reflect"]) {
    const nowhere = newBank();
    const none = await preview(nowhere, { operation });
    expect([none.status, none.body]).toEqual([404, { detail: `Bank '${nowhere.id}' not found` }]);
    expect((await nowhere.get("/stats")).status).toBe(404);
  }
  for (const body of [{ operation: "recall" }, { operation: null }, { operation: 5 }, { strategy: 5 }, [], "{", undefined])
    expect((await preview(bank, body)).status, JSON.stringify(body)).toBe(422);
  expect((await preview(bank, { strategy: null })).status).toBe(200);
  expect((await bank.call("GET", "/prompts/preview")).status).toBe(405);
});

describe("with a language model", () => {
  let llm: ScriptedLlm;
  let server: TestServer;
  beforeAll(async () => {
    llm = await startScriptedLlm(() => ({ json: { facts: [] } }));
    server = await openServer({ ...llm.env, HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true" });
  });
  afterAll(async () => {
    await server.close();
    await llm.close();
  });

  it("previews ask it nothing, cost nothing and leave no operation; what is sent then is what was shown", async () => {
    await server.call("PUT", bankPath("shown"), { mission: "A waiter." });
    for (const operation of ["retain", "consolidation", "reflect"]) {
      const { body } = await server.call("POST", bankPath("shown", "/prompts/preview"), { operation });
      expect(body).toMatchObject({ skipped_reason: null });
      expect(body.run_settings).toContainEqual({ field: "llm_model", value: "scripted-1", kind: "text", editable: false });
    }
    expect(llm.calls).toEqual([]);
    expect((await server.call("GET", bankPath("shown", "/llm-requests"))).body.total).toBe(0);
    expect((await server.call("GET", bankPath("shown", "/operations"))).body.total).toBe(0);
    const shown = await server.call("POST", bankPath("shown", "/prompts/preview"), {});
    const system = (shown.body.messages[0].blocks as readonly Block[]).filter(({ active }) => active).map(({ text }) => text);
    await server.retain("shown", [{ content: "{text}" }]);
    expect(llm.calls.map((call) => call.system)).toEqual([system.join("")]);
  });
});
