// What servers of small models say, and what is done about it: no tools, a grammar that cannot be, a model that is being loaded, a window.

import { describe, expect, test } from "vitest";
import { HindsightError } from "../../../src/errors.js";
import { ModelCallError } from "../../../src/providers/llm/adapter.js";
import { failureOf } from "../../../src/providers/llm/adapters/failures.js";
import { openAdapter } from "./open-adapter.js";
import { OPENAI, reply, request, type ScriptedOptions, scripted } from "./scripted.js";
import { callOf, SCHEMA } from "./wires.js";

const TOOLS = [
  {
    name: "recall",
    description: "Searches.",
    parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  },
  { name: "done", description: "Ends.", parameters: { type: "object", properties: {} } },
];
const NO_TOOLS = new ModelCallError("bad_request", "registry.ollama.ai/library/gemma3:4b does not support tools", { status: 400 });
const LOADING = new ModelCallError("unavailable", "Loading model", { status: 503 });
const CALL = '{"tool_calls": [{"name": "recall", "arguments": {"query": "tea"}}]}';
const errorOf = async (work: Promise<unknown>): Promise<HindsightError> => {
  const error = await work.catch((reason: unknown) => reason);
  if (error instanceof HindsightError) return error;
  throw new Error(`expected a HindsightError, got ${String(error)}`);
};

describe("a model without tools", () => {
  test("is offered them in words from then on, and its object is the call", async () => {
    const { models, calls } = scripted((call) => (call.tools.length > 0 ? NO_TOOLS : CALL));
    const ask = request({ tools: TOOLS, toolChoice: { name: "recall" } });
    for (let nth = 0; nth < 2; nth += 1) {
      const { toolCalls, text } = await models.complete(ask);
      expect([text, toolCalls]).toMatchObject(["", [{ name: "recall", input: { query: "tea" } }]]);
    }
    expect(calls).toHaveLength(3); // refused once, and not asked that way again
    const { call } = calls[1] as (typeof calls)[number];
    expect([call.tools, call.toolChoice]).toEqual([[], null]);
    expect(call.messages[0]?.content).toContain('"name":"recall"');
    expect(call.messages[0]?.content).not.toContain('"name":"done"'); // one that must be called is the only one
    const one = { name: { type: "string", enum: ["recall"] }, arguments: TOOLS[0]?.parameters };
    expect(call.schema?.json).toMatchObject({ properties: { tool_calls: { minItems: 1, items: { properties: one } } } });
  });

  test("may answer in prose where no call is asked for, and reads what its calls brought", async () => {
    const { models, calls } = scripted((call) => (call.tools.length > 0 ? NO_TOOLS : "Tea."));
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "What?" },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "recall", input: { query: "tea" } }] },
      { role: "tool", toolCallId: "c1", name: "recall", content: '{"found":1}' },
    ] as const;
    expect(await models.complete(request({ tools: TOOLS, messages }))).toMatchObject({ text: "Tea.", toolCalls: [] });
    const sent = calls[1]?.call;
    expect(sent?.schema).toBeNull();
    expect(sent?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(sent?.messages[2]?.content).toContain('"arguments":{"query":"tea"}');
    expect(sent?.messages[3]?.content).toContain('{"found":1}');
  });

  test("llama-server without its template engine is the same", async () => {
    const refusal = new ModelCallError("unavailable", "tools param requires --jinja flag", { status: 500 });
    const { models, calls } = scripted((call) => (call.tools.length > 0 ? refusal : CALL));
    expect((await models.complete(request({ tools: TOOLS }))).toolCalls).toHaveLength(1);
    expect(calls).toHaveLength(2);
  });
});

describe("a call in the text", () => {
  const spoken = '<tool_call>{"name": "recall", "arguments": {"query": "tea"}}</tool_call>';

  test("is a call", async () => {
    const { models } = scripted(() => spoken);
    expect(await models.complete(request({ tools: TOOLS }))).toMatchObject({
      text: "",
      finishReason: "tool_calls",
      toolCalls: [{ name: "recall" }],
    });
    expect(await models.complete(request())).toMatchObject({ text: spoken, toolCalls: [] }); // control: nobody offered tools
  });

  test("which its limit cut is none", async () => {
    const { models } = scripted(() => reply('<tool_call>{"name": "recall", "arguments": {"query": "te', { finishReason: "length" }));
    expect((await models.complete(request({ tools: TOOLS }))).toolCalls).toEqual([]);
  });
});

describe("a model that is being loaded", () => {
  const env = (more: ScriptedOptions["env"] = {}) => ({ env: { ...OPENAI, HINDSIGHT_API_LLM_TIMEOUT: "10", ...more } });

  test("is waited for longer than for any other outage, as long as a call may take", async () => {
    const { models, pauses } = scripted((_, nth) => (nth <= 12 ? LOADING : "done"), env());
    expect((await models.complete(request())).text).toBe("done");
    expect(pauses).toEqual(Array(12).fill(500));
  });

  test("for ever: fails after that", async () => {
    const { models, calls } = scripted(() => LOADING, env());
    expect(await errorOf(models.complete(request()))).toMatchObject({
      code: "llm_unavailable",
      message: expect.stringContaining("Loading model"),
    });
    expect(calls).toHaveLength(1 + 20 + 3);
  });

  test("is not waited for where another can answer, nor where nothing is repeated", async () => {
    const chain = env({ HINDSIGHT_API_LLM_1_PROVIDER: "ollama", HINDSIGHT_API_LLM_MAX_RETRIES: "1" });
    const { models, calls } = scripted({ openai: () => LOADING, ollama: () => "done" }, chain);
    expect((await models.complete(request())).provider).toBe("ollama");
    expect(calls).toHaveLength(3);
    const once = scripted(() => LOADING, env({ HINDSIGHT_API_LLM_MAX_RETRIES: "0" }));
    await errorOf(once.models.complete(request()));
    expect(once.calls).toHaveLength(1);
  });
});

