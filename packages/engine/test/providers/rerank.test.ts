import { fileURLToPath } from "node:url";
import { E5_SMALL_V2 } from "@hindsight-memory/models-en";
import fc from "fast-check";
import pino from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { createRerankProvider } from "../../src/providers/rerank/index.js";
import { normaliseScores } from "../../src/providers/rerank/normalise.js";
import { type Asked, type ModelTestServer, modelTestServer, type Reply } from "./model-server.js";

const log = pino({ level: "silent" });
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function server(script: (asked: Asked, nth: number) => Reply): Promise<ModelTestServer> {
  const made = await modelTestServer(script);
  open.push(made);
  return made;
}

function reranker(env: Readonly<Record<string, string>>) {
  const made = createRerankProvider(loadSettings(env), log);
  if (made !== null) open.push(made);
  return made;
}

const tei = (url: string) => reranker({ HINDSIGHT_API_RERANKER_PROVIDER: "tei", HINDSIGHT_API_RERANKER_TEI_URL: url })!;
const codeOf = (work: Promise<unknown>): Promise<string> => work.then(() => "answered").catch((error) => `${error.code}: ${error.message}`);

describe("scores", () => {
  const score = fc.oneof(fc.double({ noNaN: true, min: -50, max: 50 }), fc.constant(Number.NaN));

  test("are always in 0…1, and keep their order", () => {
    fc.assert(
      fc.property(fc.array(score), (scores) => {
        const normal = normaliseScores(scores);
        expect(normal).toHaveLength(scores.length);
        const numbers = scores.map((x) => (Number.isNaN(x) ? 0 : x));
        normal.forEach((x, i) => {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(1);
          for (let j = 0; j < i; j++) if (numbers[i]! > numbers[j]!) expect(x).toBeGreaterThanOrEqual(normal[j]!);
        });
      }),
    );
  });

  test("that are probabilities stay; a NaN among them does not make them logits", () => {
    expect(normaliseScores([0.2, Number.NaN, 1])).toEqual([0.2, 0, 1]);
    expect(normaliseScores([0, 2])).toEqual([0.5, expect.closeTo(0.8808, 4)]);
  });
});

describe("without a reranker", () => {
  test("unset, none and rrf are null, and so is a built-in one that does not exist", () => {
    expect(reranker({})).toBeNull();
    for (const provider of ["none", "rrf", "local"]) expect(reranker({ HINDSIGHT_API_RERANKER_PROVIDER: provider })).toBeNull();
  });

  test("a provider without its address or file is refused", () => {
    expect(() => reranker({ HINDSIGHT_API_RERANKER_PROVIDER: "tei" })).toThrow(/RERANKER_TEI_URL is missing/);
    expect(() => reranker({ HINDSIGHT_API_RERANKER_PROVIDER: "onnx" })).toThrow(/RERANKER_ONNX_MODEL_PATH is missing/);
  });
});

describe("a TEI reranking server", () => {
  test("scores in its own order, which is put right, in batches", async () => {
    const it = await server(({ body }) => ({
      json: body.texts.map((text: string, index: number) => ({ index, score: text.length / 10 })).reverse(),
    }));
    const provider = reranker({
      HINDSIGHT_API_RERANKER_PROVIDER: "tei",
      HINDSIGHT_API_RERANKER_TEI_URL: it.url,
      HINDSIGHT_API_RERANKER_TEI_BATCH_SIZE: "2",
    })!;
    expect(provider.pairsPerSecond?.()).toBeNull();
    expect(await provider.score("q", ["a", "bbb", "cc"])).toEqual([0.1, 0.3, 0.2]);
    expect(it.asked.map((one) => one.body.texts)).toEqual([["a", "bbb"], ["cc"]]);
    expect(it.asked[0]).toMatchObject({ path: "/rerank", body: { query: "q", truncate: true } });
    expect(provider.pairsPerSecond?.()).toBeGreaterThan(0);
    expect(await provider.score("q", [])).toEqual([]);
    expect(it.asked).toHaveLength(2);
  });

  test("is asked again after 429; too few scores are not believed", async () => {
    const it = await server((_, nth) =>
      nth === 1 ? { status: 429, headers: { "retry-after": "0" }, json: {} } : { json: [{ index: 0, score: 0.5 }] },
    );
    expect(await tei(it.url).score("q", ["a"])).toEqual([0.5]);
    expect(it.asked).toHaveLength(2);
    expect(await codeOf(tei(it.url).score("q", ["a", "b"]))).toMatch(/^model_unavailable: .*1 results for 2 texts/);
  });
});

