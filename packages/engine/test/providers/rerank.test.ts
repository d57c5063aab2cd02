import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { createRerankProvider } from "../../src/providers/rerank/index.js";
import type { PairScorer, RerankProvider } from "../../src/providers/rerank/provider.js";
import { timeBoxed } from "../../src/providers/rerank/time-box.js";
import { type Asked, type ModelTestServer, modelTestServer, type Reply } from "./model-server.js";

const log = pino({ level: "silent" });
const open: { close(): Promise<void> }[] = [];
/** Longer than any of these tests may take: what does not end earlier does not end. */
const AMPLE = { budgetMs: 60_000 };
const PATIENT = { timeout: 60_000 };

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function server(script: (asked: Asked, nth: number) => Reply): Promise<ModelTestServer> {
  const made = await modelTestServer(script);
  open.push(made);
  return made;
}

function reranker(env: Readonly<Record<string, string>>): RerankProvider | null {
  const made = createRerankProvider(loadSettings(env), log);
  if (made !== null) open.push(made);
  return made;
}

const tei = (url: string, more: Readonly<Record<string, string>> = {}) =>
  reranker({ HINDSIGHT_API_RERANKER_PROVIDER: "tei", HINDSIGHT_API_RERANKER_TEI_URL: url, ...more })!;

const failed = (count: number) => ({ scores: Array.from({ length: count }, () => null), cut: "reranker_failed" });

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
  test("scores in its own order, which is put right, in batches; texts of equal length go together", async () => {
    const it = await server(({ body }) => ({
      json: body.texts.map((text: string, index: number) => ({ index, score: text.length / 100 })).reverse(),
    }));
    const provider = tei(it.url, { HINDSIGHT_API_RERANKER_TEI_BATCH_SIZE: "2" });
    await expect(provider.score("q", ["a", "bbb", "cc"], AMPLE)).resolves.toEqual({ scores: [0.01, 0.03, 0.02], cut: null });
    expect(it.asked.map((one) => one.body.texts)).toEqual([["a", "bbb"], ["cc"]]);
    expect(it.asked[0]).toMatchObject({ path: "/rerank", body: { query: "q", truncate: true } });
    await expect(provider.score("q", [], AMPLE)).resolves.toEqual({ scores: [], cut: null });
    expect(it.asked).toHaveLength(2);
  });

  test("is asked again after 429, where a pause fits the time; too few scores are not believed", async () => {
    const it = await server((_, nth) =>
      nth === 1 ? { status: 429, headers: { "retry-after": "0" }, json: {} } : { json: [{ index: 0, score: 0.5 }] },
    );
    await expect(tei(it.url).score("q", ["a"], AMPLE)).resolves.toEqual({ scores: [0.5], cut: null });
    expect(it.asked).toHaveLength(2);
    await expect(tei(it.url).score("q", ["a", "b"], AMPLE)).resolves.toEqual(failed(2));
  });

  test("is not asked again where the pause would pass the time, however many repeats the settings allow", async () => {
    const it = await server(() => ({ status: 503, headers: { "retry-after": "3600" }, json: {} }));
    const provider = tei(it.url, { HINDSIGHT_API_RERANKER_MAX_RETRIES: "100", HINDSIGHT_API_RERANKER_RETRY_BUDGET: "100000" });
    await expect(provider.score("q", ["a"], AMPLE)).resolves.toEqual(failed(1)); // waiting for it would outlast this test
    expect(it.asked).toHaveLength(1);
  });
});

describe("a Cohere-style reranking server", () => {
  test.each([
    ["", "/v2/rerank"],
    ["/v2", "/v2/rerank"],
    ["/v1", "/v1/rerank"],
    ["/v2/rerank", "/v2/rerank"],
  ])("is found at an address that ends in %o", async (ending, asked) => {
    const it = await server(({ body }) => ({
      json: { results: body.documents.map((_: string, index: number) => ({ index, relevance_score: index * 4 - 2 })) },
    }));
    const provider = reranker({
      HINDSIGHT_API_RERANKER_PROVIDER: "cohere",
      HINDSIGHT_API_RERANKER_COHERE_BASE_URL: `${it.url}${ending}`,
      HINDSIGHT_API_RERANKER_COHERE_API_KEY: "key-1",
    })!;
    const { scores } = await provider.score("q", ["a", "b"], AMPLE);
    expect(scores).toEqual([expect.closeTo(0.1192, 4), expect.closeTo(0.8808, 4)]);
    expect(it.asked[0]).toMatchObject({
      path: asked,
      headers: { authorization: "Bearer key-1" },
      body: { model: "rerank-english-v3.0", query: "q", documents: ["a", "b"], top_n: 2 },
    });
  });
});

