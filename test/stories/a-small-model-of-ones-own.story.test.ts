// A small model of one's own machine does all the work of a memory, behind Ollama and behind llama.cpp, with the settings that the page shows.
// What each server receives is written here by hand; the settings are read from docs/local-models.md.

import { unknownSettings } from "@hindsight-memory/engine";
import { afterEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { LlmCall } from "../../packages/engine/test/support/scripted-llm.js";
import { LLAMA, startLlamaCpp } from "../support/llama-cpp-stub.js";
import type { ModelStub } from "../support/model-stub.js";
import { startOllama } from "../support/ollama-stub.js";
import { pageSettings } from "../support/page-settings.js";
import { tools } from "../support/reflection.js";
import { openServer, type TestEngine, type TestServer } from "../support/server.js";
import { smallModel, taskOf } from "../support/small-model.js";
import { type StoryBank, storyBank } from "../support/story.js";

const ADDRESS = "HINDSIGHT_API_LLM_BASE_URL";
const SERVERS = {
  ollama: {
    page: "http://localhost:11434",
    path: "/api/chat",
    start: () => startOllama({ "qwen3:8b": { tools: true, thinking: true } }, smallModel),
  },
  llamacpp: { page: "http://localhost:8080/v1", path: "/v1/chat/completions", start: () => startLlamaCpp(LLAMA, smallModel) },
} as const;

/** Of Ollama's own form, but for messages, tools and format. */
const OLLAMA_CALL = {
  model: "qwen3:8b",
  stream: false,
  truncate: false,
  shift: false,
  think: false,
  keep_alive: "30m",
  options: { temperature: 0.2, num_predict: 4096, num_ctx: 16_384 },
};
/** Of chat completions, but for messages, tools, choice and format. */
const LLAMA_CALL = {
  model: "qwen3-8b",
  max_tokens: 4096,
  temperature: 0.2,
  cache_prompt: true,
  chat_template_kwargs: { enable_thinking: false },
};

let stub: ModelStub | undefined;
let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  await stub?.close();
  server = undefined;
  stub = undefined;
});

const cases = (["ollama", "llamacpp"] as const).flatMap((name) =>
  (["pglite", "postgres"] as const).map((engine) => [name, engine] as const),
);

async function open(
  name: keyof typeof SERVERS,
  engine: TestEngine,
): Promise<{ readonly bank: StoryBank; readonly asked: ModelStub; readonly at: TestServer }> {
  const settings = pageSettings("local-models.md", name);
  expect(settings[ADDRESS]).toBe(SERVERS[name].page);
  expect(unknownSettings(settings)).toEqual([]);
  stub = await SERVERS[name].start();
  const env = { ...settings, [ADDRESS]: `${stub.origin}${new URL(SERVERS[name].page).pathname.replace(/\/$/, "")}` };
  server = await openServer({ ...env, HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" }, engine);
  return { bank: storyBank(server), asked: stub, at: server };
}

describe.each(cases)("%s, on %s", (name, engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;

  it.skipIf(!isThere)(
    "retains, consolidates, writes a standing answer and brings it up to date, and reflects",
    { timeout: 120_000 },
    async () => {
      const { bank, asked, at } = await open(name, engine);
      await bank.retain("Ann drinks green tea. Bob rows on the canal.");
      await at.idle();
      const observations = (await bank.get("/memories/list?type=observation")).body.items as readonly { readonly text: string }[];
      expect(observations.map(({ text }) => text)).toEqual(["Ann is a tea drinker."]);

      const made = await bank.call("POST", "/mental-models", {
        name: "Ann",
        source_query: "What does Ann drink?",
        trigger: { mode: "delta" },
      });
      await at.idle();
      const model = `/mental-models/${made.body.mental_model_id}`;
      expect((await bank.get(model)).body.content).toBe("## Drinks\n\nAnn drinks green tea.\n");
      await bank.retain("Ann drinks coffee on Tuesday.");
      await at.idle();
      await bank.call("POST", `${model}/refresh`);
      await at.idle();
      expect((await bank.get(model)).body.content).toBe("## Drinks\n\nAnn drinks green tea.\n\nOn Tuesdays it is coffee.\n");

      const { status, body } = await bank.call("POST", "/reflect", {
        query: "What does Ann drink?",
        budget: "high",
        include: { facts: {} },
      });
      expect([status, body.text]).toEqual([200, "Ann drinks green tea."]);
      expect(body.based_on.memories.map(({ text }: { readonly text: string }) => text)).toContain("Ann drinks green tea.");

      const turns = asked.calls.filter((call) => taskOf(call) === "reflect").slice(-4);
      expect(turns.slice(0, 3).map(tools)).toEqual([["search_mental_models"], ["search_observations"], ["recall"]]);
      expect(tools(turns[3] as LlmCall)).toContain("done");

      expect(new Set(asked.calls.map(({ path }) => path))).toEqual(new Set([SERVERS[name].path]));
      expect(asked.paths).toHaveLength(asked.calls.length);
      for (const task of ["check", "retain", "consolidation", "delta", "reflect"] as const) {
        const calls = asked.calls.filter((call) => taskOf(call) === task);
        expect(calls.length, task).toBeGreaterThan(0);
        for (const call of calls) (name === "ollama" ? expectOllama : expectLlamaCpp)(task, call);
      }
    },
  );
});

type Task = ReturnType<typeof taskOf>;
/** Property of the object that each task wants. */
const WANTED: Readonly<Partial<Record<Task, string>>> = { retain: "facts", consolidation: "creates", delta: "operations" };

function expectOllama(task: Task, { body, headers }: LlmCall): void {
  const { messages: _, format, tools: offered, ...rest } = body;
  expect(headers.authorization).toBeUndefined();
  expect(rest).toEqual(task === "check" ? { ...OLLAMA_CALL, options: { ...OLLAMA_CALL.options, num_predict: 1000 } } : OLLAMA_CALL);
  expect(offered === undefined).toBe(task !== "reflect");
  expectObject(task, body, format);
}

function expectLlamaCpp(task: Task, call: LlmCall): void {
  const { messages: _, response_format, tools: offered, tool_choice, ...rest } = call.body;
  expect(call.headers.authorization).toBeUndefined();
  expect(rest).toEqual(task === "check" ? { ...LLAMA_CALL, max_tokens: 1000 } : LLAMA_CALL);
  expect(tool_choice).toBe(tools(call).length === 1 ? "required" : undefined);
  expect(offered === undefined).toBe(task !== "reflect");
  const format = response_format as { readonly type: string; readonly json_schema: { readonly schema: unknown } } | undefined;
  if (format !== undefined) expect(format.type).toBe("json_schema");
  expectObject(task, call.body, format?.json_schema.schema);
}

/** The schema constrains the answer, and the rules say it too. */
function expectObject(task: Task, body: LlmCall["body"], schema: unknown): void {
  const wanted = WANTED[task];
  const [first, ...others] = body.messages as readonly { readonly role: string; readonly content: string }[];
  if (wanted === undefined) {
    expect(schema).toBeUndefined();
    return;
  }
  expect(schema).toMatchObject({ type: "object", properties: { [wanted]: { type: "array" } } });
  expect(first?.role).toBe("system");
  expect(first?.content).toContain("matching this schema:");
  expect(others.map(({ role }) => role)).toEqual(["user"]);
}
