// The preview of a prompt against the prompt: what a scripted model really receives, byte for byte.

import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Hindsight, openHindsight, type PromptPreview } from "../../src/index.js";
import { freshDataDir, freshPostgres, testPostgresUrl } from "../support/database.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../support/scripted-llm.js";
import "../support/one-encoder.js";

const NOW = new Date("2026-03-04T05:06:07Z");
const NEVER_MIND = { text: null, facts: [] } as const;

/** The messages that the active blocks come to, by role. */
function joined({ messages }: PromptPreview): Readonly<Record<string, string>> {
  return Object.fromEntries(
    messages.map(({ role, blocks }) => [
      role,
      blocks
        .filter(({ active }) => active)
        .map(({ text }) => text)
        .join(""),
    ]),
  );
}

/** Searches as it is told to, then ends; reads nothing out of a text but one fact; believes nothing. */
function reply({ body, user }: LlmCall): LlmReply {
  const tools = (body.tools ?? []) as readonly { readonly function: { readonly name: string } }[];
  const [only] = tools;
  if (tools.length === 1 && only !== undefined) return { toolCalls: [{ name: only.function.name, input: { reason: "r", query: "text" } }] };
  if (tools.length > 1) return { toolCalls: [{ name: "done", input: { answer: "Tea.", memory_ids: [], document: DOCUMENT } }] };
  if (user.includes("NEW FACTS\n")) return { json: { creates: [], updates: [], deletes: [] } };
  if (user.includes("\nContent:\n")) return { json: { facts: [{ ...NEVER_MIND, what: "Ann wrote a text.", fact_type: "world" }] } };
  return { text: "ready" };
}

const DOCUMENT = { sections: [{ heading: "Tea", level: 2, blocks: ["Ann wrote a text."] }] };

const SETTINGS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "as it comes": {},
  "with missions, labels and a temper": {
    retain_mission: "What people drink {x} $1.",
    observations_mission: "Habits.\nAnd tastes.",
    reflect_mission: "A waiter.",
    disposition_empathy: 5,
    entity_labels: [{ key: "mood", description: "How it feels", values: [{ value: "glad" }, { value: "sad" }] }],
  },
  "with rules of its own": {
    retain_extraction_mode: "custom",
    retain_custom_instructions: "Only drinks.",
    entities_allow_free_form: false,
  },
  "that keeps everything": { retain_extraction_mode: "verbose", retain_extract_causal_links: false },
  "that describes what it keeps": { retain_extraction_mode: "verbatim" },
};

const SERVERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["says the schema in words", {}],
  ["has the schema enforced, and writes German", { HINDSIGHT_API_LLM_STRICT_SCHEMA: "true", HINDSIGHT_API_LLM_OUTPUT_LANGUAGE: "German" }],
];

/** What a provider takes does not depend on the database. */
const RUNS = SERVERS.flatMap(([says, env], index) =>
  (index === 0 ? (["pglite", "postgres"] as const) : (["pglite"] as const)).map((database) => [database, says, env] as const),
);