describe("a server that answers nonsense costs the scores, and no error", () => {
  const texts = ["a", "b", "c"];
  const entries = (...scores: readonly unknown[]) => scores.map((score, index) => ({ index, score }));
  const NONSENSE: readonly (readonly [string, Reply])[] = [
    ["too few scores", { json: entries(0.1, 0.2) }],
    ["too many", { json: entries(0.1, 0.2, 0.3, 0.4) }],
    ["null for NaN everywhere", { json: entries(null, null, null) }],
    ["NaN as some libraries write it", { text: '[{"index":0,"score":NaN}]' }],
    ["infinity", { text: '[{"index":0,"score":1e999},{"index":1,"score":-1e999},{"index":2,"score":1e999}]' }],
    ["texts for scores", { json: entries("0.1", "high", "0.3") }],
    [
      "an index twice",
      {
        json: [
          { index: 0, score: 0.1 },
          { index: 0, score: 0.2 },
          { index: 2, score: 0.3 },
        ],
      },
    ],
    [
      "an index out of range",
      {
        json: [
          { index: 1, score: 0.1 },
          { index: 2, score: 0.2 },
          { index: 3, score: 0.3 },
        ],
      },
    ],
    [
      "a negative index",
      {
        json: [
          { index: -1, score: 0.1 },
          { index: 0, score: 0.2 },
          { index: 1, score: 0.3 },
        ],
      },
    ],
    [
      "an index that is text",
      {
        json: [
          { index: "0", score: 0.1 },
          { index: 1, score: 0.2 },
          { index: 2, score: 0.3 },
        ],
      },
    ],
    ["a web page", { headers: { "content-type": "text/html" }, text: "<html><body>Bad gateway</body></html>" }],
    ["nothing", { text: "" }],
    ["half an answer", { text: '[{"index":0,"score":0.1},{"ind' }],
    ["an object for a list", { json: { results: entries(0.1, 0.2, 0.3) } }],
    ["null", { json: null }],
    ["a refusal", { status: 401, json: { error: "no" } }],
    ["a broken connection", "break"],
  ];

  test.each(NONSENSE)("%s", async (_, reply) => {
    const it = await server(() => reply);
    await expect(tei(it.url, { HINDSIGHT_API_RERANKER_MAX_RETRIES: "0" }).score("q", texts, AMPLE)).resolves.toEqual(failed(3));
    expect(it.asked).toHaveLength(1);
  });

  test("one score that is none leaves its text without one; negative scores are logits, and count", async () => {
    const it = await server((_, nth) => ({ json: nth === 1 ? entries(0.9, null, 0.1) : entries(-4, -2, -6) }));
    const provider = tei(it.url);
    await expect(provider.score("q", texts, AMPLE)).resolves.toEqual({ scores: [0.9, null, 0.1], cut: "reranker_failed" });
    const { scores, cut } = await provider.score("q", texts, AMPLE);
    expect(scores).toEqual([-4, -2, -6].map((logit) => expect.closeTo(1 / (1 + Math.exp(-logit)), 6)));
    expect(cut).toBeNull();
  });

  test("control: the same texts with a good answer have their scores", async () => {
    const it = await server(() => ({ json: entries(0.1, 0.2, 0.3) }));
    await expect(tei(it.url).score("q", texts, AMPLE)).resolves.toEqual({ scores: [0.1, 0.2, 0.3], cut: null });
  });
});

/** A server of which each answer is written by hand, and which sees when its caller gives up. */
async function slowServer(answer: (response: ServerResponse, nth: number) => void) {
  let asked = 0;
  const left: Promise<void>[] = [];
  const it: Server = createServer((request, response) => {
    left.push(new Promise((resolve) => response.once("close", resolve)));
    request.resume();
    request.once("end", () => answer(response, ++asked));
  });
  await new Promise<void>((resolve) => it.listen(0, "127.0.0.1", resolve));
  open.push({
    async close() {
      it.closeAllConnections();
      await new Promise<void>((resolve) => it.close(() => resolve()));
    },
  });
  return {
    url: `http://127.0.0.1:${(it.address() as AddressInfo).port}`,
    asked: () => asked,
    callersLeft: () => Promise.all(left),
  };
}

