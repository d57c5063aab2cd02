import { describe, expect, test } from "vitest";
import { HindsightError } from "../../../src/errors.js";
import { type CallFailure, ModelCallError } from "../../../src/providers/llm/adapter.js";
import { retryAtOf, usageOf } from "../../../src/providers/llm/index.js";
import { OPENAI, reply, request, scripted, USAGE } from "./scripted.js";

const failing = (failure: CallFailure, more: ConstructorParameters<typeof ModelCallError>[2] = {}) =>
  new ModelCallError(failure, `said ${failure}`, more);

async function errorOf(work: Promise<unknown>): Promise<HindsightError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HindsightError)) throw new Error(`expected a HindsightError, got ${String(error)}`);
  return error;
}

describe("retries", () => {
  test.each(["rate_limited", "unavailable", "unreachable", "timeout"] as const)(
    "%s is tried again with growing pauses",
    async (failure) => {
      const { models, calls, pauses } = scripted((_, nth) => (nth < 4 ? failing(failure) : "done"));
      expect(await models.complete(request())).toMatchObject({ text: "done", provider: "openai", model: "gpt-4o-mini" });
      expect(calls).toHaveLength(4);
      expect(pauses).toEqual([1000, 2000, 4000]);
    },
  );

  test.each([
    ["bad_request", "llm_rejected"],
    ["unauthorised", "llm_rejected"],
    ["refused", "llm_refused"],
    ["context_too_long", "llm_context_too_long"],
  ] as const)("%s is not, and becomes %s", async (failure, code) => {
    const { models, calls } = scripted(() => failing(failure));
    const error = await errorOf(models.complete(request()));
    expect(error.code).toBe(code);
    expect(error.message).toContain(`said ${failure}`);
    expect(calls).toHaveLength(1);
  });

  test("no content, null content and reasoning alone are tried again", async () => {
    const answers = [null, "  ", "<think>hm</think>", "yes"];
    const { models, calls, records } = scripted((_, nth) => answers[nth - 1] ?? "");
    expect((await models.complete(request())).text).toBe("yes");
    expect(calls).toHaveLength(4);
    expect(records.map(({ status }) => status)).toEqual(["error", "error", "error", "success"]);
  });

  test("no content for ever is an unavailable model", async () => {
    const { models, calls } = scripted(() => reply(null));
    expect(await errorOf(models.complete(request()))).toMatchObject({
      code: "llm_unavailable",
      message: expect.stringContaining("no content"),
    });
    expect(calls).toHaveLength(4);
  });

  test("0 retries make one call", async () => {
    const { models, calls, pauses } = scripted(() => failing("unavailable"), { env: { ...OPENAI, HINDSIGHT_API_LLM_MAX_RETRIES: "0" } });
    expect((await errorOf(models.complete(request()))).code).toBe("llm_unavailable");
    expect(calls).toHaveLength(1);
    expect(pauses).toEqual([]);
  });

  test("pauses end at the longest one", async () => {
    const env = { ...OPENAI, HINDSIGHT_API_RETAIN_LLM_MAX_BACKOFF: "3", HINDSIGHT_API_LLM_MAX_RETRIES: "4" };
    const { models, pauses } = scripted(() => failing("timeout"), { env });
    await errorOf(models.complete(request()));
    expect(pauses).toEqual([1000, 2000, 3000, 3000]);
  });

  test("Retry-After is waited out, and a little longer", async () => {
    const { models, pauses } = scripted((_, nth) => (nth === 1 ? failing("rate_limited", { retryAfterMs: 20_000 }) : "done"));
    await models.complete(request());
    expect(pauses).toEqual([22_000]);
  });

  test("a Retry-After beyond the longest pause fails at once and names the time", async () => {
    const { models, calls } = scripted(() => failing("rate_limited", { retryAfterMs: 3_600_000 }));
    const error = await errorOf(models.complete(request()));
    expect(error).toMatchObject({ code: "llm_unavailable", details: { retryAt: "2026-11-30T13:00:00.000Z" } });
    expect(error.message).toContain("2026-11-30T13:00:00.000Z");
    expect(retryAtOf(error)).toBe("2026-11-30T13:00:00.000Z");
    expect(calls).toHaveLength(1);
  });

  test("a short Retry-After that never ends puts no work off", async () => {
    const { models, calls } = scripted(() => failing("rate_limited", { retryAfterMs: 1_000 }));
    const error = await errorOf(models.complete(request()));
    expect([error.code, retryAtOf(error), calls.length]).toEqual(["llm_unavailable", null, 4]);
  });

  test("what failed attempts cost is counted, in answers and in errors", async () => {
    const { models } = scripted((_, nth) => (nth < 3 ? failing("unavailable", { usage: USAGE }) : "done"));
    expect((await models.complete(request())).usage).toEqual({ ...USAGE, input: 30, output: 6, total: 36 });

    const never = scripted(() => failing("unavailable", { usage: USAGE }));
    const error = await errorOf(never.models.complete(request()));
    expect(usageOf(new Error("wrapped", { cause: error })).total).toBe(48);
  });
});

