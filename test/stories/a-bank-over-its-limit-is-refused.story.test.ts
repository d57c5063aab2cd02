import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { bankPath, openServer, type Reply, type TestServer } from "../support/server.js";
import { storyBank } from "../support/story.js";

/** Each reading of a text costs 120 tokens. */
const READING = 120;

describe.each(["pglite", "postgres"] as const)("a bank that has spent what it may, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let llm: ScriptedLlm;
  let server: TestServer;
  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm((call) =>
      call.content === "" ? { text: "ready" } : { json: { facts: [{ what: call.content, fact_type: "world", entities: [] }] } },
    );
    server = await openServer(
      { ...llm.env, HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: "200", HINDSIGHT_API_ENABLE_BANK_LLM_HEALTH: "1" },
      engine,
    );
  });
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });
  const readings = (): number => llm.calls.filter(({ content }) => content !== "").length;
  const retain = (bank: string, content: string, more: object = {}): Promise<Reply> =>
    server.call("POST", bankPath(bank, "/memories"), { items: [{ content, document_id: content.slice(0, 3) }], ...more });

  it.skipIf(!isThere)("is refused with the time at which it opens again, and stores nothing, while its neighbour goes on", async () => {
    expect((await retain("spender", "Ann moved to Delft.")).status).toBe(200);
    expect((await retain("spender", "Bob rows on the canal.")).status).toBe(200);
    const before = readings();
    const refused = await retain("spender", "Cas plays the cello.");
    expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining("200 tokens per day; 240 tokens are spent")]);
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(readings()).toBe(before); // nobody was asked
    const spender = storyBank(server, "spender");
    expect(await spender.everyText()).not.toContain("cello");
    expect(await spender.everyText()).toContain("canal"); // control

    expect((await retain("neighbour", "Dee repairs bicycles.")).status).toBe(200);
    expect((await storyBank(server, "neighbour").recallTexts("Who repairs bicycles?")).join("\n")).toContain("bicycles");
  });

  it.skipIf(!isThere)("sees what it spent, and each call behind it", async () => {
    const usage = (await server.call("GET", bankPath("spender", "/llm-usage"))).body;
    expect(usage.day).toMatchObject({
      calls: 2,
      failed_calls: 0,
      total_tokens: 2 * READING,
      limit_tokens: 200,
      limit_usd: null,
      reserved_tokens: 0,
    });
    expect(usage.day.unpriced_calls).toBe(2); // the scripted model is in no price table
    expect(Date.parse(usage.day.resets_at)).toBeGreaterThan(Date.now());

    const calls = (await server.call("GET", bankPath("spender", "/llm-requests?document_id=Bob"))).body;
    expect(calls).toMatchObject({ bank_id: "spender", total: 1, limit: 50, offset: 0 });
    expect(calls.items[0]).toMatchObject({
      bank_id: "spender",
      operation: "retain",
      scope: "retain_extract_facts",
      provider: "openai",
      model: "scripted-1",
      status: "success",
      total_tokens: READING,
      error: null,
      parent_span_id: null,
      llm_info: { call_type: "llm", cost_usd: null, finish_reason: "stop" },
    });
    expect(JSON.stringify(calls.items[0].input)).toContain("Bob rows on the canal.");
    expect(calls.items[0].output).toContain("Bob rows on the canal.");
    expect((await server.call("GET", bankPath("neighbour", "/llm-requests"))).body.total).toBe(1); // nothing crosses a bank
    expect((await server.call("GET", bankPath("spender", "/llm-requests?limit=501"))).status).toBe(422);
    expect((await server.call("GET", bankPath("spender", "/llm-requests?start_date=soon"))).status).toBe(400);

    const stats = (await server.call("GET", bankPath("spender", "/llm-requests/stats?period=30d"))).body;
    expect(stats).toMatchObject({ period: "30d", trunc: "day" });
    expect(stats.buckets).toHaveLength(30);
    expect(stats.buckets.at(-1)).toMatchObject({
      statuses: { success: 2 },
      total: 2,
      tokens: { input: 200, output: 40, total: 240, thoughts: 0 },
      cost_usd: 0,
      unpriced_calls: 2,
    });
  });

  it.skipIf(!isThere)("has its queued work put off to the turn of the day instead of failed", async () => {
    const id = (await retain("spender", "Eve keeps bees.", { async: true })).body.operation_id;
    let operation: { status: string; next_retry_at: string | null; error_message: string | null };
    do {
      await new Promise((resolve) => setTimeout(resolve, 50));
      operation = (await server.call("GET", bankPath("spender", `/operations/${id}`))).body;
    } while (operation.error_message === null && operation.status !== "completed");
    expect(operation).toMatchObject({ status: "pending", error_message: expect.stringContaining("spend limit") });
    expect(Date.parse(operation.next_retry_at ?? "")).toBeGreaterThanOrEqual(Math.ceil(Date.now() / 86_400_000) * 86_400_000 - 60_000);
  });

  it.skipIf(!isThere)("has work that its own limit put off done as soon as that limit is raised, and no other bank's", async () => {
    const limit = (bank: string, tokens: number | null) =>
      server.call("PATCH", bankPath(bank, "/config"), {
        updates: { spend_limits: tokens === null ? null : { tokens_per_hour: tokens } },
      });
    const operationOf = async (bank: string, id: string) => (await server.call("GET", bankPath(bank, `/operations/${id}`))).body;
    const ids = new Map<string, string>();
    for (const bank of ["thrifty", "miser"]) {
      expect((await limit(bank, 1)).status).toBe(200);
      expect((await retain(bank, "Ann moved to Delft.")).status).toBe(200); // spends it
      ids.set(bank, (await retain(bank, "Fay mends clocks.", { async: true })).body.operation_id);
      await expect
        .poll(async () => (await operationOf(bank, ids.get(bank) as string)).error_message, { timeout: 10_000 })
        .toEqual(expect.stringContaining("spend limit"));
    }
    expect((await limit("thrifty", null)).status).toBe(200);
    await expect
      .poll(async () => (await operationOf("thrifty", ids.get("thrifty") as string)).status, { timeout: 10_000 })
      .toBe("completed");
    expect(await operationOf("miser", ids.get("miser") as string)).toMatchObject({ status: "pending", next_retry_at: expect.any(String) });
  });

  it.skipIf(!isThere)("can ask whether its models answer", async () => {
    const health = await server.call("POST", bankPath("spender", "/health/llm"));
    expect([health.status, health.body]).toEqual([
      200,
      {
        bank_id: "spender",
        operations: ["retain", "consolidation", "reflect"].map((operation) => ({
          operation,
          ok: true,
          status: "connected",
          latency_ms: expect.any(Number),
        })),
      },
    ]);
    expect((await server.call("POST", bankPath("nobody", "/health/llm"))).status).toBe(404);
    expect((await server.call("GET", "/version")).body.features).toMatchObject({ llm_trace: true, bank_llm_health: true });
    expect((await server.call("GET", "/metrics")).text).toContain(
      'hindsight_llm_spend_refusals_total{level="bank",unit="tokens",window="day"',
    );
  });
});

describe("without a model", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer({ HINDSIGHT_API_LLM_TRACE_ENABLED: "false" });
    await server.retain("plain", [{ content: "Ann moved to Delft." }]);
  });
  afterAll(() => server.close());

  it("the probe is off and names its switch, the trace is empty, and nothing is spent", async () => {
    const off = await server.call("POST", bankPath("plain", "/health/llm"));
    expect([off.status, off.body.detail]).toEqual([404, expect.stringContaining("HINDSIGHT_API_ENABLE_BANK_LLM_HEALTH")]);
    expect((await server.call("GET", "/version")).body.features).toMatchObject({ llm_trace: false, bank_llm_health: false });
    expect((await server.call("GET", bankPath("plain", "/llm-requests"))).body).toMatchObject({ total: 0, items: [] });
    expect((await server.call("GET", bankPath("plain", "/llm-usage"))).body.day).toMatchObject({
      calls: 0,
      cost_usd: 0,
      limit_tokens: null,
    });
  });
});
