// What would make a call fail, or a memory go astray: short timeouts, copies of a client, odd fetches, blocks that come back, others' faults.

import { Readable } from "node:stream";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI, { AzureOpenAI } from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemory, type MemoryReport, thisCall, type WrapOptions, wrapAnthropic, wrapOpenAI } from "../src/index.js";
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

const model = "stub";
const user = (content: string) => ({ role: "user" as const, content });
const options = (more: Partial<WrapOptions> = {}): WrapOptions => ({
  ...{ memory, bankId: "ann", sessionId: "s", onError: (report: MemoryReport) => void reports.push(report) },
  ...more,
});
const openai = (more?: Partial<WrapOptions>, sdk: ConstructorParameters<typeof OpenAI>[0] = {}) =>
  wrapOpenAI(new OpenAI({ apiKey: "key", baseURL: `${provider.url}/v1`, maxRetries: 0, ...sdk }), options(more));
const anthropic = (more?: Partial<WrapOptions>, sdk: object = {}) =>
  wrapAnthropic(new Anthropic({ apiKey: "key", baseURL: provider.url, maxRetries: 0, ...sdk }), options(more));
const hanging = (): Promise<never> => new Promise(() => undefined);

describe("a call does not fail for its memory", () => {
  test("when the SDK's own time is shorter than the memory's", async () => {
    memory.before = hanging;
    const answers = await Promise.all([
      openai({}, { timeout: 2_000 }).chat.completions.create({ model, messages: [user("Hi")] }),
      openai().responses.create({ model, input: "Hi" }, { timeout: 1_900 }),
      anthropic({}, { timeout: 1_900 }).messages.create({ model, max_tokens: 9, messages: [user("Hi")] }),
    ]);
    expect(answers).toHaveLength(3);
    expect(provider.requests).toHaveLength(3);
    expect(reports.map(({ stage, outcome }) => `${stage} ${outcome}`)).toEqual(Array(3).fill("recall skipped"));
  });

  test("when `waitUntil` throws, and what was said is sent all the same", async () => {
    const client = openai({
      waitUntil: () => {
        throw new TypeError("Illegal invocation");
      },
    });
    await client.chat.completions.create({ model, messages: [user("Hi")] });
    await client.hindsight.flush();
    expect([memory.said("s"), reports.map(({ message }) => message)]).toEqual([
      ["user: Hi", "assistant: All right."],
      [expect.stringContaining("waitUntil threw")],
    ]);
  });

  test("when the fetch that it goes through gives a stream of Node", async () => {
    const fetch = async (...call: Parameters<typeof globalThis.fetch>) => {
      const reply = await globalThis.fetch(...call);
      return { ok: true, status: reply.status, headers: reply.headers, body: Readable.fromWeb(reply.body as never) } as never;
    };
    const client = openai({}, { fetch });
    const answer = await client.chat.completions.create({ model, messages: [user("Hi")] });
    await client.hindsight.flush();
    expect([answer.choices[0]?.message.content, memory.said("s")]).toEqual(["All right.", ["user: Hi", "assistant: All right."]]);
  });

  test.each([
    [{ excludedModels: "gpt-4" }, "excludedModels"],
    [{ recallTimeoutMs: Number.NaN }, "recallTimeoutMs"],
    [{ toolTurns: "some" }, "toolTurns"],
    [{ speakers: { user: null } }, "speakers"],
    [{ onError: "log" }, "onError"],
    [{ memory: {} }, "retain, recall and reflect"],
  ])("for options that cannot be, since those are refused at once: %j", (wrong, told) => {
    expect(() => createMemory(options(wrong as never))).toThrow(told);
  });

  test("and no limit is no limit", async () => {
    memory.before = () => new Promise((resolve) => setTimeout(resolve, 20));
    await openai({ recallTimeoutMs: Number.POSITIVE_INFINITY }).chat.completions.create({ model, messages: [user("Hi")] });
    expect([provider.last().messages[0].role, reports]).toEqual(["system", []]);
  });
});