describe("limits of an answer", () => {
  test("a limit that the model names is taken at once, and kept", async () => {
    const act = (asked: number | null) =>
      asked !== null && asked > 16_384
        ? new ModelCallError("bad_request", "max_tokens is too large: 64000. This model supports at most 16384 completion tokens")
        : "done";
    const { models, calls, pauses } = scripted((call) => act(call.maxOutputTokens), {
      env: { ...OPENAI, HINDSIGHT_API_LLM_MAX_RETRIES: "0" },
    });
    await models.complete(request());
    await models.complete(request());
    expect(calls.map(({ call }) => call.maxOutputTokens)).toEqual([64_000, 16_384, 16_384]);
    expect(pauses).toEqual([]);
  });

  test("a window that is smaller than the limit is asked without one; a truly long input stays too long", async () => {
    const words = "This model's maximum context length is 8192 tokens, but 64000 were requested for the completion";
    const { models, calls } = scripted((call) => (call.maxOutputTokens === null ? "done" : new ModelCallError("context_too_long", words)));
    await models.complete(request());
    expect(calls.map(({ call }) => call.maxOutputTokens)).toEqual([64_000, null]);

    const long = scripted(() => new ModelCallError("context_too_long", words));
    expect((await errorOf(long.models.complete(request()))).code).toBe("llm_context_too_long");
    expect(long.calls).toHaveLength(2);
  });

  test("a text that its limit cut says so; one that never began is an error", async () => {
    const cut = scripted(() => reply("Once upon", { finishReason: "length" }));
    expect(await cut.models.complete(request())).toMatchObject({ text: "Once upon", finishReason: "length" });
    const silent = scripted(() => reply("", { finishReason: "length" }));
    expect((await errorOf(silent.models.complete(request()))).code).toBe("llm_output_too_long");
    expect(silent.calls).toHaveLength(1);
  });

  test("a content filter is a refusal", async () => {
    const { models, calls } = scripted(() => reply("I", { finishReason: "content_filter" }));
    expect((await errorOf(models.complete(request()))).code).toBe("llm_refused");
    expect(calls).toHaveLength(1);
  });
});

describe("deadline and cancellation", () => {
  const never = () => new Promise<string>(() => undefined);

  test("an adapter that ignores its signal is left at the deadline", async () => {
    const { models, calls, records } = scripted((_, nth) => (nth === 1 ? never() : "done"), {
      env: { ...OPENAI, HINDSIGHT_API_LLM_TIMEOUT: "0.1" },
    });
    expect((await models.complete(request())).text).toBe("done");
    expect(calls[0]?.call.signal.aborted).toBe(true);
    expect(records[0]).toMatchObject({ status: "error", error: expect.stringContaining("0.1 s") });
  });

  test("a cancelled call ends at once, is recorded and not repeated", async () => {
    const hangUp = new AbortController();
    const { models, calls, records } = scripted(() => {
      hangUp.abort();
      return never();
    });
    expect((await errorOf(models.complete(request({ signal: hangUp.signal })))).code).toBe("request_cancelled");
    expect(calls).toHaveLength(1);
    expect(records).toHaveLength(1);
  });

  test("a cancelled pause ends at once; a deadline stays a deadline", async () => {
    const stop = new AbortController();
    const { models, calls } = scripted(() => failing("unavailable"), {
      async pause(_, signal) {
        stop.abort(new HindsightError("deadline_exceeded", "too late"));
        signal.throwIfAborted();
      },
    });
    expect((await errorOf(models.complete(request({ signal: stop.signal })))).code).toBe("deadline_exceeded");
    expect(calls).toHaveLength(1);
  });

  test("nothing is called for a request that was cancelled before", async () => {
    const { models, calls, events } = scripted(() => "done");
    expect((await errorOf(models.complete(request({ signal: AbortSignal.abort() })))).code).toBe("request_cancelled");
    expect(calls).toEqual([]);
    expect(events).toEqual([]);
  });
});

describe("the observer", () => {
  test("is asked before and told after each attempt", async () => {
    const { models, events, records } = scripted((_, nth) => (nth === 1 ? failing("unavailable") : "done"));
    await models.complete(request());
    expect(events).toEqual(["before", "call", "after", "pause", "before", "call", "after"]);
    expect(records[1]).toMatchObject({
      purpose: "retain",
      provider: "openai",
      model: "gpt-4o-mini",
      status: "success",
      usage: USAGE,
      output: "done",
      error: null,
      parameters: { temperature: 0.1, max_output_tokens: 64_000, attempt: 2, place: 0 },
    });
  });

  test("stops the work when it refuses", async () => {
    const { models, calls, records } = scripted(() => "done", {
      before: async () => {
        throw new HindsightError("spend_limit_reached", "No more today.");
      },
    });
    expect((await errorOf(models.complete(request()))).code).toBe("spend_limit_reached");
    expect(calls).toEqual([]);
    expect(records).toEqual([]);
  });
});