describe("a Cohere-style reranking server", () => {
  test.each(["", "/v2", "/v2/rerank"])("is found at an address that ends in %o", async (ending) => {
    const it = await server(({ body }) => ({
      json: { results: body.documents.map((_: string, index: number) => ({ index, relevance_score: index * 4 - 2 })) },
    }));
    const provider = reranker({
      HINDSIGHT_API_RERANKER_PROVIDER: "cohere",
      HINDSIGHT_API_RERANKER_COHERE_BASE_URL: `${it.url}${ending}`,
      HINDSIGHT_API_RERANKER_COHERE_API_KEY: "key-1",
    })!;
    expect(await provider.score("q", ["a", "b"])).toEqual([expect.closeTo(0.1192, 4), expect.closeTo(0.8808, 4)]);
    expect(it.asked[0]).toMatchObject({
      path: "/v2/rerank",
      headers: { authorization: "Bearer key-1" },
      body: { model: "rerank-english-v3.0", query: "q", documents: ["a", "b"], top_n: 2 },
    });
  });
});

describe("a cross-encoder from an ONNX file", () => {
  const file = fileURLToPath(new URL("fixtures/overlap-cross-encoder.onnx", import.meta.url));
  const onnx = (more: Readonly<Record<string, string>> = {}) =>
    reranker({
      HINDSIGHT_API_RERANKER_PROVIDER: "onnx",
      HINDSIGHT_API_RERANKER_ONNX_MODEL_PATH: file,
      HINDSIGHT_API_RERANKER_ONNX_TOKENIZER_NAME_OR_PATH: fileURLToPath(E5_SMALL_V2.tokenizer.url),
      ...more,
    })!;

  test("scores pairs in a thread: this one counts common words, minus two, doubled", async () => {
    const provider = onnx();
    await provider.warm?.();
    expect(provider.pairsPerSecond?.()).toBeGreaterThan(0);
    // More texts than one batch, of different lengths: padding and order must not matter.
    const texts = [
      "red fox",
      "blue whale",
      `${"long ".repeat(40)}red`,
      "the red fox runs",
      ...Array.from({ length: 9 }, () => "grey wolf"),
    ];
    const logits = [0, -4, -2, 0, ...Array.from({ length: 9 }, () => -4)];
    expect(await provider.score("red fox", texts)).toEqual(logits.map((x) => expect.closeTo(1 / (1 + Math.exp(-x)), 5)));
  });

  test("cuts a pair to its limit and leaves room for the text, however long the query", async () => {
    const provider = onnx({ HINDSIGHT_API_RERANKER_ONNX_MAX_TOKENS: "16" });
    const [found, cut] = await provider.score("fox ".repeat(100), ["fox", `${"wolf ".repeat(50)}fox`]);
    expect(found).toBeGreaterThan(0.99);
    expect(cut).toBeLessThan(0.05);
  });

  test("that is no model is unavailable, with the reason", async () => {
    const provider = onnx({ HINDSIGHT_API_RERANKER_ONNX_MODEL_PATH: fileURLToPath(E5_SMALL_V2.tokenizer.url) });
    expect(await codeOf(provider.score("q", ["a"]))).toMatch(/^model_unavailable: .*could not be loaded/);
  });
});
