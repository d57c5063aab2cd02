import { fileURLToPath } from "node:url";
import { E5_SMALL_V2 } from "@hindsight-memory/models-en";
import pino from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { createEmbeddingProvider } from "../../src/providers/embedding/index.js";
import type { EmbeddingProvider } from "../../src/providers/embedding/provider.js";
import { sharedEncoder } from "../support/encoder.js";
import { type Asked, type ModelTestServer, modelTestServer, type Reply } from "./model-server.js";

const KEY = "sk-very-secret-key-4711";
const logged: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  expect(logged.join("")).not.toContain(KEY);
});

async function server(script: (asked: Asked, nth: number) => Reply): Promise<ModelTestServer> {
  const made = await modelTestServer(script);
  open.push(made);
  return made;
}

/** A vector that tells texts apart and is not of length 1. */
const vectorOf = (text: string): number[] => [text.length, 1, text.charCodeAt(0) % 7, 2];

const openaiAnswer = (texts: readonly string[]): Reply => ({
  // In reverse, as a server may: `index` says what belongs where.
  json: { data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse() },
});

async function openai(url: string, more: Readonly<Record<string, string>> = {}): Promise<EmbeddingProvider> {
  return await createEmbeddingProvider(
    loadSettings({
      HINDSIGHT_API_EMBEDDINGS_PROVIDER: "openai",
      HINDSIGHT_API_EMBEDDINGS_OPENAI_API_KEY: KEY,
      HINDSIGHT_API_EMBEDDINGS_OPENAI_BASE_URL: `${url}/v1/`,
      HINDSIGHT_API_EMBEDDINGS_OPENAI_MODEL: "some-model",
      HINDSIGHT_API_EMBEDDINGS_OPENAI_DIMENSIONS: "4",
      ...more,
    }),
    log,
  );
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause as { readonly code: string; readonly message: string; readonly cause?: unknown },
  );
  // No failure may show the key, wherever it hides.
  expect(`${error?.message} ${JSON.stringify(error)} ${String(error?.cause)}`).not.toContain(KEY);
  return `${error?.code}: ${error?.message}`;
};