describe("a server that is too slow", () => {
  test("is left when the time is up, and sees its caller go", async () => {
    const it = await slowServer(() => undefined); // sleeps for good
    await expect(tei(it.url).score("q", ["a", "b"], { budgetMs: 50 })).resolves.toEqual({ scores: [null, null], cut: "reranker_time" });
    await it.callersLeft(); // hangs where the call goes on
    expect(it.asked()).toBe(1);
  });

  test("and that stops in the middle of its answer, too", async () => {
    const it = await slowServer((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('[{"index":0,"score":0.');
    });
    await expect(tei(it.url).score("q", ["a"], { budgetMs: 50 })).resolves.toEqual({ scores: [null], cut: "reranker_time" });
    await it.callersLeft();
  });

  test("and that dies in the middle of its answer costs that answer", async () => {
    const it = await slowServer((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('[{"index":0,"score":0.', () => response.destroy());
    });
    const provider = tei(it.url, { HINDSIGHT_API_RERANKER_MAX_RETRIES: "0" });
    await expect(provider.score("q", ["a"], AMPLE)).resolves.toEqual(failed(1));
  });

  test("keeps what it scored in time", async () => {
    const it = await slowServer((response, nth) => {
      if (nth === 1)
        response.end(
          JSON.stringify([
            { index: 0, score: 0.7 },
            { index: 1, score: 0.6 },
          ]),
        );
    });
    const provider = tei(it.url, { HINDSIGHT_API_RERANKER_TEI_BATCH_SIZE: "2" });
    const { scores, cut } = await provider.score("q", ["a", "b", "c", "d"], { budgetMs: 2_000 });
    expect([scores, cut]).toEqual([[0.7, 0.6, null, null], "reranker_time"]);
    expect(provider.circuit()).toBe("closed");
  });

  test("a caller who hangs up ends the call, with his reason, and that is no failure of the server", async () => {
    const it = await slowServer(() => leaving.abort(new Error("gone")));
    const leaving = new AbortController();
    const provider = tei(it.url);
    await expect(provider.score("q", ["a"], { ...AMPLE, signal: leaving.signal })).rejects.toThrow("gone");
    await it.callersLeft();
    for (let i = 0; i < 3; i++) await expect(provider.score("q", ["a"], { ...AMPLE, signal: leaving.signal })).rejects.toThrow("gone");
    expect([it.asked(), provider.circuit()]).toEqual([1, "closed"]);
  });
});

describe("a server that fails", () => {
  function scripted(script: (nth: number) => readonly number[] | Error | "hang") {
    let asked = 0;
    const scorer: PairScorer = {
      name: "scripted",
      limits: { maxPairs: 8, maxTokens: 1024, maxPairTokens: 512, window: 32 },
      hasOneScale: false,
      mustLoad: false,
      async score(_, texts, signal) {
        const answer = script(++asked);
        if (answer instanceof Error) throw answer;
        if (answer !== "hang") return texts.map((__, i) => answer[i] ?? 0.5);
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
      load: async () => undefined,
      close: async () => undefined,
    };
    let now = 0;
    const provider = timeBoxed(scorer, { log, usualMs: 20, clock: () => now });
    const pass = (ms: number): void => {
      now += ms;
    };
    return { provider, asked: () => asked, pass };
  }
  const ask = (provider: RerankProvider, budgetMs = 60_000) => provider.score("q", ["a"], { budgetMs }).then(({ cut }) => cut);

  test("three times in a row is not asked for a while; then one call in the background finds out, for which no recall waits", async () => {
    let isUp = false;
    const it = scripted(() => (isUp ? [0.5] : new Error("down")));
    for (let i = 0; i < 3; i++) expect(await ask(it.provider)).toBe("reranker_failed");
    expect(await ask(it.provider)).toBe("reranker_open");
    expect([it.asked(), it.provider.circuit()]).toEqual([3, "open"]);
    it.pass(10_000);
    expect(await ask(it.provider)).toBe("reranker_open"); // sends the probe
    await vi.waitFor(() => expect([it.asked(), it.provider.circuit()]).toEqual([4, "open"]), PATIENT);
    isUp = true;
    it.pass(10_000);
    expect(await ask(it.provider)).toBe("reranker_open");
    expect(it.asked()).toBe(4); // the second rest is longer
    it.pass(10_000);
    expect(await ask(it.provider)).toBe("reranker_open");
    await vi.waitFor(() => expect(it.provider.circuit()).toBe("closed"), PATIENT);
    expect(await ask(it.provider)).toBeNull();
  });

  test("by sleeping is left alone as well, but not because of one who gave it less time than is usual", async () => {
    const hasty = scripted(() => "hang");
    for (let i = 0; i < 5; i++) expect(await ask(hasty.provider, 1)).toBe("reranker_time");
    expect(hasty.provider.circuit()).toBe("closed");
    const it = scripted(() => "hang");
    for (let i = 0; i < 3; i++) expect(await ask(it.provider, 20)).toBe("reranker_time");
    expect(await ask(it.provider)).toBe("reranker_open");
    expect(it.asked()).toBe(3);
  });

  test("a probe that sleeps is given up after the usual time", async () => {
    const it = scripted((nth) => (nth > 3 ? "hang" : new Error("down")));
    for (let i = 0; i < 3; i++) await ask(it.provider);
    it.pass(10_000);
    await ask(it.provider);
    expect(it.provider.circuit()).toBe("half_open");
    await vi.waitFor(() => expect(it.provider.circuit()).toBe("open"), PATIENT);
  });
});
