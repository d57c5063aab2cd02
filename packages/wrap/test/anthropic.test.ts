// Anthropic's own client around a provider and a memory that notes what it is asked and told.

import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMemory, thisCall, type WrapOptions, wrapAnthropic } from "../src/index.js";
import { messages as messageFormat } from "../src/wire/messages.js";
import { type NotedMemory, notedMemory } from "./support/noted-memory.js";
import { openProvider, type Provider } from "./support/provider-stub.js";

let provider: Provider;
let memory: NotedMemory;
beforeAll(async () => {
  provider = await openProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  memory = notedMemory();
  memory.knows("Ann likes jazz.");
  provider.requests.length = 0;
});

function client(options: Partial<WrapOptions> = {}) {
  return wrapAnthropic(new Anthropic({ apiKey: "key", baseURL: provider.url }), { memory, bankId: "ann", sessionId: "s", ...options });
}
const base = { model: "claude-stub", max_tokens: 99 };
const user = (content: string) => ({ role: "user" as const, content });

test("memories stand behind the system's own blocks, or before what is asked, and the exchange is retained", async () => {
  const anthropic = client();
  const cached = { type: "text" as const, text: "Be brief.", cache_control: { type: "ephemeral" as const } };
  const answer = await anthropic.messages.create({ ...base, system: [cached], messages: [user("Music?")] });
  expect(answer.content).toEqual([expect.objectContaining({ text: "All right." })]);
  expect(provider.last().system).toEqual([cached, { type: "text", text: expect.stringContaining('"Ann likes jazz."') }]);
  await anthropic.messages.create({ ...base, system: "Be brief.", messages: [user("Films?")] });
  expect(provider.last().system).toMatch(/^Be brief\.\n\n<hindsight_memories>/);
  await anthropic.messages.create({ ...base, messages: [user("Books?")], ...thisCall({ injectionMode: "prepend_user", budget: "low" }) });
  expect(provider.last()).toEqual({ ...base, messages: [user(expect.stringMatching(/<\/hindsight_memories>\n\nBooks\?$/))] });
  await anthropic.hindsight.flush();
  expect(memory.asked.map(({ query }) => query)).toEqual(["Music?", "Films?", "Books?"]);
  expect(memory.said("s").slice(0, 2)).toEqual(["user: Music?", "assistant: All right."]);
});

test("a tool loop is one exchange; results stay first in their message", async () => {
  const anthropic = client({ injectionMode: "prepend_user" });
  provider.answer({ parts: ["I look."], tools: [{ name: "weather", input: { city: "Delft" } }] }, { parts: ["It rains."] });
  const first = await anthropic.messages.create({ ...base, messages: [user("Weather?")] });
  const call = first.content.find((block) => block.type === "tool_use")!;
  expect(memory.retained).toEqual([]);
  const result = { type: "tool_result" as const, tool_use_id: call.id, content: "rain" };
  await anthropic.messages.create({
    ...base,
    messages: [user("Weather?"), { role: "assistant", content: first.content }, { role: "user", content: [result] }],
  });
  await anthropic.hindsight.flush();
  expect(memory.said("s")).toEqual(["user: Weather?", "assistant: I look.", "assistant: It rains."]);
  expect(memory.asked).toHaveLength(1);
  expect(provider.last().messages[0].content).toContain("Ann likes jazz.");
  expect(provider.last().messages[2].content).toEqual([result]);
});

test("an answer whose first words are given is one exchange with its question", async () => {
  const anthropic = client();
  provider.answer({ parts: ['"jazz"}'] });
  await anthropic.messages.create({ ...base, messages: [user("Music, as JSON?"), { role: "assistant", content: '{"music":' }] });
  await anthropic.hindsight.flush();
  expect(memory.said("s")).toEqual(["user: Music, as JSON?", 'assistant: {"music":', 'assistant: "jazz"}']);
});

test("the stream helper has the memory, tools included", async () => {
  const anthropic = client();
  provider.answer({ parts: ["I ", "look."], tools: [{ name: "weather", input: { city: "Delft" } }] });
  const final = await anthropic.messages.stream({ ...base, messages: [user("Weather?")] }).finalMessage();
  expect(final.content.map(({ type }) => type)).toEqual(["text", "tool_use"]);
  expect(memory.retained).toEqual([]);
  await anthropic.hindsight.flush(); // what is held for an answer goes out too
  expect(memory.said("s")).toEqual(["user: Weather?", "assistant: I look."]);
});

test("other calls pass untouched, and clients that sign their requests are refused", async () => {
  const anthropic = client();
  await expect(anthropic.messages.countTokens({ model: "claude-stub", messages: [user("Hi")] })).rejects.toThrow("404");
  expect(provider.last()).toEqual({ model: "claude-stub", messages: [user("Hi")] });
  expect(memory.asked).toEqual([]);
  const signing = Object.assign(new Anthropic({ apiKey: "key" }), { awsRegion: "eu-west-1" });
  expect(() => wrapAnthropic(signing, { memory })).toThrow("signs its requests");
  expect(() => wrapAnthropic({}, { memory })).toThrow("withOptions");
  expect(() => wrapAnthropic(anthropic, { memory })).toThrow("already");
  expect(() => wrapAnthropic(new Anthropic({ apiKey: "key" }), { memory, budget: "huge" as "high" })).toThrow("budget");
});

test("one memory serves several clients", async () => {
  const shared = createMemory({ memory, bankId: "ann", sessionId: "s" });
  const first = wrapAnthropic(new Anthropic({ apiKey: "key", baseURL: provider.url }), shared);
  const second = wrapAnthropic(new Anthropic({ apiKey: "key", baseURL: provider.url }), shared);
  await first.messages.create({ ...base, messages: [user("Music?")] });
  await second.messages.create({ ...base, messages: [user("Music?")] });
  await shared.flush();
  expect(memory.said("s")).toEqual(["user: Music?", "assistant: All right."]);
});

test("an answer that is cut where it cites is one text; what a search stands between is apart", () => {
  const content = [
    { type: "text", text: "Let me look." },
    { type: "server_tool_use", id: "t", name: "web_search", input: {} },
    ...["Rain is ", "expected", " in Delft."].map((text) => ({ type: "text", text })),
  ];
  const whole = messageFormat.answer({ content });
  const stream = messageFormat.stream();
  for (const [index, block] of content.entries()) {
    stream.event({ type: "content_block_start", index, content_block: { ...block, text: "" } });
    if ("text" in block) stream.event({ type: "content_block_delta", index, delta: { type: "text_delta", text: block.text } });
  }
  for (const { turns } of [whole, stream.answer()]) {
    expect(turns).toEqual([{ role: "assistant", text: "Let me look.\nRain is expected in Delft." }]);
  }
});
