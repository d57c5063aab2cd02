// The OpenAI Agents SDK with its own OpenAI models, on the wire, and a session that remembers.

import { Agent, OpenAIChatCompletionsModel, run, tool } from "@openai/agents";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { hindsightSession } from "../src/openai-agents/index.js";
import { type NotedMemory, notedMemory } from "./support/noted-memory.js";
import { openProvider, type Provider } from "./support/provider-stub.js";

let provider: Provider;
let memory: NotedMemory;
let agent: Agent;
beforeAll(async () => {
  process.env.OPENAI_AGENTS_DISABLE_TRACING = "1";
  provider = await openProvider();
  const model = new OpenAIChatCompletionsModel(new OpenAI({ apiKey: "key", baseURL: `${provider.url}/v1` }), "gpt-stub");
  const weather = tool({
    name: "weather",
    description: "Weather",
    parameters: z.object({ city: z.string() }),
    execute: async () => "rain",
  });
  agent = new Agent({ name: "a", instructions: "Be brief.", model, tools: [weather] });
});
afterAll(() => provider.close());
beforeEach(() => {
  memory = notedMemory();
  memory.knows("Ann likes jazz.");
  provider.requests.length = 0;
});

test("a run is given what is known, keeps its history, and is retained once, through tools", async () => {
  const session = hindsightSession({ memory, bankId: "ann", sessionId: "s", toolTurns: "calls" });
  const options = { session, sessionInputCallback: session.withMemories };
  provider.answer({ parts: ["Jazz."] }, { tools: [{ name: "weather", input: { city: "Delft" } }] }, { parts: ["It rains."] });
  expect((await run(agent, "Music?", options)).finalOutput).toBe("Jazz.");
  expect((await run(agent, "Weather?", options)).finalOutput).toBe("It rains.");
  await session.hindsight.flush();

  const [first, second] = provider.requests.map(({ body }) =>
    body.messages.map((message: { role: string; content: unknown }) => `${message.role}: ${JSON.stringify(message.content)}`),
  );
  expect(first).toEqual(['system: "Be brief."', expect.stringMatching(/^system: "<hindsight_memories>.*Ann likes jazz/), 'user: "Music?"']);
  expect(second.join()).toMatch(/user: "Music\?",assistant: .*Jazz.*,system: "<hindsight_memories>.*,user: "Weather\?"/);
  expect(memory.asked.map(({ query }) => query)).toEqual(["Music?", "Weather?"]);
  expect(memory.said("s")).toEqual([
    "user: Music?",
    "assistant: Jazz.",
    "user: Weather?",
    'assistant: Used the tool weather with {"city":"Delft"}',
    "assistant: It rains.",
  ]);
  const items = await session.getItems();
  expect(JSON.stringify(items)).not.toContain("hindsight_memories");
  expect((await session.getItems(1))[0]).toMatchObject({ role: "assistant" });
});

test("a streamed run is retained too, a memory that is down fails none, and a cleared session is empty", async () => {
  const down = notedMemory();
  down.before = () => {
    throw new TypeError("fetch failed");
  };
  for (const each of [memory, down]) {
    const session = hindsightSession({ memory: each, bankId: "ann", sessionId: "s", onError: () => undefined });
    provider.answer({ parts: ["So ", "so."] });
    const stream = await run(agent, "And?", { session, sessionInputCallback: session.withMemories, stream: true });
    let text = "";
    for await (const piece of stream.toTextStream()) text += piece;
    await stream.completed;
    expect(text).toBe("So so.");
    expect((await session.hindsight.flush({ timeoutMs: 1 })).pending).toHaveLength(each === down ? 1 : 0);
    expect(await session.getItems()).toHaveLength(2);
    await session.clearSession();
    expect(await session.getItems()).toEqual([]);
  }
  expect(memory.said("s")).toEqual(["user: And?", "assistant: So so."]);
  expect(memory.retained).toHaveLength(1);
});
