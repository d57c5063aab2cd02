// OpenAI's Responses around a provider: the parts that chat completions do not have.

import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { thisCall, wrapOpenAI } from "../src/index.js";
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

const client = () => wrapOpenAI(new OpenAI({ apiKey: "key", baseURL: `${provider.url}/v1` }), { memory, bankId: "ann" });
const model = "gpt-stub";

test("memories stand behind the instructions, or before what is asked", async () => {
  const openai = client();
  await openai.responses.create({ model, instructions: "Be brief.", input: "Music?" });
  expect(provider.last()).toMatchObject({ input: "Music?", instructions: expect.stringMatching(/^Be brief\.\n\n<hindsight_memories>/) });
  await openai.responses.create({ model, input: [{ role: "user", content: [{ type: "input_text", text: "Music?" }] }] });
  expect(provider.last().instructions).toMatch(/^<hindsight_memories>/);
  const call = thisCall({ injectionMode: "prepend_user" });
  await openai.responses.create({ model, input: "Music?", ...call });
  expect(provider.last()).toEqual({ model, input: expect.stringMatching(/<\/hindsight_memories>\n\nMusic\?$/) });
  await openai.responses.create({ model, input: [{ role: "user", content: "Music?" }], ...call });
  expect(provider.last().input[0].content).toMatch(/<\/hindsight_memories>\n\nMusic\?$/);
});

test("answers that go on from one another, by id, are one document, through tools", async () => {
  const openai = client();
  provider.answer({ tools: [{ name: "play", input: {} }] }, { parts: ["It plays."] }, { parts: ["Louder now."] });
  const first = await openai.responses.create({ model, input: "Play jazz" });
  const call = first.output.find((item) => item.type === "function_call")!;
  const output = [{ type: "function_call_output" as const, call_id: call.call_id, output: "playing" }];
  const second = await openai.responses.create({ model, previous_response_id: first.id, input: output });
  expect(second.output_text).toBe("It plays.");
  await openai.responses.create({ model, previous_response_id: second.id, input: "yes" });
  await openai.hindsight.flush();
  expect(new Set(memory.retained.map(({ options }) => options.documentId)).size).toBe(1);
  expect(memory.said()).toEqual(["user: Play jazz", "assistant: It plays.", "user: yes", "assistant: Louder now."]);
});

test("a conversation that OpenAI keeps is a document of its id, in which the same word twice counts twice", async () => {
  const openai = client();
  for (let turn = 0; turn < 2; turn++) await openai.responses.create({ model, conversation: "conv_1", input: "yes" });
  await openai.hindsight.flush();
  expect(memory.said("conv_1")).toEqual(["user: yes", "assistant: All right.", "user: yes", "assistant: All right."]);
});

test("an output that the client sends back as input is known", async () => {
  const openai = client();
  provider.answer({ parts: ["Jazz."] });
  const first = await openai.responses.create({ model, input: "Music?" });
  await openai.responses.create({
    model,
    input: [
      { role: "user", content: "Music?" },
      ...(first.output as OpenAI.Responses.ResponseInputItem[]),
      { role: "user", content: "Louder" },
    ],
  });
  await openai.hindsight.flush();
  expect(new Set(memory.retained.map(({ options }) => options.documentId)).size).toBe(1);
  expect(memory.said()).toEqual(["user: Music?", "assistant: Jazz.", "user: Louder", "assistant: All right."]);
});
