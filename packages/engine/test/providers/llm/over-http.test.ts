// The whole layer against a server of OpenAI's wire form: settings → chain → adapter → HTTP and back.

import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { loadSettings } from "../../../src/config/index.js";
import { type CallRecord, createLanguageModels, type LanguageModels, usageOf } from "../../../src/providers/llm/index.js";
import { type Asked, type ModelTestServer, modelTestServer, type Reply } from "../model-server.js";
import { request } from "./scripted.js";

const facts = z.looseObject({ facts: z.array(z.looseObject({ what: z.string() })) });
const FENCE = "```";

let server: ModelTestServer | null = null;
let models: LanguageModels | null = null;
afterEach(async () => {
  await models?.close();
  await server?.close();
});

const said = (content: string | null, more: object = {}): Reply => ({
  json: {
    id: "c",
    object: "chat.completion",
    created: 0,
    model: "m",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content }, ...more }],
    usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12, prompt_tokens_details: { cached_tokens: 4 } },
  },
});

async function open(script: (asked: Asked, nth: number) => Reply, env: Readonly<Record<string, string>> = {}) {
  const stub = await modelTestServer(script);
  const records: CallRecord[] = [];
  const opened = createLanguageModels({
    settings: loadSettings({
      HINDSIGHT_API_LLM_PROVIDER: "openai",
      HINDSIGHT_API_LLM_BASE_URL: `${stub.url}/v1`,
      HINDSIGHT_API_LLM_API_KEY: "key-of-a-test-server",
      HINDSIGHT_API_LLM_MODEL: "m",
      HINDSIGHT_API_LLM_INITIAL_BACKOFF: "0.01",
      ...env,
    }),
    log: pino({ level: "silent" }),
    observer: { before: async () => undefined, after: (record) => void records.push(record) },
  });
  server = stub;
  models = opened;
  return { stub, models: opened, records, ask: () => opened.completeObject({ ...request(), schema: facts, schemaName: "facts" }) };
}