describe("the memory is asked no more than it must be", () => {
  test("a call that the SDK repeats asks once, also a memory that fails", async () => {
    memory.before = (verb) => {
      if (verb === "recall") throw Object.assign(new Error("down"), { statusCode: 503 });
    };
    provider.answer({ status: 500 }, { parts: ["Hello."] });
    await openai({}, { maxRetries: 1 }).chat.completions.create({ model, messages: [user("Hi")] });
    expect([provider.requests.length, memory.asked.length, reports.length]).toEqual([2, 1, 1]);
  });

  test("questions that one bank refuses take the memory from no other bank", async () => {
    memory.before = () => {
      if (memory.asked.at(-1)?.bankId === "wrong") throw Object.assign(new Error("refused"), { statusCode: 422 });
    };
    const client = openai({ storeConversations: false });
    for (let turn = 0; turn < 4; turn++)
      await client.responses.create({ model, input: `Question ${turn}`, ...thisCall({ bankId: "wrong" }) });
    await client.responses.create({ model, input: "Music?" });
    expect(provider.last().instructions).toContain("jazz");
  });

  test("a memory that asks for a pause is given it", async () => {
    vi.useFakeTimers();
    let tries = 0;
    memory.before = (verb) => {
      if (verb === "retain" && tries++ === 0) throw Object.assign(new Error("slow down"), { statusCode: 429, retryAfterMs: 90_000 });
    };
    const wrapped = createMemory(options({ retryMs: 1 }));
    const begun = await wrapped.begin({ settings: {}, model: null, turns: [{ role: "user", text: "Hi" }] });
    await begun.end({ turns: [{ role: "assistant", text: "Hello." }], isOpen: false });
    await vi.advanceTimersByTimeAsync(89_000);
    expect(memory.retained).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(memory.said("s")).toEqual(["user: Hi", "assistant: Hello."]);
    vi.useRealTimers();
  });
});

describe("copies of a client", () => {
  test("remember as it does, with another fetch too, and are wrapped once", async () => {
    const client = openai();
    let fetched = 0;
    const fetch: typeof globalThis.fetch = (...call) => {
      fetched += 1;
      return globalThis.fetch(...call);
    };
    const copy = client.withOptions({ timeout: 5_000 }).withOptions({ fetch });
    await copy.chat.completions.create({ model, messages: [user("Music?")] });
    await copy.hindsight.flush();
    expect([fetched, copy.timeout, memory.asked.length, memory.retained.length]).toEqual([1, 5_000, 1, 1]);
    expect(copy).toBeInstanceOf(OpenAI);
    expect(() => wrapOpenAI(copy, options())).toThrow("has a memory already");
  });

  test("of the client for Azure are made as well", async () => {
    const azure = new AzureOpenAI({ apiKey: "key", endpoint: provider.url, apiVersion: "2024-10-21", deployment: "mine" });
    const client = wrapOpenAI(azure, options());
    await client.withOptions({ maxRetries: 0 }).chat.completions.create({ model, messages: [user("Music?")] });
    await client.hindsight.flush();
    expect([provider.requests[0]?.path, memory.said("s")]).toEqual([
      "/openai/deployments/mine/chat/completions",
      ["user: Music?", "assistant: All right."],
    ]);
    expect(client).toBeInstanceOf(AzureOpenAI);
  });

  test("that sign what they send are told that no memory can be put in", async () => {
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      expect(JSON.parse(String(init?.body)).messages).toEqual([user("Hi")]);
      return Response.json({ choices: [{ message: { role: "assistant", content: "Hello." } }] });
    };
    const client = openai({}, { fetch, defaultHeaders: { Authorization: "AWS4-HMAC-SHA256 Credential=x" } });
    await client.chat.completions.create({ model, messages: [user("Hi")] });
    expect([memory.asked, reports.map(({ message }) => message)]).toEqual([[], [expect.stringContaining("is signed")]]);
  });
});

