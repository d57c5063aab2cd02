// Reflecting when the model errs, fails or falls silent, and when its caller goes; and its progress as events.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { openReflection, type Reflection, results, searching, tools, use, wanted } from "../support/reflection.js";

describe.each(["pglite", "postgres"] as const)("a reflection that meets trouble, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let run: Reflection;
  beforeAll(async () => {
    if (isThere) run = await openReflection(engine);
  });
  afterAll(() => run?.close());

  it.skipIf(!isThere)(
    "answers mistakes of the model to the model: unknown tools, odd numbers, bad arguments, calls side by side",
    async () => {
      let shown: readonly Record<string, unknown>[] = [];
      const { status, body } = await run.ask(
        (call) => {
          if (results(call).length === 0) {
            return {
              toolCalls: [
                { name: "search_mental_models", input: { query: "Alice" } },
                { name: "recall", input: { query: "Alice Moreau", max_tokens: "none", max_chunk_tokens: "0" } },
                { name: "recall", input: { query: "Alice", max_tokens: "many" } },
                { name: "recall", input: { query: " " } },
              ],
            };
          }
          shown = results(call);
          return use("call=done", { answer: '```json\n{"answer": "Initech."}\n```', memory_ids: "none" });
        },
        { include: { tool_calls: {} }, fact_types: ["world", "experience"] },
      );
      expect([status, body.text]).toEqual([200, "Initech."]);
      expect(shown).toMatchObject([
        { error: expect.stringContaining("The tools are recall, expand, done.") },
        { memories: [{ text: expect.stringContaining("Initech") }] },
        { error: expect.stringContaining("whole number") },
        { error: expect.stringContaining("query") },
      ]);
      expect(body.trace.tool_calls.map(({ tool }: { readonly tool: string }) => tool)).toEqual(["recall", "recall", "recall"]);
    },
  );

  it.skipIf(!isThere)("a model that calls no tool is an error that says so; one that fails after a search is answered for", async () => {
    const deaf = await run.ask(() => ({ text: "Alice works somewhere, I guess." }));
    expect([deaf.status, deaf.body.detail]).toEqual([500, expect.stringContaining("without calling a tool")]);
    const down = await run.ask(() => ({ status: 400, message: "no" }));
    expect(down.status).toBe(502);
    expect(down.calls).toHaveLength(2);
    const halfway = await run.ask(
      searching("Alice Moreau", (call) => (tools(call).length === 0 ? { text: "Initech." } : { status: 400, message: "no" })),
    );
    expect([halfway.status, halfway.body.text]).toEqual([200, "Initech."]);
  });

  it.skipIf(!isThere)("tells its progress as events, and ends with the reply", async () => {
    run.play(searching("Alice Moreau", () => use("done", { answer: "Initech.", memory_ids: [] })));
    const send = (body: unknown) =>
      run.server.call("POST", `/v1/default/banks/${run.bank.id}/reflect`, body, { headers: { accept: "text/event-stream" } });
    const reply = await send({ query: "Where does Alice Moreau work?", include: { facts: {} } });
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const events = reply.text
      .trim()
      .split("\n\n")
      .map((event) => ({ name: /^event: (.*)$/m.exec(event)?.[1], data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null") }));
    expect(events.map(({ name }) => name)).toEqual(["tool_call", "evidence", "tool_call", "evidence", "answer"]);
    expect(events[2]?.data).toMatchObject({ tool: "recall", iteration: 1, input: { query: "Alice Moreau" } });
    expect(events[3]?.data).toMatchObject({ tool: "recall", found: expect.any(Number) });
    expect(events[4]?.data).toMatchObject({ text: "Initech.", based_on: { memories: expect.any(Array) } });
    expect((await send({ query: "" })).status).toBe(422); // a failure before the first event has its own status

    run.play(searching("Alice Moreau", (call) => (tools(call).length === 0 ? { status: 400, message: "no" } : { text: "no tool" })));
    const failed = await send({ query: "Where does Alice Moreau work?" });
    expect(failed.text).toMatch(/event: error\ndata: \{"status":502,/);
  });

  it.skipIf(!isThere)("stops when the caller hangs up: no further call of the model", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hangUp = new AbortController();
    const from = run.llm.calls.length;
    run.play(async (call) => {
      hangUp.abort();
      await held;
      return use(wanted(call) ?? "done", { query: "Alice Moreau", reason: "", answer: "Initech.", memory_ids: [] });
    });
    const path = `/v1/default/banks/${run.bank.id}/reflect`;
    await expect(run.server.call("POST", path, { query: "Where does Alice work?" }, { signal: hangUp.signal })).rejects.toThrow();
    const lastFailure = async () => (await run.bank.get("/llm-requests?operation=reflect&status=error&limit=1")).body.items[0]?.error;
    await expect.poll(lastFailure, { timeout: 120_000 }).toMatch(/hung up|cancel/);
    release();
    expect(run.llm.calls.length - from).toBe(1);
  });
});

describe("limits of a reflection", () => {
  it("its time: 504, and the model is asked no more", async () => {
    const run = await openReflection("pglite", { HINDSIGHT_API_REFLECT_WALL_TIMEOUT: "1" });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { status, body, calls } = await run.ask(async () => {
      await held;
      return { text: "too late" };
    });
    release();
    await run.close();
    expect([status, body.detail, calls.length]).toEqual([504, expect.stringContaining("HINDSIGHT_API_REFLECT_WALL_TIMEOUT"), 1]);
  });

  it("the spend of its bank: 429 with the time at which it opens again, and nobody is asked", async () => {
    const run = await openReflection("pglite", { HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: "400" });
    const play = searching("Alice Moreau", () => use("done", { answer: "Initech.", memory_ids: [] }));
    const first = await run.ask(play);
    const second = await run.ask(play);
    const usage = await run.bank.get("/llm-usage");
    await run.close();
    expect([first.status, first.body.usage.total_tokens]).toEqual([200, 360]);
    expect([second.status, second.calls.length < 3]).toEqual([429, true]);
    expect(Number(second.headers["retry-after"])).toBeGreaterThan(0);
    expect(usage.body.day.total_tokens).toBeLessThanOrEqual(480);
  });

  it("its lane: beyond the places a reflection waits, and is turned away", async () => {
    const run = await openReflection("pglite", {
      HINDSIGHT_API_ADMISSION_REFLECT_MAX_IN_FLIGHT: "1",
      HINDSIGHT_API_ADMISSION_REFLECT_MAX_WAIT_MS: "50",
    });
    let release: () => void = () => undefined;
    let arrived: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const busy = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const slow = run.ask(async (call) => {
      arrived();
      await held;
      return use(wanted(call) ?? "done", { reason: "", query: "Alice Moreau", answer: "Initech.", memory_ids: [] });
    });
    await busy;
    const turnedAway = await run.bank.call("POST", "/reflect", { query: "Who?" });
    expect([turnedAway.status, turnedAway.body.detail]).toEqual([503, expect.stringContaining("'reflect'")]);
    expect((await run.bank.recallTexts("Alice Moreau")).length).toBeGreaterThan(0); // control: recall has places of its own
    release();
    expect((await slow).status).toBe(200);
    await run.close();
  });
});
