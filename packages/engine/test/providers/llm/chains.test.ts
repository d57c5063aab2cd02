import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { HindsightError } from "../../../src/errors.js";
import { type CallFailure, ModelCallError } from "../../../src/providers/llm/adapter.js";
import { retryAtOf, usageOf } from "../../../src/providers/llm/index.js";
import { permits } from "../../../src/providers/llm/limits.js";
import { memberOrder } from "../../../src/providers/llm/order.js";
import { OPENAI, reply, request, scripted, USAGE } from "./scripted.js";

const TWO = {
  ...OPENAI,
  HINDSIGHT_API_LLM_1_PROVIDER: "groq",
  HINDSIGHT_API_LLM_1_API_KEY: "key-of-the-second",
  HINDSIGHT_API_LLM_MAX_RETRIES: "1",
};
const failing =
  (failure: CallFailure, more = {}) =>
  () =>
    new ModelCallError(failure, `said ${failure}`, more);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof HindsightError ? error.code : String(error)),
  );

describe("a chain", () => {
  test("uses up the retries of a member before it asks the next, and counts both", async () => {
    const { models, calls } = scripted({ openai: failing("unavailable", { usage: USAGE }), groq: () => "from groq" }, { env: TWO });
    expect(await models.complete(request())).toMatchObject({
      text: "from groq",
      provider: "groq",
      model: "openai/gpt-oss-120b",
      usage: { total: 36 },
    });
    expect(calls.map(({ spec }) => spec.provider)).toEqual(["openai", "openai", "groq"]);
    expect(calls.at(-1)?.spec.apiKey).toBe("key-of-the-second");
  });

  test.each(["bad_request", "unauthorised", "context_too_long"] as const)("goes on at once after %s", async (failure) => {
    const { models, calls } = scripted({ openai: failing(failure), groq: () => "from groq" }, { env: TWO });
    expect((await models.complete(request())).text).toBe("from groq");
    expect(calls).toHaveLength(2);
  });

  test("ends with a refusal", async () => {
    const { models, calls } = scripted({ openai: failing("refused"), groq: () => "from groq" }, { env: TWO });
    expect(await codeOf(models.complete(request()))).toBe("llm_refused");
    expect(calls).toHaveLength(1);
  });

  test("ends with an answer that is too long, and with a cancellation", async () => {
    const cut = scripted(
      { openai: () => ({ text: null, toolCalls: [], finishReason: "length", usage: USAGE }), groq: () => "from groq" },
      { env: TWO },
    );
    expect(await codeOf(cut.models.complete(request()))).toBe("llm_output_too_long");
    const hangUp = new AbortController();
    const cancelled = scripted(
      {
        openai: () => {
          hangUp.abort();
          return new ModelCallError("unreachable", "broke");
        },
        groq: () => "from groq",
      },
      { env: TWO },
    );
    expect(await codeOf(cancelled.models.complete(request({ signal: hangUp.signal })))).toBe("request_cancelled");
    expect([cut.calls.length, cancelled.calls.length]).toEqual([1, 1]);
  });

  test("that fails altogether says why the last one did, and when the first takes calls again", async () => {
    const { models } = scripted(
      { openai: failing("rate_limited", { retryAfterMs: 600_000 }), groq: failing("unavailable", { usage: USAGE }) },
      { env: TWO },
    );
    const error = await models.complete(request()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "llm_unavailable", message: expect.stringContaining("of groq") });
    expect(retryAtOf(error)).toBe("2026-11-30T12:10:00.000Z");
    expect(usageOf(error).total).toBe(24);
  });

  test("whose last model rejects the call is worth another try where an earlier one may answer by then", async () => {
    const passing = scripted({ openai: failing("unavailable"), groq: failing("unauthorised") }, { env: TWO });
    expect(await passing.models.complete(request()).catch((reason: unknown) => reason)).toMatchObject({
      code: "llm_unavailable",
      message: expect.stringContaining("of openai"),
    });
    const all = scripted({ openai: failing("bad_request"), groq: failing("unauthorised") }, { env: TWO });
    expect(await codeOf(all.models.complete(request()))).toBe("llm_rejected");
    expect(all.calls).toHaveLength(2); // control: the second was asked as well
  });

  test("begins in turn where it is round-robin, by weight", async () => {
    const env = { ...TWO, HINDSIGHT_API_LLM_STRATEGY: '{"mode":"round-robin","weights":[2,1]}' };
    const { models } = scripted({ openai: () => "from openai", groq: () => "from groq" }, { env });
    const asked: string[] = [];
    for (let n = 0; n < 6; n += 1) asked.push((await models.complete(request())).provider);
    expect(asked).toEqual(["openai", "groq", "openai", "openai", "groq", "openai"]);
  });

  test("has members that are made on first use, once for all purposes, and again when that failed", async () => {
    const { models, created } = scripted(() => "done");
    expect(created).toEqual([]);
    await models.complete(request());
    await models.complete(request({ purpose: "reflect" }));
    expect(created).toHaveLength(1);
    expect(models.describe("consolidation")).toEqual({ provider: "openai", model: "gpt-4o-mini", seesImages: true });
    expect(models.has("mental_model_refresh")).toBe(true);
  });

  test("an unknown provider is refused with the nearest name", () => {
    expect(() => scripted(() => "", { env: { ...OPENAI, HINDSIGHT_API_REFLECT_LLM_PROVIDER: "antropic" } })).toThrow(
      /HINDSIGHT_API_REFLECT_LLM_PROVIDER is "antropic".*"anthropic"/,
    );
  });

  test("a model that sees no pictures gets the words around them", async () => {
    const { models, calls } = scripted({ openai: failing("unavailable"), groq: () => "done" }, { env: TWO });
    const image = { type: "image" as const, mediaType: "image/png", bytes: new Uint8Array(3) };
    await models.complete(request({ messages: [{ role: "user", content: [{ type: "text", text: "Look:" }, image] }] }));
    expect(calls[0]?.call.messages[0]?.content).toHaveLength(2);
    expect(calls.at(-1)?.call.messages[0]?.content).toEqual([{ type: "text", text: "Look:" }]);
  });

  test("a purpose without a model says so, also beside one that has one", async () => {
    const { models, calls } = scripted(() => "done", {
      env: { HINDSIGHT_API_REFLECT_LLM_PROVIDER: "openai", HINDSIGHT_API_REFLECT_LLM_API_KEY: "key-of-a-test" },
    });
    expect([models.has("retain"), models.has("reflect"), models.describe("retain")]).toEqual([false, true, null]);
    expect(await codeOf(models.complete(request()))).toBe("llm_not_configured");
    expect((await models.complete(request({ purpose: "mental_model_refresh" }))).text).toBe("done");
    expect(calls).toHaveLength(1);
  });

  test("a probe asks every member once and never throws", async () => {
    const { models, calls } = scripted({ openai: failing("unauthorised"), groq: () => "ready" }, { env: TWO });
    expect(await models.probe("retain", new AbortController().signal)).toMatchObject([
      { provider: "openai", ok: false, failure: "unauthorised", error: expect.stringContaining("HINDSIGHT_API_LLM_API_KEY") },
      { provider: "groq", ok: true, error: null },
    ]);
    expect(calls).toHaveLength(2);
  });
});