describe("an OpenAI-compatible embedding server", () => {
  test("gets the key, the model and the texts, and its vectors come back in input order and with length 1", async () => {
    const it = await server(({ body }) => openaiAnswer(body.input));
    const provider = await openai(it.url);
    const vectors = await provider.embedPassages(["one", "seventeen", "four"]);
    expect(it.asked[0]).toMatchObject({
      method: "POST",
      path: "/v1/embeddings",
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: "some-model", input: ["one", "seventeen", "four"], dimensions: 4, encoding_format: "float" },
    });
    vectors.forEach((vector, i) => {
      const expected = vectorOf(["one", "seventeen", "four"][i]!);
      const length = Math.hypot(...expected);
      expect(Array.from(vector)).toEqual(expected.map((x) => expect.closeTo(x / length, 5)));
    });
    expect(provider.model).toMatchObject({ name: "openai:some-model@4", dimension: 4, languages: "any" });
    expect(logged.join("")).toContain("openai:some-model@4");
  });

  test("takes its dimension from the server when no setting names it", async () => {
    const it = await server(({ body }) => openaiAnswer(body.input));
    const provider = await openai(it.url, { HINDSIGHT_API_EMBEDDINGS_OPENAI_DIMENSIONS: "0" });
    expect(provider.model.dimension).toBe(4);
    expect(it.asked[0]?.body).not.toHaveProperty("dimensions");
  });

  test("is asked in batches, once for each text, with the configured prefixes", async () => {
    const it = await server(({ body }) => openaiAnswer(body.input));
    const provider = await openai(it.url, {
      HINDSIGHT_API_EMBEDDINGS_OPENAI_BATCH_SIZE: "2",
      HINDSIGHT_API_EMBEDDINGS_PASSAGE_PREFIX: "passage: ",
    });
    const [a1, b, c, a2] = await provider.embedPassages(["a", "bb", "ccc", "a"]);
    expect(it.asked.map((one) => one.body.input).sort()).toEqual([["passage: a", "passage: bb"], ["passage: ccc"]]);
    expect(a1).toEqual(a2);
    expect(b).not.toEqual(c);
    await provider.embedPassages(["ccc"]);
    expect(it.asked).toHaveLength(2);
    await provider.embedQuery("ccc");
    expect(it.asked[2]?.body.input).toEqual(["ccc"]);
  });

  test("is asked again after 429, when its Retry-After has passed, and after 503", async () => {
    const it = await server(({ body }, nth) => {
      if (nth === 1) return { status: 429, headers: { "retry-after": "0.05" }, json: { error: "slow down" } };
      if (nth === 2) return { status: 503, headers: { "retry-after": "0" }, text: "" };
      return openaiAnswer(body.input);
    });
    await (await openai(it.url)).embedQuery("again");
    expect(it.asked).toHaveLength(3);
  });

  test("is not waited for beyond the budget: a long Retry-After fails at once and says how long", async () => {
    const it = await server(() => ({ status: 429, headers: { "retry-after": "3600" }, json: {} }));
    const provider = await openai(it.url);
    expect(await codeOf(provider.embedQuery("x"))).toMatch(/^model_unavailable: .*answered 429.*wait 3600 s/);
    expect(it.asked).toHaveLength(1);
  });

  test("that hangs is given up after the budget; that breaks off is asked again", async () => {
    const hanging = await server(() => "hang");
    const impatient = await openai(hanging.url, { HINDSIGHT_API_EMBEDDINGS_RETRY_BUDGET: "0.2" });
    expect(await codeOf(impatient.embedQuery("x"))).toMatch(/^model_unavailable: .*did not answer within 0.2 s/);
    const breaking = await server(({ body }, nth) => (nth === 1 ? "break" : openaiAnswer(body.input)));
    await (await openai(breaking.url)).embedQuery("x");
    expect(breaking.asked).toHaveLength(2);
  });

  test("that refuses is not asked again, and neither key nor a 401's body is repeated", async () => {
    const it = await server(({ body }) =>
      body.input[0] === "bad"
        ? { status: 400, json: { error: `no such model for ${KEY}` } }
        : { status: 401, json: { error: `Incorrect key sk-very-secret` } },
    );
    const provider = await openai(it.url);
    expect(await codeOf(provider.embedQuery("bad"))).toMatch(/^model_unavailable: .*status 400.*no such model for \*\*\*/);
    expect(await codeOf(provider.embedQuery("key"))).toMatch(/^model_unavailable: .*status 401: check the key\.$/);
    expect(it.asked).toHaveLength(2);
  });

  test.each<[string, (texts: readonly string[]) => unknown]>([
    ["too few vectors", (texts) => ({ data: texts.slice(1).map((text, index) => ({ index, embedding: vectorOf(text) })) })],
    ["one vector twice", (texts) => ({ data: texts.map((text) => ({ index: 0, embedding: vectorOf(text) })) })],
    ["a truncated vector", (texts) => ({ data: texts.map((text, index) => ({ index, embedding: vectorOf(text).slice(index) })) })],
    ["text for numbers", (texts) => ({ data: texts.map((_, index) => ({ index, embedding: ["a", "b", "c", "d"] })) })],
    ["no data", () => ({ object: "list" })],
    ["null", () => null],
  ])("that gives %s is not believed", async (_, answer) => {
    const it = await server(({ body }) => ({ json: answer(body.input) }));
    const provider = await openai(it.url);
    expect(await codeOf(provider.embedPassages(["one", "two"]))).toMatch(/^model_unavailable: .*wrong answer/);
  });

  test("that answers no JSON is not believed", async () => {
    const it = await server(() => ({ text: "<html>" }));
    expect(await codeOf((await openai(it.url)).embedQuery("x"))).toMatch(/^model_unavailable: .*not JSON/);
  });

  test("is left alone when the caller hangs up", async () => {
    const it = await server(() => "hang");
    const provider = await openai(it.url);
    const caller = new AbortController();
    const work = codeOf(provider.embedQuery("x", caller.signal));
    await it.arrived(1);
    caller.abort();
    expect(await work).toMatch(/^request_cancelled/);
  });
});

