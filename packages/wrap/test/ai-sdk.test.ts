// The AI SDK with OpenAI's provider package, on the wire: the middleware, and the memory as tools.

import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, stepCountIs, streamText, tool, wrapLanguageModel } from "ai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createHindsightTools, memoryMiddleware, type ToolsOptions } from "../src/ai-sdk/index.js";
import type { MemoryReport, WrapOptions } from "../src/index.js";
import { gate } from "./support/gate.js";
import { type NotedMemory, notedMemory } from "./support/noted-memory.js";
import { openProvider, type Provider } from "./support/provider-stub.js";

let provider: Provider;
let memory: NotedMemory;
let reports: MemoryReport[];
beforeAll(async () => {
  provider = await openProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  memory = notedMemory();
  memory.knows("Ann likes jazz.");
  reports = [];
  provider.requests.length = 0;
});

const chat = () => createOpenAI({ apiKey: "key", baseURL: `${provider.url}/v1` }).chat("gpt-stub");
function remembering(options: Partial<WrapOptions> = {}) {
  const middleware = memoryMiddleware({
    memory,
    bankId: "ann",
    sessionId: "s",
    onError: (report) => void reports.push(report),
    ...options,
  });
  return { model: wrapLanguageModel({ model: chat(), middleware }), flush: middleware.hindsight.flush };
}
const weather = tool({
  inputSchema: jsonSchema<{ city: string }>({ type: "object", properties: { city: { type: "string" } } }),
  execute: () => "rain",
});

test("a call is given what is known and is retained; its own settings go no further", async () => {
  const { model, flush } = remembering();
  provider.answer({ parts: ["Jazz."] });
  const { text } = await generateText({
    model,
    system: "Be brief.",
    prompt: "Music?",
    providerOptions: { hindsight: { budget: "low", tags: ["music"] } },
  });
  await flush();
  expect(text).toBe("Jazz.");
  expect(provider.last().messages).toEqual([
    { role: "system", content: expect.stringMatching(/^Be brief\.\n\n<hindsight_memories>[\s\S]*Ann likes jazz/) },
    { role: "user", content: "Music?" },
  ]);
  expect(JSON.stringify(provider.last())).not.toMatch(/budget|"hindsight"/);
  expect(memory.asked[0]).toMatchObject({ query: "Music?", options: { budget: "low" } });
  expect(memory.said("s")).toEqual(["user: Music?", "assistant: Jazz."]);
  expect(memory.retained[0]?.options.tags).toEqual(["music"]);
});

test("steps of tools are one exchange, asked about once", async () => {
  const { model, flush } = remembering({ injectionMode: "prepend_user", toolTurns: "calls" });
  provider.answer({ tools: [{ name: "weather", input: { city: "Delft" } }] }, { parts: ["It rains."] });
  const { text } = await generateText({ model, prompt: "Weather?", tools: { weather }, stopWhen: stepCountIs(3) });
  await flush();
  expect([text, provider.requests.length, memory.asked.length, memory.retained.length]).toEqual(["It rains.", 2, 1, 1]);
  for (const { body } of provider.requests) expect(JSON.stringify(body.messages)).toContain("Ann likes jazz.");
  expect(memory.said("s")).toEqual(["user: Weather?", 'assistant: Used the tool weather with {"city":"Delft"}', "assistant: It rains."]);
});

test("a stream passes as it comes and is retained at the end, or as far as it came", async () => {
  const { model, flush } = remembering();
  const door = gate();
  provider.answer({ parts: ["Ja", "zz."], gate: door.opened }, { parts: ["Ja", "never heard"], gate: new Promise(() => undefined) });
  const got: string[] = [];
  for await (const piece of streamText({ model, prompt: "Music?" }).textStream) {
    got.push(piece);
    door.open(); // the provider goes on only when its first piece was seen here
  }
  await flush();
  expect(got).toEqual(["Ja", "zz."]);
  expect(memory.said("s")).toEqual(["user: Music?", "assistant: Jazz."]);

  const controller = new AbortController();
  const broken = streamText({ model, prompt: "More?", abortSignal: controller.signal });
  for await (const _ of broken.textStream) controller.abort();
  await flush();
  expect(memory.said("s").slice(2)).toEqual(["user: More?", "assistant: Ja"]);
});