describe("over HTTP", () => {
  test("the wire form: address, key, model, JSON mode, the schema in words, limits", async () => {
    const { ask, stub } = await open(() => said('{"facts":[{"what":"x"}]}'), {
      HINDSIGHT_API_LLM_EXTRA_BODY: '{"seed":7}',
      HINDSIGHT_API_LLM_DEFAULT_HEADERS: '{"x-team":"memory"}',
    });
    const answer = await ask();
    expect(answer).toMatchObject({ object: { facts: [{ what: "x" }] }, provider: "openai", model: "m" });
    expect(answer.usage).toEqual({ input: 10, output: 2, total: 12, cached: 4, thoughts: 0 });
    const [asked] = stub.asked;
    expect(asked).toMatchObject({
      method: "POST",
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer key-of-a-test-server", "x-team": "memory" },
      body: { model: "m", temperature: 0.1, max_tokens: 64_000, seed: 7, response_format: { type: "json_object" } },
    });
    expect(asked?.body.messages[0].content).toMatch(/JSON.*matching this schema:\n\{.*"facts"/);
    expect(asked?.body).not.toHaveProperty("user");
  });

  test("a strict schema travels as response_format", async () => {
    const { ask, stub } = await open(() => said('{"facts":[]}'), { HINDSIGHT_API_LLM_STRICT_SCHEMA: "true" });
    await ask();
    expect(stub.asked[0]?.body.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { name: "facts", strict: true, schema: { required: ["facts"], additionalProperties: false } },
    });
    expect(stub.asked[0]?.body.messages[0].content).toBe("Be brief.");
  });

  test("429 with Retry-After, 500, null content, no choices, an error with status 200: each is tried again", async () => {
    const script: readonly Reply[] = [
      { status: 429, headers: { "retry-after": "0" }, json: { error: { message: "slow down" } } },
      { status: 500, text: "oops" },
      said(null),
      { json: { choices: [] } },
      { json: { error: { message: "upstream is down" } } },
      "break",
      said('{"facts":[]}'),
    ];
    const { ask, records } = await open((_, nth) => script[nth - 1] ?? "hang", { HINDSIGHT_API_LLM_MAX_RETRIES: "6" });
    expect((await ask()).object).toEqual({ facts: [] });
    expect(records.map(({ status }) => status)).toEqual([...Array.from({ length: 6 }, () => "error"), "success"]);
  });

  test("429, 500, then no object: two attempts more, then an error that says so, with what was spent", async () => {
    const { ask, stub } = await open((_, nth) =>
      nth === 1 ? { status: 429, json: {} } : nth === 2 ? { status: 500, json: {} } : said("[]…"),
    );
    const error = await ask().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "llm_output_invalid" });
    expect(stub.asked).toHaveLength(4);
    expect(usageOf(error).total).toBe(24);
  });

  test.each([
    [
      "a fence with a fence in a string",
      `${FENCE}json\n{"facts":[{"what":"${FENCE}sh\\nls\\n${FENCE}"}]}\n${FENCE}`,
      `${FENCE}sh\nls\n${FENCE}`,
    ],
    ["a trailing comma", '{"facts":[{"what":"x"},]}', "x"],
    ["single quotes", "{'facts':[{'what':'x'}]}", "x"],
    ["a bad escape", String.raw`{"facts":[{"what":"C:\dir"}]}`, "C:\\dir"],
    ["a literal tag in a value", '{"facts":[{"what":"uses <think> and </think> tags"}]}', "uses <think> and </think> tags"],
    ["a leading block that is never closed", '<think>let me list\n{"facts":[{"what":"x"}]}', "x"],
    ["a closed block", '<think>{"facts":[{"what":"draft of the answer"}]}</think>{"facts":[{"what":"x"}]}', "x"],
  ])("%s is read", async (_, content, what) => {
    const { ask, stub } = await open(() => said(content));
    expect((await ask()).object.facts).toEqual([{ what }]);
    expect(stub.asked).toHaveLength(1);
  });

  test("finish_reason length is too long, also where it was cut between values", async () => {
    const { ask, stub } = await open(() => said('{"facts":[{"what":"x"}]', { finish_reason: "length" }));
    await expect(ask()).rejects.toMatchObject({ code: "llm_output_too_long" });
    expect(stub.asked).toHaveLength(1);
  });

  test("a refusal, a long input, a wrong key: at once, each by its name and without the key", async () => {
    const replies: readonly (readonly [Reply, string])[] = [
      [{ status: 400, json: { error: { code: "content_filter", message: "blocked by content policy" } } }, "llm_refused"],
      [{ status: 400, json: { error: { code: "context_length_exceeded", message: "too many tokens" } } }, "llm_context_too_long"],
      [{ status: 401, json: { error: { message: "bad key key-of-a-test-server" } } }, "llm_rejected"],
    ];
    const { ask, stub } = await open((_, nth) => replies[nth - 1]?.[0] ?? "hang");
    for (const [, code] of replies) {
      const error = await ask().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code });
      expect(String(error)).not.toContain("key-of-a-test-server");
    }
    expect(stub.asked).toHaveLength(3);
  });

  test("says which variable to look at, for a key, a model, an address and a page in the provider's stead", async () => {
    const page = "<!doctype html><html><head><title>404</title><style>h1 {color: red}</style></head><body><h1>Not Found</h1></body></html>";
    const replies: readonly (readonly [Reply, string, string])[] = [
      [
        { status: 401, json: { error: { message: "Incorrect key: key-***ver" } } },
        "Incorrect key: ***.",
        "Check HINDSIGHT_API_LLM_API_KEY.",
      ],
      [
        { status: 404, json: { error: { message: "The model m does not exist." } } },
        "The model m does not exist.",
        "Check HINDSIGHT_API_RETAIN_LLM_MODEL and HINDSIGHT_API_LLM_BASE_URL.",
      ],
      [{ status: 404, text: page }, "is not there: 404 Not Found.", "Check HINDSIGHT_API_RETAIN_LLM_MODEL and"],
      [
        { status: 400, json: { error: { message: "Unknown parameter: seed." } } },
        "m of openai refuses the call: Unknown parameter: seed.",
        "seed.",
      ],
    ];
    const { ask, stub } = await open((_, nth) => replies[nth - 1]?.[0] ?? "hang", { HINDSIGHT_API_RETAIN_LLM_MODEL: "m" });
    for (const [, words, advice] of replies) {
      const error = await ask().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "llm_rejected", retryable: false, message: expect.stringContaining(words) });
      expect(String(error)).toContain(advice);
    }
    expect(stub.asked).toHaveLength(4);
  });

  test("a server that is not there is named by its address, without what may be secret in it", async () => {
    const gone = await modelTestServer(() => "break");
    await gone.close();
    const address = { HINDSIGHT_API_LLM_BASE_URL: `${gone.url}/v1?key=very-secret`, HINDSIGHT_API_LLM_MAX_RETRIES: "0" };
    const { ask } = await open(() => "hang", address);
    const error = await ask().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "llm_unavailable",
      message: `m of openai failed (attempt 1): it cannot be reached (ECONNREFUSED) at ${gone.url}. Check HINDSIGHT_API_LLM_BASE_URL, and whether its server runs.`,
    });
  });

  test("a server that hangs is left at the deadline, and its connection with it", async () => {
    const { models: asked, records } = await open(() => "hang", { HINDSIGHT_API_LLM_TIMEOUT: "0.2", HINDSIGHT_API_LLM_MAX_RETRIES: "0" });
    await expect(asked.complete(request())).rejects.toMatchObject({ code: "llm_unavailable", message: expect.stringContaining("0.2 s") });
    expect(records).toHaveLength(1);
  });

  test("a caller who hangs up ends the call", async () => {
    const hangUp = new AbortController();
    const { models: asked, stub } = await open(() => "hang");
    const work = asked.complete(request({ signal: hangUp.signal }));
    await stub.arrived(1);
    hangUp.abort();
    await expect(work).rejects.toMatchObject({ code: "request_cancelled" });
  });

  test("the model's own limit is found out by asking", async () => {
    const { models: asked, stub } = await open((one) =>
      one.body.max_tokens > 16_384
        ? {
            status: 400,
            json: {
              error: {
                message: "max_tokens is too large: 64000. This model supports at most 16384 completion tokens, whereas you provided 64000.",
              },
            },
          }
        : said("done"),
    );
    expect((await asked.complete(request())).text).toBe("done");
    expect(stub.asked.map(({ body }) => body.max_tokens)).toEqual([64_000, 16_384]);
  });

  test("a chain goes on to the next server", async () => {
    const second = await modelTestServer(() => said("from the second"));
    try {
      const { models: asked } = await open(() => ({ status: 503, json: {} }), {
        HINDSIGHT_API_LLM_MAX_RETRIES: "0",
        HINDSIGHT_API_LLM_1_PROVIDER: "vllm",
        HINDSIGHT_API_LLM_1_MODEL: "n",
        HINDSIGHT_API_LLM_1_BASE_URL: second.url,
      });
      expect(await asked.complete(request())).toMatchObject({ text: "from the second", provider: "vllm", model: "n" });
      expect(second.asked[0]?.headers.authorization).toBeUndefined();
    } finally {
      await second.close();
    }
  });
});