describe("a TEI embedding server", () => {
  test("names its model, cuts long texts and gives plain lists", async () => {
    const it = await server(({ path, body }) =>
      path === "/info" ? { json: { model_id: "intfloat/e5-base" } } : { json: body.inputs.map((text: string) => vectorOf(text)) },
    );
    const provider = await createEmbeddingProvider(
      loadSettings({
        HINDSIGHT_API_EMBEDDINGS_PROVIDER: "tei",
        HINDSIGHT_API_EMBEDDINGS_TEI_URL: it.url,
        HINDSIGHT_API_EMBEDDINGS_CALIBRATION: "0.7:0, 0.8:0.3, 1:1",
      }),
      log,
    );
    expect(provider.model).toMatchObject({ name: "tei:intfloat/e5-base", dimension: 4 });
    expect(provider.model.similarity(0.8)).toBeCloseTo(0.3, 6);
    await provider.embedPassages(["x"]);
    expect(it.asked.at(-1)).toMatchObject({ path: "/embed", body: { inputs: ["x"], truncate: true } });
    expect(it.asked.at(-1)?.headers.authorization).toBeUndefined();
  });
});

describe("a Cohere-style embedding server", () => {
  test("is told which texts are queries, and takes the shared key", async () => {
    const it = await server(({ body }) => ({ json: { embeddings: { float: body.texts.map((text: string) => vectorOf(text)) } } }));
    const provider = await createEmbeddingProvider(
      loadSettings({
        HINDSIGHT_API_EMBEDDINGS_PROVIDER: "cohere",
        HINDSIGHT_API_EMBEDDINGS_COHERE_BASE_URL: it.url,
        HINDSIGHT_API_EMBEDDINGS_COHERE_OUTPUT_DIMENSIONS: "4",
        HINDSIGHT_API_COHERE_API_KEY: KEY,
      }),
      log,
    );
    await provider.embedQuery("q");
    await provider.embedPassages(["p"]);
    expect(it.asked[0]).toMatchObject({ path: "/v2/embed", headers: { authorization: `Bearer ${KEY}` } });
    expect(it.asked.map((one) => one.body.input_type)).toEqual(["search_query", "search_document"]);
    expect(it.asked[0]?.body).toMatchObject({ output_dimension: 4, embedding_types: ["float"] });
  });
});

describe("an ONNX file of the user's own", () => {
  test("is found by its path, and brings its dimension along", async () => {
    const provider = await createEmbeddingProvider(
      loadSettings({
        HINDSIGHT_API_EMBEDDINGS_PROVIDER: "onnx",
        HINDSIGHT_API_EMBEDDINGS_ONNX_MODEL_PATH: fileURLToPath(E5_SMALL_V2.model.url),
      }),
      log,
    );
    open.push(provider);
    expect(provider.model).toMatchObject({ name: "onnx:weights/model.onnx|passage:", dimension: 384, languages: "any" });
    expect(await provider.embedQuery("Where is Delft?")).toEqual(await sharedEncoder().embedQuery("Where is Delft?"));
  });
});

describe("settings that cannot work", () => {
  test.each([
    [{ HINDSIGHT_API_EMBEDDINGS_PROVIDER: "tei" }, /TEI_URL is missing/],
    [
      { HINDSIGHT_API_EMBEDDINGS_PROVIDER: "tei", HINDSIGHT_API_EMBEDDINGS_TEI_URL: `http://u:${KEY}@host` },
      /holds a user name or password/,
    ],
    [{ HINDSIGHT_API_EMBEDDINGS_PROVIDER: "tei", HINDSIGHT_API_EMBEDDINGS_TEI_URL: `not ${KEY}` }, /not a URL/],
    [{ HINDSIGHT_API_EMBEDDINGS_PROVIDER: "onnx" }, /ONNX_MODEL_PATH is missing/],
    [{ HINDSIGHT_API_EMBEDDINGS_PROVIDER: "onnx", HINDSIGHT_API_EMBEDDINGS_ONNX_MODEL_PATH: "/nowhere/model.onnx" }, /there is no file/],
    [
      {
        HINDSIGHT_API_EMBEDDINGS_PROVIDER: "openai",
        HINDSIGHT_API_EMBEDDINGS_OPENAI_DIMENSIONS: "4",
        HINDSIGHT_API_EMBEDDINGS_CALIBRATION: "0.5:0.2,1:1",
      },
      /EMBEDDINGS_CALIBRATION/,
    ],
  ])("are refused with the variable's name: %o", async (env, message) => {
    expect(await codeOf(createEmbeddingProvider(loadSettings(env), log))).toMatch(message);
    expect(await codeOf(createEmbeddingProvider(loadSettings(env), log))).toMatch(/^configuration_invalid/);
  });
});
