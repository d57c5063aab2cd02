// Streams: each piece reaches the caller as it comes, and what was said is retained at the end, also of a stream that was broken off.

import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type WrapOptions, wrapAnthropic, wrapOpenAI } from "../src/index.js";
import { gate } from "./support/gate.js";
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

const options = (more: Partial<WrapOptions> = {}): WrapOptions => ({ memory, bankId: "ann", sessionId: "s", ...more });
const openai = (more?: Partial<WrapOptions>) =>
  wrapOpenAI(new OpenAI({ apiKey: "key", baseURL: `${provider.url}/v1`, maxRetries: 0 }), options(more));
const anthropic = (more?: Partial<WrapOptions>) =>
  wrapAnthropic(new Anthropic({ apiKey: "key", baseURL: provider.url, maxRetries: 0 }), options(more));

const model = "stub";
const messages = [{ role: "user" as const, content: "Music?" }];

/** A streamed call of each API: its pieces of text, a way to hang up, and what remains to be sent. */
interface Streamed {
  readonly pieces: AsyncIterable<string>;
  abort(): void;
  flush(): Promise<unknown>;
}

async function* pieces<Event>(events: AsyncIterable<Event>, text: (event: Event) => string | null | undefined): AsyncGenerator<string> {
  for await (const event of events) {
    const piece = text(event);
    if (piece) yield piece;
  }
}

const APIS: readonly (readonly [string, (more?: Partial<WrapOptions>) => Promise<Streamed>])[] = [
  [
    "chat completions",
    async (more) => {
      const client = openai(more);
      const stream = await client.chat.completions.create({ model, messages, stream: true });
      return {
        pieces: pieces(stream, (event) => event.choices[0]?.delta.content),
        abort: () => stream.controller.abort(),
        flush: client.hindsight.flush,
      };
    },
  ],
  [
    "responses",
    async (more) => {
      const client = openai(more);
      const stream = await client.responses.create({ model, input: "Music?", stream: true });
      return {
        pieces: pieces(stream, (event) => (event.type === "response.output_text.delta" ? event.delta : null)),
        abort: () => stream.controller.abort(),
        flush: client.hindsight.flush,
      };
    },
  ],
  [
    "messages",
    async (more) => {
      const client = anthropic(more);
      const stream = await client.messages.create({ model, max_tokens: 99, messages, stream: true });
      return {
        pieces: pieces(stream, (event) =>
          event.type === "content_block_delta" && event.delta.type === "text_delta" ? event.delta.text : null,
        ),
        abort: () => stream.controller.abort(),
        flush: client.hindsight.flush,
      };
    },
  ],
];

describe.each(APIS)("%s", (_, call) => {
  test("pieces pass as they come, in order, and are retained at the end", async () => {
    const door = gate();
    provider.answer({ parts: ["Ja", "zz, ", "of course: ünï 🎷"], gate: door.opened });
    const got: string[] = [];
    const stream = await call();
    for await (const piece of stream.pieces) {
      got.push(piece);
      expect(memory.retained).toEqual([]);
      door.open(); // the provider goes on only when its first piece was seen here
    }
    await stream.flush();
    expect(got).toEqual(["Ja", "zz, ", "of course: ünï 🎷"]);
    expect(memory.said("s")).toEqual(["user: Music?", "assistant: Jazz, of course: ünï 🎷"]);
    expect(JSON.stringify(provider.last())).toContain("Ann likes jazz.");
  });

  test("a stream that the caller leaves is retained as far as it came", async () => {
    const door = gate();
    provider.answer({ parts: ["Jazz, ", "never heard"], gate: door.opened });
    const stream = await call();
    for await (const _piece of stream.pieces) break;
    await stream.flush();
    door.open();
    expect(memory.said("s")).toEqual(["user: Music?", "assistant: Jazz,"]);
    expect(memory.retained[0]?.options.metadata).toEqual({ interrupted: "true" });
  });

  test("a stream that is aborted ends as it does without a memory, and is retained as far as it came", async () => {
    const door = gate();
    provider.answer({ parts: ["Jazz", "never heard"], gate: door.opened });
    const stream = await call();
    const got: string[] = [];
    for await (const piece of stream.pieces) {
      got.push(piece);
      stream.abort();
    }
    await stream.flush();
    door.open();
    expect(got).toEqual(["Jazz"]);
    expect(memory.said("s")).toEqual(["user: Music?", "assistant: Jazz"]);
  });

  test("a connection that breaks is an error of the caller's, and what came is retained", async () => {
    const door = gate();
    provider.answer({ parts: ["Jazz", "never heard"], gate: door.opened, breaks: true });
    const stream = await call();
    const got: string[] = [];
    const reading = (async () => {
      for await (const piece of stream.pieces) {
        got.push(piece);
        door.open();
      }
    })();
    await expect(reading).rejects.toThrow();
    await stream.flush();
    expect(got).toEqual(["Jazz"]);
    expect(memory.said("s")).toEqual(["user: Music?", "assistant: Jazz"]);
  });

  test("with syncStorage the stream ends when the memory has it", async () => {
    const stream = await call({ syncStorage: true });
    for await (const piece of stream.pieces) expect(piece).toBe("All right.");
    expect(memory.said("s")).toEqual(["user: Music?", "assistant: All right."]);
  });
});

test("a conversation goes on behind a broken stream, with nothing twice", async () => {
  const client = openai({ sessionId: "t" });
  const door = gate();
  provider.answer({ parts: ["Jazz", "never heard"], gate: door.opened, breaks: true }, { parts: ["Blues."] });
  const stream = await client.chat.completions.create({ model, messages, stream: true });
  const reading = (async () => {
    for await (const event of stream) if (event.choices[0]?.delta.content === "Jazz") door.open();
  })();
  await expect(reading).rejects.toThrow();
  await client.chat.completions.create({ model, messages: [...messages, { role: "user", content: "Other music?" }] });
  await client.hindsight.flush();
  expect(memory.said("t")).toEqual(["user: Music?", "assistant: Jazz", "user: Other music?", "assistant: Blues."]);
});

test("a streamed call of tools is held for its answer", async () => {
  const client = openai({ toolTurns: "all" });
  provider.answer({ tools: [{ name: "play", input: { what: "jazz" } }] });
  const stream = client.chat.completions.stream({ model, messages });
  const message = (await stream.finalChatCompletion()).choices[0]!.message;
  expect(memory.retained).toEqual([]);
  const result = { role: "tool" as const, tool_call_id: message.tool_calls![0]!.id, content: "playing" };
  const last = client.chat.completions.stream({ model, messages: [...messages, message, result] });
  await last.finalChatCompletion();
  await client.hindsight.flush();
  expect(memory.retained).toHaveLength(1);
  expect(memory.said("s")).toEqual([
    "user: Music?",
    'assistant: Used the tool play with {"what":"jazz"}',
    "tool: play answered: playing",
    "assistant: All right.",
  ]);
});
