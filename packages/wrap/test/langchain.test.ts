// LangChain's own runnables around a model and a memory that notes what it is asked and told.

import { AIMessage, AIMessageChunk, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { tool } from "@langchain/core/tools";
import { FakeListChatModel, FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { beforeEach, expect, test } from "vitest";
import { HindsightRetriever, withMemory } from "../src/langchain/index.js";
import { type NotedMemory, notedMemory } from "./support/noted-memory.js";

let memory: NotedMemory;
beforeEach(() => {
  memory = notedMemory();
  memory.knows("Ann likes jazz.");
});

/** A model that answers in turn, and what it was given. */
function listed(...responses: (string | AIMessage)[]) {
  const given: string[][] = [];
  const model = new FakeListChatModel({ responses: responses.filter((each) => typeof each === "string") });
  const generate = model._generate.bind(model);
  model._generate = async (messages, options, manager) => {
    given.push(messages.map(({ type, text }) => `${type}: ${text}`));
    const answer = responses[given.length - 1];
    return answer instanceof AIMessage ? { generations: [{ message: answer, text: "" }] } : generate(messages, options, manager);
  };
  return { model, given };
}

test("a chain is given what is known and is retained under its thread; settings of a call win", async () => {
  const { model, given } = listed("Jazz.", "Blues.");
  const remembering = withMemory(model, { memory, bankId: "ann" });
  const prompt = ChatPromptTemplate.fromMessages([
    ["system", "Be brief."],
    ["human", "{question}"],
  ]);
  const chain = prompt.pipe(remembering);
  const answer = await chain.invoke({ question: "Music?" }, { configurable: { thread_id: "t1" } });
  const call = { thread_id: "t1", hindsight: { bankId: "bo", budget: "low", injectionMode: "prepend_user" } };
  await chain.invoke({ question: "More?" }, { configurable: call });
  await remembering.hindsight.flush();
  expect(answer.text).toBe("Jazz.");
  expect(given).toEqual([
    [expect.stringMatching(/^system: Be brief\.\n\n<hindsight_memories>[\s\S]*Ann likes jazz/), "human: Music?"],
    ["system: Be brief.", expect.stringMatching(/^human: <hindsight_memories>[\s\S]*More\?$/)],
  ]);
  expect(memory.asked.map(({ bankId, query, options }) => [bankId, query, options.budget])).toEqual([
    ["ann", "Music?", "mid"],
    ["bo", "More?", "low"],
  ]);
  expect(memory.said("t1")).toEqual(["user: Music?", "assistant: Jazz.", "user: More?", "assistant: Blues."]);
});

test("a tool loop is one exchange, and the messages given stay as they are", async () => {
  const call = new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "weather", args: { city: "Delft" } }] });
  const { model } = listed(call, "It rains.");
  const remembering = withMemory(model, { memory, bankId: "ann", sessionId: "s", toolTurns: "all" });
  const messages = [new SystemMessage("Be brief."), new HumanMessage("Weather?")];
  await remembering.invoke(messages);
  expect(memory.retained).toEqual([]);
  await remembering.invoke([...messages, call, new ToolMessage({ tool_call_id: "c1", name: "weather", content: "rain" })]);
  await remembering.hindsight.flush();
  expect(messages.map(({ text }) => text)).toEqual(["Be brief.", "Weather?"]);
  expect(memory.retained).toHaveLength(1);
  expect(memory.said("s")).toEqual([
    "user: Weather?",
    'assistant: Used the tool weather with {"city":"Delft"}',
    "tool: weather answered: rain",
    "assistant: It rains.",
  ]);
});

test("streams pass chunk by chunk and are retained, whole or as far as they came", async () => {
  const chunks = ["Ja", "zz."].map((content) => new AIMessageChunk(content));
  const remembering = withMemory(new FakeStreamingChatModel({ chunks }), { memory, bankId: "ann", sessionId: "s" });
  const got: string[] = [];
  for await (const chunk of await remembering.stream("Music?")) {
    expect(memory.retained).toEqual([]);
    got.push(chunk.text);
  }
  await remembering.hindsight.flush();
  for await (const chunk of await remembering.stream("More?")) if (chunk.text === "Ja") break;
  await remembering.hindsight.flush();
  expect(got).toEqual(["Ja", "zz."]);
  expect(memory.said("s")).toEqual(["user: Music?", "assistant: Jazz.", "user: More?", "assistant: Ja"]);
});

test("a retriever gives documents, and throws when the memory does", async () => {
  const retriever = new HindsightRetriever({ memory, bankId: "ann", k: 1, recall: { budget: "low" } });
  memory.knows({ id: "m1", text: "Ann likes jazz.", type: "world" }, "Ann is tall.");
  expect(await retriever.invoke("Music?")).toEqual([
    expect.objectContaining({ pageContent: "Ann likes jazz.", id: "m1", metadata: { type: "world" } }),
  ]);
  memory.before = () => {
    throw new TypeError("fetch failed");
  };
  await expect(retriever.invoke("Music?")).rejects.toThrow("fetch failed");
});

test("an agent of LangGraph binds its tools to a remembering model, whose name stays what it was", async () => {
  const call = new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "weather", args: { city: "Delft" } }] });
  const { model, given } = listed(call, "It rains.");
  Object.assign(model, { model: "small-1", bindTools: () => model.withConfig({ tags: ["bound"] }) });
  const remembering = withMemory(model, { memory, bankId: "ann", toolTurns: "calls" });
  const weather = tool(async () => "rain", { name: "weather", description: "", schema: { type: "object", properties: {} } });
  const agent = createReactAgent({ llm: remembering, tools: [weather] });
  const { messages } = await agent.invoke({ messages: [new HumanMessage("Weather?")] }, { configurable: { thread_id: "t2" } });
  await remembering.hindsight.flush();
  expect(messages.at(-1)?.text).toBe("It rains.");
  expect(given.map(([system]) => system?.includes("Ann likes jazz."))).toEqual([true, true]);
  expect(memory.said("t2")).toEqual(["user: Weather?", 'assistant: Used the tool weather with {"city":"Delft"}', "assistant: It rains."]);
  const excluded = withMemory(model, { memory, bankId: "ann", excludedModels: ["small-*"] }).bindTools([weather]);
  await excluded.invoke("More?");
  expect(memory.asked).toHaveLength(1);
  expect(() => withMemory(model.withConfig({}), { memory, bankId: "ann" }).bindTools([])).toThrow("binds no tools");
});
