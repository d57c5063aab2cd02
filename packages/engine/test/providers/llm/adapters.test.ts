// What a call carries beyond its text, and what a spec can set: on the chat form, and where a wire differs.

import { describe, expect, test } from "vitest";
import type { Reply } from "../model-server.js";
import { openAdapter } from "./open-adapter.js";
import { callOf, GOOD, SCHEMA } from "./wires.js";

const WAY = { description: "Looks things up.", parameters: { type: "object", properties: { query: { type: "string" } } } };
const SEARCH = { name: "search", ...WAY };
const toolTurn = (id: string) =>
  [
    { role: "user", content: "Find it." },
    { role: "assistant", content: "", toolCalls: [{ id, name: "search", input: { query: "a" } }] },
    { role: "tool", toolCallId: id, name: "search", content: "Found." },
  ] as const;

describe("messages", () => {
  test("images and files travel as data", async () => {
    const { adapter, body } = await openAdapter({});
    const parts = [
      { type: "text", text: "Look." },
      { type: "image", mediaType: "image/png", bytes: new Uint8Array([1, 2, 3]) },
      { type: "file", mediaType: "application/pdf", bytes: new Uint8Array([4]), filename: "a.pdf" },
    ] as const;
    await adapter.call(callOf({ messages: [{ role: "user", content: parts }] }));
    expect(body().messages[0].content).toEqual([
      { type: "text", text: "Look." },
      { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,BA==" } },
    ]);
  });

  test("a turn with tools keeps the ids of its calls", async () => {
    const { adapter, body } = await openAdapter({});
    await adapter.call(callOf({ messages: toolTurn("call_7"), tools: [SEARCH], toolChoice: "auto" }));
    expect(body().messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_7", type: "function", function: { name: "search", arguments: '{"query":"a"}' } }],
      },
      { role: "tool", tool_call_id: "call_7", content: "Found." },
    ]);
    expect(body()).not.toHaveProperty("tool_choice");
  });

  test("system messages at the head become one, a later one a user's: chat templates and Anthropic take no other", async () => {
    const { adapter, body } = await openAdapter({});
    const messages = [
      { role: "system", content: "One." },
      { role: "system", content: "Two." },
      { role: "user", content: "Hello." },
      { role: "system", content: "Three." },
    ] as const;
    await adapter.call(callOf({ messages }));
    expect(body().messages).toEqual([
      { role: "system", content: "One.\n\nTwo." },
      { role: "user", content: "Hello." },
      { role: "user", content: "Three." },
    ]);
  });

  test("Gemini gets the thought signature of its own call back", async () => {
    const call = { functionCall: { name: "search", args: { query: "a" } }, thoughtSignature: "signed" };
    const asking = {
      json: { ...(GOOD.gemini as object), candidates: [{ content: { role: "model", parts: [call] }, finishReason: "STOP" }] },
    };
    const { adapter, body } = await openAdapter({ provider: "gemini" }, [asking]);
    const { toolCalls, finishReason } = await adapter.call(callOf({ tools: [SEARCH] }));
    expect(finishReason).toBe("tool_calls");
    await adapter.call(callOf({ messages: toolTurn(toolCalls[0]?.id ?? ""), tools: [SEARCH] }));
    expect(JSON.stringify(body().contents)).toContain('"thoughtSignature":"signed"');
  });
});

describe("replies", () => {
  const withCall = (args: unknown, finish = "stop"): Reply => ({
    json: {
      choices: [
        {
          message: { content: "", tool_calls: [{ id: "1", type: "function", function: { name: "search", arguments: args } }] },
          finish_reason: finish,
        },
      ],
    },
  });

  test.each([
    ["text", '{"query":"a"}', { query: "a" }, false],
    ["an object, as some servers send it", { query: "a" }, { query: "a" }, false],
    ["nothing", null, {}, false],
    ["quoted twice", '"{\\"query\\":\\"a\\"}"', { query: "a" }, false],
    ["cut off", '{"query":"a', { query: "a" }, false],
    ["no object", "search for a", {}, true],
  ])("arguments of a tool as %s", async (_, args, input, isProblem) => {
    const { adapter } = await openAdapter({}, [withCall(args)]);
    const { toolCalls, finishReason } = await adapter.call(callOf({ tools: [SEARCH] }));
    expect(finishReason).toBe("tool_calls");
    expect(toolCalls[0]?.input).toEqual(input);
    expect(toolCalls[0]?.problem !== undefined).toBe(isProblem);
  });

  test("arguments that the token limit cut are not completed", async () => {
    const { adapter } = await openAdapter({}, [withCall('{"query":"a', "length")]);
    const { toolCalls, finishReason } = await adapter.call(callOf({ tools: [SEARCH] }));
    expect(finishReason).toBe("length");
    expect(toolCalls[0]).toMatchObject({ input: {}, problem: expect.any(String) });
  });

  test("null content is null, not a failure of the adapter", async () => {
    const { adapter } = await openAdapter({}, [
      { json: { choices: [{ message: { role: "assistant", content: null }, finish_reason: "stop" }] } },
    ]);
    expect(await adapter.call(callOf())).toMatchObject({ text: null, finishReason: "stop", usage: { total: 0 } });
  });

  test("thoughts that are counted beside the output stay beside it", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 35, completion_tokens_details: { reasoning_tokens: 20 } };
    const { adapter } = await openAdapter({ provider: "xai" }, [{ json: { ...(GOOD.chat as object), usage } }]);
    expect((await adapter.call(callOf())).usage).toEqual({ input: 10, output: 5, total: 35, cached: 0, thoughts: 20 });
  });
});

