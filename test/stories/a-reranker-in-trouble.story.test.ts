// A reranker that sleeps, answers nonsense or dies costs a recall its scores and no more: server and reranker are processes of their own.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freshDataDir } from "../../packages/engine/test/support/database.js";
import { overHttp } from "../mcp/support/client.js";
import { bankPath } from "../support/server.js";
import { type ChildServer, startChildServer } from "../workers/child-server.js";
import { hindsight } from "../workers/cli.js";

const KEYS = [
  "The house key hangs on the red hook.",
  "The office key lies in the top drawer.",
  "The cellar key is under the flower pot.",
  "The bicycle key is on Ann's ring.",
];
const QUESTION = "Where is the house key?";
/** More than a recall takes on a busy machine, and the most that may be asked for. */
const AMPLE = 60_000;
const SCRIPT = fileURLToPath(new URL("../support/reranker-process.mjs", import.meta.url));

interface Reranker {
  readonly url: string;
  behave(behaviour: string): Promise<void>;
  seen(): Promise<{ readonly asked: number; readonly left: number }>;
  kill(): Promise<void>;
}

async function startReranker(port = 0): Promise<Reranker> {
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    async behave(behaviour) {
      const { status } = await fetch(`${url}/behave`, { method: "POST", body: behaviour });
      if (status !== 204) throw new Error(`There is no such behaviour: ${behaviour}`);
    },
    seen: async () => (await fetch(`${url}/seen`)).json() as Promise<{ asked: number; left: number }>,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

describe("a reranker in trouble", { timeout: 240_000 }, () => {
  let dataDir: string;
  let reranker: Reranker;
  let server: ChildServer;
  let builtIn: readonly string[];

  beforeAll(async () => {
    dataDir = await freshDataDir();
    reranker = await startReranker();
    server = await startChildServer({
      HINDSIGHT_DATA_DIR: dataDir,
      HINDSIGHT_API_RERANKER_PROVIDER: "tei",
      HINDSIGHT_API_RERANKER_TEI_URL: reranker.url,
    });
    await server.call("POST", bankPath("keys", "/memories"), { items: KEYS.map((content) => ({ content })) });
    builtIn = (await recall({ rerank_budget_ms: 0 })).texts;
    expect(builtIn).toHaveLength(4);
    expect(builtIn[0]).toContain("house");
    // The server has measured its pace: from here on nobody asks but recalls.
    await vi.waitFor(async () => expect(await reranker.seen()).toEqual({ asked: 4, left: 0 }), { timeout: AMPLE });
  }, 240_000);
  afterAll(async () => {
    await reranker?.kill();
    await server?.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  });

  async function recall(more: Readonly<Record<string, unknown>> = {}) {
    const { status, body } = await server.call("POST", bankPath("keys", "/memories/recall"), {
      query: QUESTION,
      rerank_budget_ms: AMPLE,
      trace: true,
      ...more,
    });
    expect(status).toBe(200);
    const texts = body.results.map(({ text }: { readonly text: string }) => text) as readonly string[];
    return { texts, body, degraded: body.degraded as readonly string[] | undefined };
  }

  /** Nothing is left of the trouble; and no failure is counted with the next one. */
  async function works(): Promise<void> {
    await reranker.behave("works");
    const { texts, body } = await recall();
    expect(texts[0]).toContain("cellar");
    expect(body).not.toHaveProperty("degraded");
    expect(body.trace.reranker).toMatchObject({ scored: 4, candidates: 4, cut: null });
  }

  function expectBuiltIn({ texts, body, degraded }: Awaited<ReturnType<typeof recall>>, cut: string): void {
    expect(texts).toEqual(builtIn);
    expect(degraded).toEqual([cut]);
    expect(body.trace.reranker).toMatchObject({ scored: 0, candidates: 4, cut });
  }

  test("control: one that works has its say", works);

  test("that sleeps is left when its time is up, and notices", async () => {
    await reranker.behave("sleeps");
    const before = await reranker.seen();
    const found = await recall({ rerank_budget_ms: 150 });
    expectBuiltIn(found, "reranker_time");
    await expect.poll(reranker.seen, { timeout: AMPLE }).toEqual({ asked: before.asked + 1, left: before.left + 1 });
    await works();
  });

  test.each([
    "answers NaN",
    "answers too little",
    "answers too much",
    "answers one index again and again",
    "answers indices that are none",
    "answers words",
    "answers with a web page",
    "answers half of it",
    "is out of order",
  ])("that %s leaves the built-in order", async (behaviour) => {
    await reranker.behave(behaviour);
    expectBuiltIn(await recall({ rerank_budget_ms: 10_000 }), "reranker_failed");
    await works();
  });

  test("that dies in the middle of its answer, and is refused a connection then, and comes back", async () => {
    const port = Number(new URL(reranker.url).port);
    await reranker.behave("dies in the middle of its answer");
    expectBuiltIn(await recall({ rerank_budget_ms: 2_000 }), "reranker_failed");
    expectBuiltIn(await recall({ rerank_budget_ms: 2_000 }), "reranker_failed"); // nobody listens there any more
    reranker = await startReranker(port);
    await works();
    await reranker.kill();
    expectBuiltIn(await recall({ rerank_budget_ms: 2_000 }), "reranker_failed");
    reranker = await startReranker(port);
    await works();
  });

  test("is told of by every door, and left out by each of them", async () => {
    await reranker.behave("is out of order");
    const agent = await overHttp(`${server.url}/mcp/keys/`);
    try {
      const { asked } = await reranker.seen();
      const without = await agent.call("recall", { query: QUESTION, rerank_budget_ms: 0 });
      expect(without.value).not.toHaveProperty("degraded");
      const command = async (...more: readonly string[]) => {
        const { ended } = hindsight(["recall", "keys", QUESTION, "-o", "json", ...more], { HINDSIGHT_API_URL: server.url });
        const { status, output, errors } = await ended;
        return { status, errors, degraded: status === 0 ? JSON.parse(output).degraded : null };
      };
      expect(await command("--rerank-budget-ms", "0")).toMatchObject({ status: 0, degraded: undefined });
      expect((await reranker.seen()).asked).toBe(asked); // control: neither asked it
      expect((await agent.call("recall", { query: QUESTION, rerank_budget_ms: 5_000 })).value.degraded).toEqual(["reranker_failed"]);
      expect(await command("--rerank-budget-ms", "5000")).toMatchObject({ status: 0, degraded: ["reranker_failed"] });
      expect((await command("--rerank-budget-ms", "soon")).errors).toContain("--rerank-budget-ms takes a whole number from 0");
      expect(await command("--rerank-budget-ms", "60001")).toMatchObject({ status: 1, errors: expect.stringContaining("60000") });
    } finally {
      await agent.close();
    }
    await works();
  });
});
