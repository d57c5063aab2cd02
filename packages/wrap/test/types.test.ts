// What is wrapped has the types of the SDK: a program that compiles without a memory compiles with one, and fails to where it failed before.

import Anthropic from "@anthropic-ai/sdk";
import OpenAI, { AzureOpenAI } from "openai";
import { expectTypeOf, test } from "vitest";
import { type MemoryHandle, type MemoryPort, thisCall, wrapAnthropic, wrapOpenAI } from "../src/index.js";

const memory = {} as MemoryPort;
const model = "m";
const messages = [{ role: "user" as const, content: "Hi" }];

/** Compiled, and never run. */
const programs = {
  async openai() {
    const client = wrapOpenAI(new OpenAI(), { memory, bankId: "ann" });
    expectTypeOf(client).toExtend<OpenAI>();
    expectTypeOf(client.chat.completions).toEqualTypeOf<OpenAI["chat"]["completions"]>();
    expectTypeOf(client.responses).toEqualTypeOf<OpenAI["responses"]>();
    expectTypeOf(client.hindsight).toEqualTypeOf<MemoryHandle>();
    expectTypeOf(client.withOptions({}).hindsight).toEqualTypeOf<MemoryHandle>();
    const call = thisCall({ bankId: "bo", budget: "low", tags: ["x"] });
    expectTypeOf(await client.chat.completions.create({ model, messages, ...call })).toExtend<OpenAI.Chat.Completions.ChatCompletion>();
    const stream = await client.chat.completions.create({ model, messages, stream: true, ...call });
    for await (const chunk of stream) expectTypeOf(chunk).toEqualTypeOf<OpenAI.Chat.Completions.ChatCompletionChunk>();
    expectTypeOf((await client.responses.create({ model, input: "Hi", ...call })).output_text).toBeString();
    // @ts-expect-error: the SDK's own checks stay
    await client.chat.completions.create({ model, messages: [{ role: "nobody", content: "Hi" }], ...call });
    // @ts-expect-error: a budget is low, mid or high
    thisCall({ budget: "huge" });
    // @ts-expect-error: a memory is needed
    wrapOpenAI(new OpenAI(), { bankId: "ann" });
    expectTypeOf(wrapOpenAI(new AzureOpenAI(), { memory })).toExtend<AzureOpenAI>();
  },
  async anthropic() {
    const client = wrapAnthropic(new Anthropic(), { memory, bankId: "ann" });
    expectTypeOf(client.messages).toEqualTypeOf<Anthropic["messages"]>();
    const message = await client.messages.create({ model, max_tokens: 9, messages, ...thisCall({ tags: ["x"] }) });
    expectTypeOf(message).toExtend<Anthropic.Message>();
    expectTypeOf(client.withOptions({}).hindsight).toEqualTypeOf<MemoryHandle>();
    // @ts-expect-error: max_tokens is the SDK's to ask for
    await client.messages.create({ model, messages });
  },
};

test("types are those of the SDK", () => {
  expectTypeOf(programs).toBeObject();
});
