// What goes wrong with a provider, on each wire: told apart once, with the wait that is asked for, what was spent, and never a key.

import { afterEach, describe, expect, test } from "vitest";
import { type CallFailure, ModelCallError } from "../../../src/providers/llm/adapter.js";
import { createAdapter } from "../../../src/providers/llm/adapters/index.js";
import { modelTestServer, type Reply } from "../model-server.js";
import { FAMILIES, type Family } from "./wire-refusals.js";
import { callOf, GOOD, SCHEMA, type WireStub, wireStub } from "./wires.js";

const KEY = "sk-very-secret-key-0123456789";
const stubs: WireStub[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

async function ask(family: Family, reply: Reply, signal = AbortSignal.timeout(20_000)) {
  const stub = await wireStub(() => reply);
  stubs.push(stub);
  const spec = {
    provider: family.provider,
    model: "",
    apiKey: KEY,
    baseUrl: "",
    headers: {},
    extraBody: {},
    reasoningEffort: "",
    options: {},
  };
  const adapter = await createAdapter({ ...spec, ...family.given }, { fetch: stub.fetch, env: {} });
  const schema = family.asksForObject === true ? { name: "facts", json: SCHEMA, isStrict: false } : null;
  try {
    return { reply: await adapter.call(callOf({ schema, signal })), error: null, asked: stub.asked() };
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    return { reply: null, error, asked: stub.asked() };
  }
}

async function failureOf(family: Family, reply: Reply): Promise<ModelCallError> {
  const { error, asked } = await ask(family, reply);
  expect(asked).toHaveLength(1); // no repeats of its own
  if (error === null) throw new Error("it answered");
  expect(error.message).not.toContain(KEY);
  expect(error.message.length).toBeLessThan(400);
  return error;
}

describe.each(FAMILIES.map((family) => [family.provider, family] as const))("%s", (_, family) => {
  test("too many requests: with the wait it asks for", async () => {
    const error = await failureOf(family, { status: 429, headers: { "retry-after": "7" }, json: { error: { message: "Slow down." } } });
    expect(error).toMatchObject({ failure: "rate_limited", status: 429, retryAfterMs: 7_000 });
    expect(error.message).toContain("Slow down.");
  });

  test("a key that is not accepted: without what the server says of it", async () => {
    const error = await failureOf(family, { status: 401, json: { error: { message: `Incorrect API key: ${KEY}` } } });
    expect(error).toMatchObject({ failure: "unauthorised", status: 401 });
  });

  test.each<[string, keyof Family, CallFailure]>([
    ["a window too small", "tooLong", "context_too_long"],
    ["a prompt that its policy forbids", "forbidden", "refused"],
    ["an answer that was stopped", "filtered", "refused"],
    ["an empty answer", "empty", "unavailable"],
  ])("%s", async (_, reply, failure) => {
    expect((await failureOf(family, family[reply] as Reply)).failure).toBe(failure);
  });

  test("an answer that was cut is an answer", async () => {
    const { reply } = await ask(family, family.cut);
    expect(reply?.finishReason).toBe("length");
    expect(reply?.usage.total).toBe(15);
  });

  test.each<[string, Reply, CallFailure]>([
    ["trouble on its side", { status: 503, json: { error: { message: "Overloaded." } } }, "unavailable"],
    ["529", { status: 529, json: { error: { type: "overloaded_error", message: "Overloaded" } } }, "unavailable"],
    ["a wrong call", { status: 400, json: { error: { message: "Unknown parameter: seed." } } }, "bad_request"],
    [
      "a redirection, which a key must not follow",
      { status: 307, headers: { location: "https://elsewhere.example/v1" }, json: {} },
      "bad_request",
    ],
    ["an error body with status 200", { json: { error: { message: "The upstream failed." } } }, "unavailable"],
    ["the page of a proxy", { text: "<html>Please wait</html>" }, "unavailable"],
    ["nothing at all", { text: "" }, "unavailable"],
    ["a broken connection", "break", "unreachable"],
  ])("%s", async (_, reply, failure) => {
    expect((await failureOf(family, reply)).failure).toBe(failure);
  });

  test("the deadline and the caller's own end are told apart", async () => {
    const late = await ask(family, "hang", AbortSignal.timeout(60));
    expect(late.error?.failure).toBe("timeout");
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 60);
    const gone = await ask(family, "hang", stop.signal);
    expect(gone.error?.failure).toBe("cancelled");
  });
});

test("the error body of a gateway with status 200 says the true status", async () => {
  const [openai] = FAMILIES;
  if (openai === undefined) throw new Error("no family");
  const error = await failureOf(openai, {
    json: { error: { code: 429, message: "Rate limit of the upstream.", metadata: { raw: "try again in 1m2.5s" } } },
  });
  expect(error).toMatchObject({ failure: "rate_limited", status: 429, retryAfterMs: 62_500 });
});

test("a refusal and a filter cost what they cost", async () => {
  const [openai] = FAMILIES;
  if (openai === undefined) throw new Error("no family");
  const error = await failureOf(openai, openai.filtered);
  expect(error.message).toContain("I will not help with that.");
  expect(error.usage).toMatchObject({ input: 10, total: 15 });
});

test("without a fetch of the test's: a real answer, a refused connection, and a key in a header that stays unsaid", async () => {
  const spec = { provider: "openai", model: "m", apiKey: "", extraBody: {}, reasoningEffort: "", options: {} };
  const server = await modelTestServer(({ path }) =>
    path === "/v1/chat/completions" ? { json: GOOD.chat } : { status: 400, json: { error: `memory: header-secret-1` } },
  );
  const headers = { "x-api-key": "header-secret-1", "x-team": "memory" };
  const good = await createAdapter({ ...spec, headers, baseUrl: server.url });
  expect((await good.call(callOf())).text).toBe("Good day.");
  const wrong = await createAdapter({ ...spec, headers, baseUrl: `${server.url}/elsewhere` });
  await expect(wrong.call(callOf())).rejects.toMatchObject({ failure: "bad_request", message: "memory: ***" });
  await server.close();
  const gone = await createAdapter({ ...spec, headers, baseUrl: await addressOfNobody() });
  await expect(gone.call(callOf())).rejects.toMatchObject({ failure: "unreachable", message: "it cannot be reached (ECONNREFUSED)" });
});

async function addressOfNobody(): Promise<string> {
  const server = await modelTestServer(() => "break");
  await server.close();
  return server.url;
}