describe("a window", () => {
  test.each([
    [
      "llama-server",
      {
        error: {
          code: 400,
          message: "request (8889 tokens) exceeds the available context size (4096 tokens), try increasing it",
          type: "exceed_context_size_error",
          n_prompt_tokens: 8889,
          n_ctx: 4096,
        },
      },
    ],
    [
      "Ollama, which passes that on",
      {
        error:
          '{"error":{"code":400,"message":"request (8889 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error"}}',
      },
    ],
    [
      "Ollama, in its own words",
      { error: "the prompt is longer than the context length currently available to the model; shorten it (8889)" },
    ],
  ])("of %s", (_, json) => {
    const error = failureOf({ status: 400, headers: new Headers(), body: JSON.stringify(json) }, []);
    expect(error.failure).toBe("context_too_long");
    expect(error.message).toContain("8889");
    expect(error.message).not.toContain("{");
  });

  test("as large as the limit of an answer does not take that limit away", async () => {
    const tooLong = new ModelCallError(
      "context_too_long",
      "request (8889 tokens) exceeds the available context size (4096 tokens), try increasing it",
      { status: 400 },
    );
    const { models, calls } = scripted((_, nth) => (nth === 1 ? tooLong : "done"));
    expect((await errorOf(models.complete(request({ maxOutputTokens: 4096 })))).code).toBe("llm_context_too_long");
    await models.complete(request({ maxOutputTokens: 4096 }));
    expect(calls.map(({ call }) => call.maxOutputTokens)).toEqual([4096, 4096]);
  });
});

test("a schema that no grammar can say is asked for as any object, by the words of the prompt", async () => {
  const refusal = new ModelCallError("bad_request", "JSON schema conversion failed: Unrecognized schema", { status: 400 });
  const { models, calls } = scripted((call) => (Object.keys(call.schema?.json ?? {}).length > 1 ? refusal : '{"facts": ["a"]}'));
  const { z } = await import("zod");
  const ask = { ...request(), schema: z.object({ facts: z.array(z.string()) }), schemaName: "facts" };
  expect((await models.completeObject(ask)).object).toEqual({ facts: ["a"] });
  expect(calls.map(({ call }) => call.schema?.json)).toEqual([
    expect.objectContaining({ properties: expect.anything() }),
    { type: "object" },
  ]);
  expect(calls[1]?.call.messages[0]?.content).toContain("matching this schema:");
});

describe("Ollama's own form", () => {
  test("carries tools, their calls and results, and switches thinking off", async () => {
    const given = {
      provider: "ollama",
      apiKey: "",
      reasoningEffort: "none",
      extraBody: { keep_alive: "30m", options: { top_k: 20 } },
      options: { OLLAMA_NUM_CTX: "8192" },
    };
    const answer = {
      message: {
        role: "assistant",
        content: "",
        thinking: "hm",
        tool_calls: [{ function: { name: "recall", arguments: { query: "tea" } } }],
      },
      done: true,
      done_reason: "stop",
      prompt_eval_count: 7,
      eval_count: 3,
    };
    const { adapter, body, url } = await openAdapter(given, [{ json: answer }]);
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "What?" },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "recall", input: { query: "a" } }] },
      { role: "tool", toolCallId: "c1", name: "recall", content: "{}" },
    ] as const;
    const got = await adapter.call(callOf({ messages, tools: TOOLS, toolChoice: "auto" }));
    expect(url()).toBe("http://localhost:11434/api/chat");
    expect(body()).toEqual({
      model: "gemma3:12b",
      stream: false,
      truncate: false,
      shift: false,
      think: false,
      keep_alive: "30m",
      options: { temperature: 0.3, num_predict: 1234, num_ctx: 8192, top_k: 20 },
      tools: TOOLS.map((tool) => ({ type: "function", function: tool })),
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "What?" },
        { role: "assistant", content: "", tool_calls: [{ function: { name: "recall", arguments: { query: "a" } } }] },
        { role: "tool", content: "{}", tool_name: "recall" },
      ],
    });
    expect(got).toMatchObject({ text: null, finishReason: "tool_calls", toolCalls: [{ name: "recall", input: { query: "tea" } }] });
    expect(got.toolCalls[0]?.id).not.toBe("");
  });

  test("says how to fetch a model that is not there", async () => {
    const { adapter } = await openAdapter({ provider: "ollama", model: "qwen3:8b", apiKey: "" }, [
      { status: 404, json: { error: "model 'qwen3:8b' not found" } },
    ]);
    await expect(adapter.call(callOf())).rejects.toThrow("model 'qwen3:8b' not found (`ollama pull qwen3:8b` fetches it)");
  });
});

test.each(["llamacpp", "vllm"])("%s is told by its template not to think", async (provider) => {
  const { adapter, body } = await openAdapter({ provider, model: "qwen3-8b", apiKey: "", reasoningEffort: "none" });
  await adapter.call(callOf({ schema: { name: "facts", json: SCHEMA, isStrict: false } }));
  expect(body().chat_template_kwargs).toEqual({ enable_thinking: false });
  expect(body()).not.toHaveProperty("reasoning_effort");
  const low = await openAdapter({ provider, model: "gpt-oss-20b", apiKey: "", reasoningEffort: "low" });
  await low.adapter.call(callOf());
  expect(low.body()).toMatchObject({ reasoning_effort: "low" });
  expect(low.body()).not.toHaveProperty("chat_template_kwargs");
});
