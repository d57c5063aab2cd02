// The whole way: official SDKs, a provider on the wire, and a real Hindsight behind its published client, its own, or in the process.

import Anthropic from "@anthropic-ai/sdk";
import { HindsightClient } from "@hindsight-memory/client";
import { openHindsight } from "@hindsight-memory/engine";
import { HumanMessage } from "@langchain/core/messages";
import { type LangGraphRunnableConfig, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { HindsightClient as PublishedClient } from "@vectorize-io/hindsight-client";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { bankPath, openServer, type TestServer } from "../../../test/support/server.js";
import { freshDataDir } from "../../engine/test/support/database.js";
import { embeddedMemory, type MemoryPort, type MemoryReport, wrapAnthropic, wrapOpenAI } from "../src/index.js";
import { HindsightStore } from "../src/langgraph/index.js";
import { openProvider, type Provider } from "./support/provider-stub.js";

vi.setConfig({ testTimeout: 120_000 });

let provider: Provider;
let server: TestServer;
beforeAll(async () => {
  [provider, server] = await Promise.all([openProvider(), openServer()]);
});
afterAll(async () => {
  await Promise.all([provider.close(), server.close()]);
});

const openai = () => new OpenAI({ apiKey: "key", baseURL: `${provider.url}/v1`, maxRetries: 0 });
const anthropic = () => new Anthropic({ apiKey: "key", baseURL: provider.url, maxRetries: 0 });
const client = () => new HindsightClient({ baseUrl: server.url });
const user = (content: string) => ({ role: "user" as const, content });
/** Models load at the first question; here that may take its time. */
const limits = { recallTimeoutMs: 100_000, reflectTimeoutMs: 100_000 };
const said = (body: unknown): string => JSON.stringify(body);

/** Texts of the memories of a bank. */
async function memories(bank: string): Promise<readonly string[]> {
  await server.idle();
  const { body } = await server.call("GET", bankPath(bank, "/memories/list?limit=100"));
  return body.items.map((item: { readonly text: string }) => item.text);
}

test("what was said to one assistant is known in the next conversation, to another one, and stands there once", async () => {
  const first = wrapOpenAI(openai(), { memory: client(), ...limits, bankId: "ann", sessionId: "monday" });
  provider.answer({ parts: ["Noted: ", "a lighthouse."] }, { parts: ["I see."] });
  const stream = await first.chat.completions.create({ model: "m", messages: [user("I live in a lighthouse near Hoorn.")], stream: true });
  for await (const _ of stream);
  await first.chat.completions.create({
    model: "m",
    messages: [
      user("I live in a lighthouse near Hoorn."),
      { role: "assistant", content: "Noted: a lighthouse." },
      user("My parrot is called Bo."),
    ],
  });
  expect((await first.hindsight.flush()).pending).toEqual([]);
  await server.idle();

  const second = wrapAnthropic(anthropic(), { memory: client(), ...limits, bankId: "ann", sessionId: "tuesday" });
  provider.answer({ parts: ["In a lighthouse."] });
  await second.messages.create({ model: "m", max_tokens: 9, messages: [user("Where is the lighthouse I live in?")] });
  expect(provider.last().system).toContain("lighthouse near Hoorn");

  await second.hindsight.flush();
  const all = await memories("ann");
  for (const words of ["lighthouse near Hoorn", "parrot is called Bo", "Noted: a lighthouse"]) {
    expect(all.filter((text) => text.includes(words))).toHaveLength(1);
  }
  expect(all.join()).not.toContain("hindsight_memories");
  const { body } = await server.call("GET", bankPath("ann", "/documents"));
  expect(body.items.map((item: { readonly id: string }) => item.id).toSorted()).toEqual(["monday", "tuesday"]);
});

test("a reflection is put before the model", async () => {
  await server.retain("bo", [{ content: "Bo plays chess on Fridays." }]);
  const wrapped = wrapOpenAI(openai(), { memory: client(), ...limits, bankId: "bo", useReflect: true });
  await wrapped.responses.create({ model: "m", input: "When does Bo play chess?" });
  expect(provider.last().instructions).toContain("Fridays");
});

describe("a server that is down", () => {
  test("fails no call, and has everything once when it is back", async () => {
    const reports: MemoryReport[] = [];
    let isDown = true;
    const down = new PublishedClient({ baseUrl: "http://127.0.0.1:9" });
    const up = new PublishedClient({ baseUrl: server.url });
    const memory: MemoryPort = {
      retain: (...call) => (isDown ? down : up).retain(...call),
      recall: (...call) => (isDown ? down : up).recall(...call),
      reflect: (...call) => (isDown ? down : up).reflect(...call),
    };
    const wrapped = wrapOpenAI(openai(), { memory, ...limits, bankId: "cy", retryMs: 10, onError: (report) => void reports.push(report) });
    provider.answer({ parts: ["Good luck."] });
    const answer = await wrapped.chat.completions.create({ model: "m", messages: [user("My exam is on the ninth of May.")] });
    expect(answer.choices[0]?.message.content).toBe("Good luck.");
    expect((await wrapped.hindsight.flush({ timeoutMs: 50 })).pending).toHaveLength(1);
    expect(reports.map(({ stage, outcome }) => `${stage} ${outcome}`)).toEqual(["recall skipped", "retain retrying"]);
    isDown = false;
    expect((await wrapped.hindsight.flush()).pending).toEqual([]);
    expect((await memories("cy")).toSorted()).toEqual([expect.stringContaining("Good luck."), expect.stringContaining("ninth of May")]);
  });

  test("a reply that is lost on its way back makes no second copy", async () => {
    const up = client();
    let losses = 1;
    const memory: MemoryPort = {
      recall: (...call) => up.recall(...call),
      reflect: (...call) => up.reflect(...call),
      async retain(...call) {
        await up.retain(...call);
        if (losses-- > 0) throw new TypeError("fetch failed");
      },
    };
    const wrapped = wrapOpenAI(openai(), { memory, ...limits, bankId: "di", retryMs: 10, onError: () => undefined });
    await wrapped.chat.completions.create({ model: "m", messages: [user("The key is under the blue pot.")] });
    expect((await wrapped.hindsight.flush()).pending).toEqual([]);
    expect((await memories("di")).filter((text) => text.includes("blue pot"))).toHaveLength(1);
    expect(losses).toBe(-1); // it was sent again
  });
});

test("an engine in the process is a memory too, without a server", async () => {
  const engine = await openHindsight({ env: { HINDSIGHT_DATA_DIR: await freshDataDir(), HINDSIGHT_API_LOG_LEVEL: "fatal" } });
  const wrapped = wrapAnthropic(anthropic(), { memory: embeddedMemory(engine), ...limits, bankId: "ed" });
  await wrapped.messages.create({ model: "m", max_tokens: 9, messages: [user("I collect stamps from Peru.")] });
  await wrapped.hindsight.flush();
  await engine.idle();
  await wrapped.messages.create({ model: "m", max_tokens: 9, messages: [user("Which stamps do I collect?")] });
  expect(said(provider.last().system)).toContain("stamps from Peru");
  await wrapped.hindsight.flush();
  await engine.close();
});

describe("LangGraph's store", () => {
  let bank = 0;
  let store: HindsightStore;
  beforeEach(() => {
    bank += 1;
    store = new HindsightStore({ client: client(), bankId: `graph-${bank}` });
  });

  test("what a graph puts is read back as it was, replaced, found by meaning, and gone when deleted", async () => {
    const value = { text: "Ann sails on Sundays.", rank: 2, nested: { list: ["a", 1, null, true], ключ: "значение : / %" } };
    await store.put(["users", "ann/1 x"], "hob:by/1", value);
    await store.put(["users", "bo"], "hobby", { text: "Bo collects stamps from Peru.", rank: 1 });
    expect(await store.get(["users", "ann/1 x"], "hob:by/1")).toMatchObject({ namespace: ["users", "ann/1 x"], key: "hob:by/1", value });
    expect((await store.get(["users", "bo"], "hobby"))?.updatedAt.getTime()).toBeGreaterThan(1_000_000_000_000);

    const found = await store.search(["users"], { query: "Who collects stamps?" });
    expect(found[0]).toMatchObject({ key: "hobby", namespace: ["users", "bo"], value: { rank: 1 }, score: expect.any(Number) });
    expect(await store.search(["users", "ann/1 x"], { query: "Who collects stamps?" })).not.toContainEqual(
      expect.objectContaining({ namespace: ["users", "bo"] }),
    );

    await store.put(["users", "bo"], "hobby", { text: "Bo collects coins.", rank: 3 });
    expect((await store.search(["users", "bo"], { query: "What does Bo collect?" })).map((item) => item.value.text)).toEqual([
      "Bo collects coins.",
    ]);
    await store.delete(["users", "bo"], "hobby");
    expect(await store.get(["users", "bo"], "hobby")).toBeNull();
    expect(await store.search(["users"], { query: "coins" })).not.toContainEqual(expect.objectContaining({ namespace: ["users", "bo"] }));
    await store.delete(["users", "bo"], "hobby"); // once more is no error
  });

  test("searches without a question list, filter and page; namespaces are listed", async () => {
    expect(await store.search(["a"])).toEqual([]);
    expect(await store.search(["a"], { query: "anything" })).toEqual([]);
    await store.put(["a", "b"], "one", { n: 1, kind: "x" });
    await store.put(["a", "b", "c"], "two", { n: 2, kind: "x" });
    await store.put(["ab"], "three", { n: 3, kind: "y" }, false);
    const keys = async (...search: Parameters<HindsightStore["search"]>) =>
      (await store.search(...search)).map(({ key }) => key).toSorted();
    expect(await keys(["a"])).toEqual(["one", "two"]);
    expect(await keys([], { filter: { kind: "x", n: { $gt: 1 } } })).toEqual(["two"]);
    expect(await keys([], { limit: 2, offset: 2 })).toHaveLength(1);
    expect(await store.listNamespaces({ prefix: ["a"] })).toEqual([
      ["a", "b"],
      ["a", "b", "c"],
    ]);
    expect(await store.listNamespaces({ suffix: ["*", "c"], maxDepth: 2 })).toEqual([["a", "b"]]);
    await expect(store.search([], { filter: { n: { $near: 1 } } })).rejects.toThrow("$near");
  });

  test("a graph remembers in one run what it was told in another", async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("answer", async ({ messages }, config: LangGraphRunnableConfig) => {
        const said = messages.at(-1)?.text ?? "";
        const known = await config.store?.search(["facts"], { query: said, limit: 1 });
        await config.store?.put(["facts"], String(said.length), { text: said });
        return { messages: [{ role: "assistant", content: known?.[0]?.value.text ?? "nothing" }] };
      })
      .addEdge(START, "answer")
      .compile({ store });
    const say = async (text: string) => (await graph.invoke({ messages: [new HumanMessage(text)] })).messages.at(-1)?.text;
    expect(await say("My parrot is called Polly.")).toBe("nothing");
    expect(await say("What is my parrot called?")).toBe("My parrot is called Polly.");
  });

  test("a server that is down looks not like an empty store", async () => {
    const down = new HindsightStore({ client: new HindsightClient({ baseUrl: "http://127.0.0.1:9", maxRetries: 0 }), bankId: "graph" });
    await expect(down.search(["a"], { query: "anything" })).rejects.toThrow();
    await expect(down.get(["a"], "b")).rejects.toThrow();
    await expect(down.delete(["a"], "b")).rejects.toThrow();
  });
});