test("a memory that is down fails no call; wrong settings are told", async () => {
  memory.before = () => {
    throw new TypeError("fetch failed");
  };
  const { model, flush } = remembering();
  expect((await generateText({ model, prompt: "Music?" })).text).toBe("All right.");
  expect((await generateText({ model, prompt: "Music?", providerOptions: { hindsight: { bank: "x" } } })).text).toBe("All right.");
  expect((await flush({ timeoutMs: 1 })).pending).toHaveLength(1);
  expect(reports.map(({ stage }) => stage)).toEqual(["recall", "retain", "settings"]);
});

test("tools let the model ask and tell, in the application's bank and by its rules", async () => {
  const client: ToolsOptions["client"] = {
    ...memory,
    getMentalModel: async (bankId, id) => ({ bankId, id }),
    getDocument: async () => null,
  };
  const tools = createHindsightTools({
    client,
    bankId: "ann",
    retain: { tags: ["by-model"], async: true },
    recall: { types: ["world"], description: "Ask." },
  });
  expect(Object.keys(tools)).toEqual(["retain", "recall", "reflect", "getMentalModel", "getDocument"]);
  provider.answer(
    {
      tools: [
        {
          name: "retain",
          input: { content: "Ann likes tea.", context: "chat", bankId: "other", metadata: { a: "b" }, updateMode: "append" },
        },
        { name: "recall", input: { query: "tea", tags: ["secret"], budget: "high" } },
      ],
    },
    {
      tools: [
        { name: "reflect", input: { query: "mood" } },
        { name: "getDocument", input: { id: "d" } },
      ],
    },
    { parts: ["Done."] },
  );
  const result = await generateText({ model: chat(), prompt: "Go", tools: { ...tools }, stopWhen: stepCountIs(4) });
  expect(result.text).toBe("Done.");
  expect(memory.retained).toEqual([
    expect.objectContaining({
      bankId: "ann",
      content: "Ann likes tea.",
      options: { tags: ["by-model"], async: true, context: "chat" },
    }),
  ]);
  expect(memory.asked).toEqual([
    { verb: "recall", bankId: "ann", query: "tea", options: { budget: "mid", types: ["world"] } },
    { verb: "reflect", bankId: "ann", query: "mood", options: { budget: "mid" } },
  ]);
  const results = JSON.stringify(provider.last().messages);
  expect(results).toContain("Ann likes jazz.");
  expect(results).toContain("An answer about mood");
});

test("a call that the SDK repeats, with the same prompt, asks the memory once", async () => {
  const { model, flush } = remembering();
  provider.answer({ status: 500 }, { parts: ["Jazz."] });
  const call = { prompt: [{ role: "user" as const, content: [{ type: "text" as const, text: "Music?" }] }] };
  await expect(model.doGenerate(call)).rejects.toThrow();
  await model.doGenerate(call);
  await flush();
  expect([memory.asked.length, memory.said("s")]).toEqual([1, ["user: Music?", "assistant: Jazz."]]);
});

test("names that every object has are no arguments of a tool", async () => {
  provider.answer({ tools: [{ name: "retain", input: { content: "Ann rows.", constructor: "x", toString: "y" } }] }, { parts: ["Kept."] });
  const tools = createHindsightTools({ client: memory as unknown as ToolsOptions["client"], bankId: "ann" });
  await generateText({ model: chat(), prompt: "Keep it", tools: { ...tools }, stopWhen: stepCountIs(2) });
  expect(Object.keys(memory.retained[0]?.options ?? {}).filter((name) => name !== "signal")).toEqual([]);
});
