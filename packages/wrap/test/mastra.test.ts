// Mastra's processors, called as Mastra 0.24 and 1 call them. Mastra itself is 234 MB and stands not among the packages of this repository.

import { beforeEach, expect, test } from "vitest";
import { hindsightProcessor, type MastraMessage } from "../src/mastra/index.js";
import { type NotedMemory, notedMemory } from "./support/noted-memory.js";

let memory: NotedMemory;
beforeEach(() => {
  memory = notedMemory();
  memory.knows("Bo likes jazz.");
});

const message = (role: string, text: string, place: Partial<MastraMessage> = {}): MastraMessage => ({
  id: text,
  role,
  createdAt: new Date(0),
  content: { format: 2, parts: [{ type: "text", text }] },
  ...place,
});
const thread = { threadId: "t1", resourceId: "bo" };
const processor = () =>
  hindsightProcessor({
    memory,
    bankId: "ann",
    toolTurns: "calls",
    settingsOf: ({ resourceId }) => (resourceId === null ? {} : { bankId: resourceId }),
  });

test("version 0: memories come as a system message, and a thread ties an answer to its question", async () => {
  const processing = processor();
  const given = await processing.processInput({ messages: [message("user", "Music?", thread)] });
  expect(given.map(({ role }: MastraMessage) => role)).toEqual(["system", "user"]);
  expect(given[0].content.parts[0].text).toContain("Bo likes jazz.");
  const used = { type: "tool-invocation", toolInvocation: { toolName: "play", args: { what: "jazz" }, result: "ok" } };
  const answer = { ...message("assistant", "", thread), content: { format: 2, parts: [used, { type: "text", text: "Jazz." }] } };
  expect(await processing.processOutputResult({ messages: [answer] })).toEqual([answer]);
  await processing.hindsight.flush();
  expect(memory.retained.map(({ bankId, options }) => [bankId, options.documentId])).toEqual([["bo", "t1"]]);
  expect(memory.said("t1")).toEqual(["user: Music?", 'assistant: Used the tool play with {"what":"jazz"}', "assistant: Jazz."]);
});

test("version 0 without a thread: what the user said is retained, and no answer can go to the wrong place", async () => {
  const processing = processor();
  for (const text of ["One?", "Two?"]) await processing.processInput({ messages: [message("user", text)] });
  await processing.processOutputResult({ messages: [message("assistant", "Of one of them.")] });
  await processing.hindsight.flush();
  expect(memory.said()).toEqual(["user: One?", "user: Two?"]);
  expect(memory.retained.every(({ bankId }) => bankId === "ann")).toBe(true);
});

test("version 1: memories come among the system messages, and the call's state ties answers to questions", async () => {
  const processing = processor();
  const [first, second] = [{}, {}];
  const system = [{ role: "system", content: "Be brief." }];
  const given = await processing.processInput({ messages: [message("user", "One?")], systemMessages: system, state: first });
  expect(given.messages).toHaveLength(1);
  expect(given.systemMessages).toEqual([system[0], { role: "system", content: expect.stringContaining("Bo likes jazz.") }]);
  await processing.processInput({ messages: [message("user", "Two?")], systemMessages: system, state: second });
  await processing.processOutputResult({ messages: [message("assistant", "Second.")], state: second });
  await processing.processOutputResult({ messages: [message("assistant", "First.")], state: first });
  await processing.hindsight.flush();
  expect(memory.retained.map(({ content }) => content.split("\n").map((line) => JSON.parse(line).content))).toEqual([
    ["Two?", "Second."],
    ["One?", "First."],
  ]);
});