describe("an order", () => {
  test("of equal weights takes turns; every order names all", () => {
    const next = memberOrder(3, { mode: "round-robin", weights: [] });
    expect(Array.from({ length: 4 }, next)).toEqual([
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
      [0, 1, 2],
    ]);
    expect(memberOrder(2, { mode: "failover", weights: [1, 9] })()).toEqual([0, 1]);
  });
});

/** An adapter whose calls end when the test says so. */
function held() {
  const open: (() => void)[] = [];
  let most = 0;
  return {
    most: () => most,
    open,
    act: async () => {
      await new Promise<void>((resolve) => {
        open.push(resolve);
        most = Math.max(most, open.length);
      });
      return "done";
    },
  };
}

/** Everything that can run without an answer has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function releaseAll(gate: ReturnType<typeof held>): Promise<void> {
  for (await settled(); gate.open.length > 0; await settled()) for (const release of gate.open.splice(0)) release();
}

describe("limits", () => {
  test("hold for a provider over all purposes", async () => {
    const gate = held();
    const { models, calls } = scripted(gate.act, { env: { ...OPENAI, HINDSIGHT_API_LLM_MAX_CONCURRENT: "3" } });
    const work = Array.from({ length: 8 }, (_, n) => models.complete(request({ purpose: n % 2 === 0 ? "retain" : "reflect" })));
    await settled();
    expect(calls).toHaveLength(3);
    await releaseAll(gate);
    expect(await Promise.all(work)).toHaveLength(8);
    expect(gate.most()).toBe(3);
  });

  test("of a purpose hold for it alone, and a waiting call takes no place of the provider", async () => {
    const gate = held();
    const env = { ...OPENAI, HINDSIGHT_API_LLM_MAX_CONCURRENT: "2", HINDSIGHT_API_RETAIN_LLM_MAX_CONCURRENT: "1" };
    const { models, calls } = scripted(gate.act, { env });
    const retains = Array.from({ length: 3 }, () => models.complete(request()));
    await settled();
    expect(calls).toHaveLength(1);
    const reflection = models.complete(request({ purpose: "reflect" }));
    await settled();
    expect(calls).toHaveLength(2); // the reflection, past two waiting retains
    await releaseAll(gate);
    await Promise.all([...retains, reflection]);
    expect(gate.most()).toBe(2);
  });

  test("are free during a pause", async () => {
    let goOn: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const env = { ...OPENAI, HINDSIGHT_API_LLM_MAX_CONCURRENT: "1" };
    const { models } = scripted((_, nth) => (nth === 1 ? new ModelCallError("unavailable", "busy") : "done"), { env, pause: () => paused });
    const first = models.complete(request());
    await settled();
    expect((await models.complete(request())).text).toBe("done"); // would wait for ever behind a held place
    goOn();
    expect((await first).text).toBe("done");
  });

  test("keep no place for who gave up waiting", async () => {
    const places = permits(1);
    const release = await places.acquire(new AbortController().signal);
    const stop = new AbortController();
    const waiting = places.acquire(stop.signal);
    stop.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    const next = places.acquire(new AbortController().signal);
    release();
    release(); // twice is once
    (await next)();
    (await places.acquire(new AbortController().signal))();
  });

  test("a call that is cancelled while it waits is recorded and frees nothing twice", async () => {
    const gate = held();
    const { models, calls, records } = scripted(gate.act, { env: { ...OPENAI, HINDSIGHT_API_LLM_MAX_CONCURRENT: "1" } });
    const first = models.complete(request());
    const stop = new AbortController();
    const second = codeOf(models.complete(request({ signal: stop.signal })));
    await settled();
    stop.abort();
    expect(await second).toBe("request_cancelled");
    expect(records).toHaveLength(1);
    await releaseAll(gate);
    await first;
    expect(calls).toHaveLength(1);
  });
});

describe("whatever the models do", () => {
  const answers = fc.constantFrom<CallFailure | "prose" | "object" | "empty" | "cut">(
    "rate_limited",
    "unavailable",
    "timeout",
    "bad_request",
    "unauthorised",
    "context_too_long",
    "refused",
    "prose",
    "object",
    "empty",
    "cut",
  );

  test("attempts are bounded, each is watched and counted once, and every place is free again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 12 }), fc.nat({ max: 3 }), async (script, retries) => {
        const act = (_: unknown) => {
          const next = script.shift() ?? "object";
          if (next === "object") return reply('{"a":1}');
          if (next === "prose") return reply("I would rather talk.");
          if (next === "empty") return reply("", { usage: USAGE });
          if (next === "cut") return reply('{"a"', { finishReason: "length" });
          return new ModelCallError(next, "scripted", { usage: USAGE });
        };
        const env = { ...TWO, HINDSIGHT_API_LLM_MAX_RETRIES: String(retries), HINDSIGHT_API_LLM_MAX_CONCURRENT: "1" };
        const { models, calls, events, records } = scripted({ openai: act, groq: act }, { env });
        const wanted = { ...request(), schema: z.looseObject({ a: z.number() }), schemaName: "any" };
        const spent = await models.completeObject(wanted).then(({ usage }) => usage, usageOf);
        expect(calls.length).toBeLessThanOrEqual(2 * (1 + retries + (retries > 0 ? 1 : 0)));
        expect(events.filter((event) => event === "before")).toHaveLength(calls.length);
        expect(records).toHaveLength(calls.length);
        expect(spent.total).toBe(records.reduce((sum, { usage }) => sum + usage.total, 0));
        script.length = 0;
        expect((await models.completeObject(wanted)).object).toEqual({ a: 1 });
      }),
      { numRuns: 300 },
    );
  });
});