test("a user whose bank is not known has no memory, and not that of somebody else", async () => {
  const client = openai();
  const bankOf: Record<string, string> = {};
  await client.chat.completions.create({ model, messages: [user("My pin is 1234.")], ...thisCall({ bankId: bankOf.nobody as string }) });
  await client.hindsight.flush();
  expect([memory.asked, memory.retained, Object.keys(provider.last())]).toEqual([[], [], ["model", "messages"]]);
  expect(reports.map(({ message }) => message)).toEqual([expect.stringContaining("names a bank that is null or undefined")]);
});

test("a block that comes back in what is said is asked for and retained nowhere", async () => {
  const block = "<hindsight_memories>\nRelevant Memories: old\n</hindsight_memories>\n\n";
  provider.answer({ parts: [`I was told: ${block}Jazz. <hindsight_memories> and so on`] });
  const client = openai();
  await client.chat.completions.create({ model, messages: [user(`${block}Music?`)] });
  await client.hindsight.flush();
  expect(memory.asked[0]?.query).toBe("Music?");
  expect(memory.said("s")).toEqual(["user: Music?", "assistant: I was told: Jazz."]);
});

test("fields for the memory reach no other route of the provider", async () => {
  await anthropic()
    .messages.countTokens({ model, messages: [user("Hi")], ...thisCall({ tags: ["x"] }) })
    .catch(() => undefined);
  expect(Object.keys(provider.last())).toEqual(["model", "messages"]);
});

test("a thread that Anthropic keeps is one conversation, whose system nobody changes", async () => {
  const client = anthropic({ toolTurns: "all" }).withOptions({});
  provider.answer(
    { tools: [{ name: "play", input: {} }] },
    { tools: [{ name: "play", input: { louder: true } }] },
    { parts: ["It plays."] },
  );
  const play = {
    name: "play",
    description: "",
    input_schema: { type: "object" as const },
    parse: (input: unknown) => input,
    run: async () => "on",
  };
  await client.beta.messages.toolRunner({ model, max_tokens: 9, messages: [user("Play jazz")], tools: [play], ...thisCall({}) });
  const thread = { type: "continue" as const, previous_message_id: "answer-3" };
  await client.beta.messages.create({ model, max_tokens: 9, messages: [user("Louder")], thread });
  await client.hindsight.flush();
  expect(provider.requests.map(({ body }) => typeof body.system)).toEqual(["string", ...Array(3).fill("undefined")]);
  expect(provider.last().messages[0].content).toMatch(/^<hindsight_memories>[\s\S]*Louder$/);
  expect(memory.said("s")).toEqual([
    ...["user: Play jazz", "assistant: Used the tool play with {}", "tool: tool answered: on"],
    ...['assistant: Used the tool play with {"louder":true}', "tool: tool answered: on", "assistant: It plays."],
    ...["user: Louder", "assistant: All right."],
  ]);
});

test("two answers at once keep the question once, and users of one client have their own banks", async () => {
  const client = openai();
  provider.answer({ parts: ["One."] }, { parts: ["Two."] });
  await Promise.all([1, 2].map(() => client.chat.completions.create({ model, messages: [user("Draft?")] })));
  await Promise.all(
    ["bo", "cy"].map((bankId) => client.chat.completions.create({ model, messages: [user(`I am ${bankId}`)], ...thisCall({ bankId }) })),
  );
  await client.hindsight.flush();
  const inBank = (bank: string) =>
    memory.retained
      .filter(({ bankId }) => bankId === bank)
      .map(({ content }) => content)
      .join();
  expect(
    inBank("ann")
      .match(/Draft\?|One\.|Two\./g)
      ?.toSorted(),
  ).toEqual(["Draft?", "One.", "Two."]);
  expect([inBank("bo").includes("I am bo"), inBank("bo").includes("cy"), inBank("cy").includes("I am cy")]).toEqual([true, false, true]);
});
