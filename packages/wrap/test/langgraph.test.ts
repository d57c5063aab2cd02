// LangGraph's store in a bank of a real Hindsight.

import { HindsightClient } from "@hindsight-memory/client";
import { HumanMessage } from "@langchain/core/messages";
import { type LangGraphRunnableConfig, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { HindsightStore } from "../src/langgraph/index.js";

vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let bank = 0;
let store: HindsightStore;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());
beforeEach(() => {
  bank += 1;
  store = new HindsightStore({ client: new HindsightClient({ baseUrl: server.url }), bankId: `graph-${bank}` });
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
  const keys = async (...search: Parameters<HindsightStore["search"]>) => (await store.search(...search)).map(({ key }) => key).toSorted();
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
  const down = new HindsightStore({ client: new HindsightClient({ baseUrl: "http://127.0.0.1:9" }), bankId: "graph" });
  await expect(down.search(["a"], { query: "anything" })).rejects.toThrow();
  await expect(down.get(["a"], "b")).rejects.toThrow();
  await expect(down.delete(["a"], "b")).rejects.toThrow();
});