describe("what a spec sets", () => {
  test("effort, user and tier are sent, and the extra body has the last word", async () => {
    const { adapter, body } = await openAdapter({
      reasoningEffort: "low",
      options: { OPENAI_SERVICE_TIER: "flex" },
      extraBody: { temperature: 0.9, seed: 7 },
    });
    await adapter.call(callOf({ user: "bank-1" }));
    expect(body()).toMatchObject({ reasoning_effort: "low", user: "bank-1", service_tier: "flex", temperature: 0.9, seed: 7 });
  });

  test("nothing is sent that was not set", async () => {
    const { adapter, body } = await openAdapter({});
    await adapter.call(callOf({ temperature: null, maxOutputTokens: null }));
    expect(Object.keys(body()).sort()).toEqual(["messages", "model"]);
  });

  test("MiniMax gets its temperature within its bounds", async () => {
    const { adapter, body } = await openAdapter({ provider: "minimax" });
    await adapter.call(callOf({ temperature: 0 }));
    expect(body().temperature).toBe(0.01);
  });

  test.each([
    ["", "gpt-5.4-mini", "max_completion_tokens"],
    ["http://localhost:9999", "gpt-4o-mini", "max_tokens"],
    ["http://localhost:9999", "openai/gpt-5.4-mini", "max_completion_tokens"],
    ["https://acme.openai.azure.com/openai/v1", "memory", "max_completion_tokens"],
  ])("the token limit at %j for %s is %s", async (baseUrl, model, name) => {
    const { adapter, body } = await openAdapter({ baseUrl, model });
    await adapter.call(callOf());
    expect(body()[name]).toBe(1234);
  });

  test("JSON mode and vision can be declared", async () => {
    const schema = { name: "facts", json: SCHEMA, isStrict: false };
    const off = await openAdapter({
      baseUrl: "http://gateway:1/v1",
      options: { OPENAI_COMPATIBLE_JSON_MODE: "false", VISION: "true" },
      model: "plain",
    });
    await off.adapter.call(callOf({ schema }));
    expect(off.body()).not.toHaveProperty("response_format");
    expect(off.adapter.traits).toMatchObject({ objects: "none", seesImages: true });
    const on = await openAdapter({ provider: "volcano", options: { OPENAI_COMPATIBLE_JSON_MODE: "true" } });
    await on.adapter.call(callOf({ schema }));
    expect(on.body().response_format).toEqual({ type: "json_object" });
  });

  test("a forced tool brings objects where gateways want it so", async () => {
    const { adapter, body } = await openAdapter({
      provider: "litellm",
      model: "smart",
      options: { STRUCTURED_OUTPUT_FORCED_TOOL: "true" },
    });
    await adapter.call(callOf({ schema: { name: "facts", json: SCHEMA, isStrict: false } }));
    expect(body().tools[0].function.parameters).toEqual(SCHEMA);
    expect(body().tool_choice).toEqual({ type: "function", function: { name: "facts" } });
  });

  test("a model at Bedrock without tools is asked for objects by the prompt alone", async () => {
    const { adapter, body } = await openAdapter({ provider: "bedrock", options: { STRUCTURED_OUTPUT_FORCED_TOOL: "false" } });
    await adapter.call(callOf({ schema: { name: "facts", json: SCHEMA, isStrict: true } }));
    expect(body()).not.toHaveProperty("toolConfig");
    expect(adapter.traits).toMatchObject({ objects: "none" });
  });

  test("words of the schema that a server does not take are left out, but not properties of that name", async () => {
    const json = {
      type: "object",
      properties: { pattern: { type: "string", pattern: "^a" }, list: { type: "array", maxItems: 3, items: {} } },
    };
    const { adapter, body } = await openAdapter({ options: { SUPPORTS_MAX_ITEMS: "false" } });
    await adapter.call(callOf({ schema: { name: "facts", json, isStrict: true } }));
    expect(body().response_format.json_schema.schema.properties).toEqual({
      pattern: { type: "string" },
      list: { type: "array", items: {} },
    });
  });

  test("Ollama gets its window, the schema and the images in its own form", async () => {
    const { adapter, body } = await openAdapter({
      provider: "ollama",
      apiKey: "",
      baseUrl: "http://gpu:11434",
      options: { OLLAMA_NUM_CTX: "32768" },
    });
    const messages = [
      {
        role: "user",
        content: [
          { type: "text", text: "Look." },
          { type: "image", mediaType: "image/png", bytes: new Uint8Array([1, 2, 3]) },
        ],
      },
    ] as const;
    const reply = await adapter.call(callOf({ messages, schema: { name: "facts", json: SCHEMA, isStrict: false } }));
    expect(body()).toEqual({
      model: "gemma3:12b",
      stream: false,
      truncate: false,
      shift: false,
      format: SCHEMA,
      options: { temperature: 0.3, num_predict: 1234, num_ctx: 32768 },
      messages: [{ role: "user", content: "Look.", images: ["AQID"] }],
    });
    expect(reply.usage).toEqual({ input: 10, output: 5, total: 15, cached: 0, thoughts: 0 });
  });

  test("Gemini's safety settings, tier and thinking level, and an extra generationConfig that adds to the rest", async () => {
    const options = { GEMINI_SAFETY_SETTINGS: '[{"category":"HARM_CATEGORY_JAILBREAK","threshold":"OFF"}]', GEMINI_SERVICE_TIER: "flex" };
    const { adapter, body } = await openAdapter({
      provider: "gemini",
      options,
      reasoningEffort: "low",
      extraBody: { generationConfig: { topK: 4 } },
    });
    await adapter.call(callOf());
    expect(body()).toMatchObject({
      safetySettings: [{ category: "HARM_CATEGORY_JAILBREAK", threshold: "OFF" }],
      serviceTier: "flex",
      generationConfig: { topK: 4, maxOutputTokens: 1234, thinkingConfig: { thinkingLevel: "low" } },
    });
  });
});