describe.each(RUNS)("on %s, where the server %s", (database, _, env) => {
  const isThere = database === "pglite" || testPostgresUrl() !== null;
  let llm: ScriptedLlm;
  let hindsight: Hindsight;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm(reply);
    const [where, remove] = await freshPlace(database);
    drop = remove;
    const quiet = { HINDSIGHT_API_LOG_LEVEL: "silent", HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false" };
    hindsight = await openHindsight({ env: { ...quiet, ...where, ...llm.env, ...env }, now: () => NOW });
  });
  afterAll(async () => {
    await hindsight?.close();
    await llm?.close();
    await drop?.();
  });

  /** The calls that work costs. */
  async function callsOf(work: () => Promise<unknown>): Promise<readonly LlmCall[]> {
    const before = llm.calls.length;
    await work();
    return llm.calls.slice(before);
  }
  /** The preview of an operation, which asks nobody. */
  async function previewed(bankId: string, operation: "retain" | "consolidation" | "reflect", strategy: string | null = null) {
    let preview: PromptPreview | undefined;
    expect(await callsOf(async () => (preview = await hindsight.previewPrompt(bankId, { operation, strategy })))).toEqual([]);
    expect(preview).toMatchObject({ skippedReason: null });
    return preview as PromptPreview;
  }
  const sent = ({ system, user }: LlmCall) => ({ system, user });

  describe.each(Object.entries(SETTINGS))("a bank %s", (name, config) => {
    const bankId = `bank ${name}`;
    beforeAll(async () => {
      if (!isThere) return;
      await hindsight.banks.put(bankId, { name: "Iris", config });
      await hindsight.directives.create(bankId, { name: "Tone", content: "Be {brief}.", priority: 2 });
      await hindsight.directives.create(bankId, { name: "Elsewhere", content: "Never said here.", tags: ["other"] });
    });

    test.skipIf(!isThere)("sends to read a text what is previewed", async () => {
      const preview = await previewed(bankId, "retain");
      const calls = await callsOf(() => hindsight.retain(bankId, { items: [{ content: "{text}" }] }));
      expect(calls.map(sent)).toEqual([joined(preview)]);
      expect(calls[0]?.system).toContain("data"); // control: a prompt, not nothing
      if (env.HINDSIGHT_API_LLM_STRICT_SCHEMA === undefined) expect(calls[0]?.system).toContain(JSON.stringify(preview.responseSchema));
      else expect(calls[0]?.body.response_format).toMatchObject({ type: "json_schema" });
    });

    test.skipIf(!isThere)("sends to consolidate facts what is previewed", async () => {
      await hindsight.idle();
      const preview = joined(await previewed(bankId, "consolidation"));
      const { items } = await hindsight.memories.list(bankId, { limit: 10, offset: 0 });
      const facts = items.map(({ id, text }) => `[${id}] ${text} (mentioned_at=${NOW.toISOString()})`).join("\n");
      expect(items).toHaveLength(1);
      const calls = await callsOf(async () => {
        await hindsight.consolidation.run(bankId);
        await hindsight.idle();
      });
      const user = preview.user?.replace("{facts}", () => facts).replace("{observations}", () => "[]");
      expect(calls.map(sent)).toEqual([{ system: preview.system, user }]);
      expect(user).not.toBe(preview.user); // control: the places were there
    });

    test.skipIf(!isThere)("sends to answer a question what is previewed, with and without standing answers", async () => {
      const preview = joined(await previewed(bankId, "reflect"));
      const [first] = await callsOf(() => hindsight.reflect(bankId, { query: "{question}" }));
      expect(sent(first as LlmCall)).toEqual(preview);
      expect(preview.system).toContain("**Tone**: Be {brief}.");
      expect(preview.system).not.toContain("Never said here.");
      expect(preview.system).not.toContain("search_mental_models");
      await hindsight.mentalModels.create(bankId, { id: "tea", name: "Tea", sourceQuery: "Who drinks tea?" });
      await hindsight.idle();
      const then = joined(await previewed(bankId, "reflect"));
      const [second] = await callsOf(() => hindsight.reflect(bankId, { query: "{question}" }));
      expect(sent(second as LlmCall)).toEqual(then);
      expect(then.system).toContain("search_mental_models"); // the model that is there by now is named
    });
  });

  test.skipIf(!isThere)("a strategy is previewed as it reads; one that the bank does not have counts for nothing, in both", async () => {
    const retain_strategies = { notes: { retain_mission: "Notes alone." }, raw: { retain_extraction_mode: "chunks" } };
    await hindsight.banks.put("strategies", { config: { retain_strategies, retain_default_strategy: "notes", retain_mission: "All." } });
    for (const [strategy, inForce, mission] of [
      [null, "notes", "Notes alone."],
      ["notes", "notes", "Notes alone."],
      ["none such", null, "All."],
    ] as const) {
      const preview = await previewed("strategies", "retain", strategy);
      expect(preview).toMatchObject({ strategy: inForce, strategies: ["notes", "raw"] });
      const item = { content: "{text}", ...(strategy === null ? {} : { strategy }) };
      const calls = await callsOf(() => hindsight.retain("strategies", { items: [{ ...item, documentId: `d ${strategy}` }] }));
      expect(calls.map(sent)).toEqual([joined(preview)]);
      expect(calls[0]?.user).toContain(mission);
    }
    const raw = await hindsight.previewPrompt("strategies", { operation: "retain", strategy: "raw" });
    expect(raw).toMatchObject({ messages: [], responseSchema: null, skippedReason: expect.stringContaining("chunks"), strategy: "raw" });
    expect(await callsOf(() => hindsight.retain("strategies", { items: [{ content: "{text}", strategy: "raw" }] }))).toEqual([]);
  });
});

async function freshPlace(database: "pglite" | "postgres"): Promise<readonly [Readonly<Record<string, string>>, () => Promise<void>]> {
  if (database === "postgres") {
    const { url, drop } = await freshPostgres();
    return [{ HINDSIGHT_API_DATABASE_URL: url }, drop];
  }
  const dataDir = await freshDataDir();
  return [{ HINDSIGHT_DATA_DIR: dataDir }, () => rm(dataDir, { recursive: true, force: true })];
}
