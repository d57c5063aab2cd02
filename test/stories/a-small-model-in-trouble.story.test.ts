// What goes wrong with a model of one's own machine, and what becomes of it: nothing is lost in silence, and what is said tells what to do.

import { afterEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { givenTo, NOTHING } from "../support/consolidation.js";
import { LLAMA, startLlamaCpp } from "../support/llama-cpp-stub.js";
import { memoriesOf as listed } from "../support/model-server.js";
import { type ModelStub, promptTokens, type Script, tokensOf } from "../support/model-stub.js";
import { type OllamaStub, startOllama } from "../support/ollama-stub.js";
import { pageSettings } from "../support/page-settings.js";
import { tools, use } from "../support/reflection.js";
import { openServer, send, type TestEngine, type TestServer } from "../support/server.js";
import { smallModel, taskOf } from "../support/small-model.js";
import { type StoryBank, storyBank } from "../support/story.js";

const SKILLED = { tools: true, thinking: true };
/** Sentences of their own, about 45 characters each. */
const sentences = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Visitor number ${at} came by train from town ${at}.`).join(" ");

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe.each(["pglite", "postgres"] as const)("on %s", (engine: TestEngine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };

  async function serve(name: "ollama" | "llamacpp", stub: ModelStub, more: Readonly<Record<string, string>> = {}) {
    closing.push(() => stub.close());
    const env = {
      ...pageSettings("local-models.md", name),
      HINDSIGHT_API_LLM_BASE_URL: stub.origin,
      HINDSIGHT_API_LLM_INITIAL_BACKOFF: "0",
      HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true",
      ...more,
    };
    const server: TestServer = await openServer(env, engine);
    closing.push(() => server.close());
    return { server, bank: storyBank(server) };
  }
  async function ollama(
    script: Script,
    more?: Readonly<Record<string, string>>,
    pulled: Record<string, typeof SKILLED> = { "qwen3:8b": SKILLED },
  ) {
    const stub: OllamaStub = await startOllama(pulled, script);
    return { stub, pulled, ...(await serve("ollama", stub, more)) };
  }
  async function llama(flags: Partial<typeof LLAMA>, script: Script, more?: Readonly<Record<string, string>>) {
    const started = { ...LLAMA, ...flags };
    const stub = await startLlamaCpp(started, script);
    return { stub, started, ...(await serve("llamacpp", stub, more)) };
  }
  const texts = async (bank: StoryBank): Promise<readonly string[]> => (await listed(bank)).map(({ text }) => text);
  const retain = (bank: StoryBank, content: string) => bank.call("POST", "/memories", { items: [{ content }] });

  tell("a model that was never pulled is named with the command that fetches it, and the operation goes on once it is there", async () => {
    const { stub, bank, server, pulled } = await ollama(smallModel, {}, {});
    const { status, text } = await retain(bank, "Ann drinks green tea.");
    expect(status).toBe(502);
    expect(text).toContain("`ollama pull qwen3:8b` fetches it");
    expect(text).toContain("HINDSIGHT_API_LLM_MODEL");
    expect(stub.calls).toHaveLength(1); // a repeat would meet the same
    const operation = await bank.retainLater([{ content: "Ann drinks green tea." }]);
    await server.idle();
    expect((await bank.get(`/operations/${operation}`)).body).toMatchObject({
      status: "failed",
      error_message: expect.stringContaining("ollama pull"),
    });
    expect(await texts(bank)).toEqual([]);
    pulled["qwen3:8b"] = SKILLED;
    await bank.call("POST", `/operations/${operation}/retry`);
    await server.idle();
    expect(await texts(bank)).toEqual(["Ann drinks green tea."]);
  });

  tell("a text that is over the window of Ollama is read in halves, and nothing of it is cut in silence", async () => {
    const { stub, bank } = await ollama(smallModel, { HINDSIGHT_API_LLM_OLLAMA_NUM_CTX: "4096", HINDSIGHT_API_RETAIN_CHUNK_SIZE: "12000" });
    const content = sentences(240);
    expect(tokensOf(content)).toBeGreaterThan(2_500);
    expect((await retain(bank, content)).status).toBe(200);
    expect([...(await texts(bank))].sort()).toEqual(content.split(/(?<=\.) /u).sort());
    expect(stub.calls.length).toBeGreaterThan(stub.read.length); // some were refused
    expect(stub.read.length).toBeGreaterThan(1);
    for (const messages of stub.read) expect(messages[0]?.content).toContain("matching this schema:");
  });

  tell("left to itself, Ollama cuts the same text, rules first, and says nothing", async () => {
    const settings = { HINDSIGHT_API_LLM_OLLAMA_NUM_CTX: "4096", HINDSIGHT_API_RETAIN_CHUNK_SIZE: "12000" };
    const extra = { HINDSIGHT_API_LLM_EXTRA_BODY: '{"truncate":true}' };
    const short: Script = () => ({ json: { facts: [{ what: "Somebody came.", fact_type: "world" }] } });
    const { stub, bank } = await ollama(short, { ...settings, ...extra });
    expect((await retain(bank, sentences(240))).status).toBe(200);
    expect(await texts(bank)).toEqual(["Somebody came."]);
    expect(stub.read).toHaveLength(1);
    expect(stub.read[0]?.[0]?.content).not.toContain(String(stub.calls[0]?.system)); // the rules have lost their beginning
  });

  tell(
    "a text that is over the window of llama-server is read in halves; where not even little fits, the window is what is said",
    async () => {
      const { stub, bank } = await llama({ window: 4_096 }, smallModel, { HINDSIGHT_API_RETAIN_CHUNK_SIZE: "12000" });
      const content = sentences(240);
      expect((await retain(bank, content)).status).toBe(200);
      expect(await texts(bank)).toHaveLength(240);
      expect(stub.calls.length).toBeGreaterThan(2);

      const tiny = await llama({ window: 512 }, smallModel);
      const { status, text } = await retain(tiny.bank, "Ann drinks green tea.");
      expect(status).toBe(400);
      expect(text).toContain("exceeds the available context size (512 tokens)");
      expect(text).toContain("--ctx-size");
      expect(tiny.stub.calls).toHaveLength(1);
      expect(await texts(tiny.bank)).toEqual([]);
    },
  );

  tell("facts that are over the window together are consolidated one by one", async () => {
    const script: Script = (call) => (taskOf(call) === "consolidation" ? NOTHING : smallModel(call));
    const { stub, started, server, bank } = await llama({}, script);
    const long = (name: string) => `${name} walks ${"along the quiet canal and ".repeat(50)}home.`;
    const consolidate = async (of: StoryBank, names: readonly string[]) => {
      await of.call("POST", "/memories", { items: names.map((name) => ({ content: long(name) })) });
      await of.call("POST", "/consolidate");
      await server.idle();
      return (await of.get("/stats")).body;
    };
    await consolidate(bank, ["Ann"]);
    const alone = stub.calls.find((call) => taskOf(call) === "consolidation");
    started.window = promptTokens(alone?.body ?? {}) + 150;
    const before = stub.calls.length;
    const stats = await consolidate(storyBank(server), ["Bob", "Cas", "Dot"]);
    expect(stats).toMatchObject({ total_nodes: 3, pending_consolidation: 0, failed_consolidation: 0 });
    const asked = stub.calls.slice(before).filter((call) => taskOf(call) === "consolidation");
    expect(asked.map((call) => givenTo(call).facts.length).sort()).toEqual([1, 1, 1, 2, 3]);
  });

  tell("evidence that is over the window is read in parts", async () => {
    const script: Script = (call) => {
      if (call.user.includes("of the evidence:\n")) return { text: "Visitors came by train." };
      if (call.user.includes("Claims from all parts")) return { text: "By train." };
      const [only, ...others] = tools(call);
      return only !== undefined && others.length === 0
        ? use(only, { reason: "to know", query: "visitors, train, town" })
        : smallModel(call);
    };
    const { stub, started, server, bank } = await llama({}, script);
    await bank.retain(sentences(120));
    await server.idle();
    started.window = 3_000;
    const before = stub.calls.length;
    const { status, body } = await bank.call("POST", "/reflect", { query: "How did the visitors come?" });
    expect([status, body.text]).toEqual([200, "By train."]);
    const parts = stub.calls.slice(before).filter(({ user }) => user.includes("of the evidence:\n"));
    expect(parts.length).toBeGreaterThan(1);
  });

  tell("an answer that its limit cut is no answer: the text is read in halves until each answer ends", async () => {
    const { stub, bank } = await ollama(smallModel, { HINDSIGHT_API_RETAIN_MAX_COMPLETION_TOKENS: "500" });
    const content = sentences(40);
    expect((await retain(bank, content)).status).toBe(200);
    expect([...(await texts(bank))].sort()).toEqual(content.split(/(?<=\.) /u).sort());
    expect(stub.calls.length).toBeGreaterThan(2);
  });

  tell("a model that never ends is told as such, and nothing of what it said is kept", async () => {
    const endless: Script = (call) => ({
      json: { facts: [{ what: call.content.slice(0, 20), fact_type: "world" }] },
      finishReason: "length",
    });
    const { bank } = await llama({}, endless);
    const { status, text } = await retain(bank, sentences(20));
    expect(status).toBe(502);
    expect(text).toContain("did not end within its token limit");
    expect(text).toContain("HINDSIGHT_API_RETAIN_MAX_COMPLETION_TOKENS");
    expect(await texts(bank)).toEqual([]);
  });

  tell("a server that is still loading its model is waited for", async () => {
    const { stub, bank } = await llama({ loading: 5 }, smallModel, { HINDSIGHT_API_LLM_MAX_RETRIES: "1" });
    expect((await retain(bank, "Ann drinks green tea.")).status).toBe(200);
    expect(stub.calls).toHaveLength(6);
    expect(await texts(bank)).toEqual(["Ann drinks green tea."]);
  });

  tell("a model without tools reflects all the same: it is offered them in words", async () => {
    const settings = { HINDSIGHT_API_LLM_MODEL: "gemma3:4b" };
    const { stub, bank } = await ollama(withoutTools, settings, { "gemma3:4b": { tools: false, thinking: false } });
    await bank.retain("Ann drinks green tea.");
    const { status, body } = await bank.call("POST", "/reflect", { query: "What does Ann drink?", include: { facts: {} } });
    expect([status, body.text]).toEqual([200, "Green tea, it says."]);
    expect(body.based_on.memories).toMatchObject([{ text: "Ann drinks green tea." }]);
    const offered = stub.calls.filter(({ body: sent }) => sent.tools !== undefined);
    expect(offered).toHaveLength(1); // refused once, and known from then on
    const forced = stub.calls.find(({ body: sent }) => JSON.stringify(sent.format ?? null).includes('"search_observations"'));
    expect(forced?.body.format).toMatchObject({
      properties: { tool_calls: { items: { properties: { arguments: { required: ["reason", "query"] } } } } },
    });
  });

  tell("calls that a model writes into its text are calls", async () => {
    const spoken: Script = (call) => {
      const reply = smallModel(call);
      if (taskOf(call) !== "reflect" || !("toolCalls" in reply)) return reply;
      const written = reply.toolCalls.map(({ name, input }) => `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`);
      return { text: written.join("\n") };
    };
    const { bank } = await llama({}, spoken);
    await bank.retain("Ann drinks green tea.");
    const { status, body } = await bank.call("POST", "/reflect", { query: "What does Ann drink?", include: { facts: {} } });
    expect([status, body.text]).toEqual([200, "Ann drinks green tea."]);
    expect(body.based_on.memories).toMatchObject([{ text: "Ann drinks green tea." }]);
  });
});

/** Reads the offer in its rules, as a model without tools does. */
function withoutTools(call: LlmCall): LlmReply {
  const names = [...call.system.matchAll(/^\{"name":"(\w+)"/gmu)].map(([, name = ""]) => name);
  if (names.length === 0) return smallModel(call);
  const [only] = names;
  const calls = (name: string, input: unknown): LlmReply => ({ json: { tool_calls: [{ name, arguments: input }] } });
  if (names.length === 1 && only !== undefined) return calls(only, { reason: "to know", query: "Ann drinks" });
  const ids = [...JSON.stringify(call.body.messages).matchAll(/\\"id\\":\\"([0-9a-f-]{36})\\"/gu)].map(([, id]) => id);
  return calls("done", { answer: "Green tea, it says.", memory_ids: ids });
}

describe("the stand-ins", () => {
  const ask = async (stub: ModelStub, path: string, body: unknown) => {
    const reply = await fetch(stub.origin + path, { method: "POST", body: JSON.stringify(body) });
    return { status: reply.status, text: await reply.text() };
  };
  const messages = [{ role: "user", content: "Say it." }];

  it("stream where they are asked to, as their servers do", async () => {
    const one = await startOllama({ "qwen3:8b": SKILLED }, () => ({ text: "ab" }));
    const two = await startLlamaCpp(LLAMA, () => ({ text: "ab" }));
    closing.push(one.close, two.close);
    const lines = (await ask(one, "/api/chat", { model: "qwen3:8b", messages })).text.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line)).map(({ message, done }) => [message.content, done])).toEqual([
      ["a", false],
      ["b", false],
      ["", true],
    ]);
    const events = (await ask(two, "/v1/chat/completions", { messages, stream: true })).text.trim().split("\n\n");
    expect(events.at(-1)).toBe("data: [DONE]");
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice(6)).choices[0]);
    expect(chunks.map(({ delta }) => delta.content ?? "").join("")).toBe("ab");
    expect(chunks.at(-1)?.finish_reason).toBe("stop");
  });

  it("refuse what their servers refuse", async () => {
    const one = await startOllama({ "gemma3:4b": { tools: false, thinking: false } }, () => ({ text: "ab" }));
    const two = await startLlamaCpp({ ...LLAMA, jinja: false, apiKey: "k", loading: 1 }, () => ({ text: "ab" }));
    closing.push(one.close, two.close);
    const offer = { messages, tools: [{ type: "function", function: { name: "recall", parameters: {} } }] };
    const of = async (stub: ModelStub, path: string, body: unknown) => {
      const { status, text } = await ask(stub, path, body);
      return [status, text];
    };
    expect(await of(one, "/api/chat", { model: "nothing", messages })).toEqual([404, `{"error":"model 'nothing' not found"}`]);
    expect(await of(one, "/api/chat", { model: "gemma3:4b", ...offer })).toEqual([400, expect.stringContaining("does not support tools")]);
    expect(await of(one, "/api/chat", { model: "gemma3:4b", messages, think: true })).toEqual([
      400,
      expect.stringContaining("does not support thinking"),
    ]);
    expect(await of(two, "/v1/chat/completions", { messages })).toEqual([
      503,
      expect.stringContaining('"message":"Loading model","type":"unavailable_error"'),
    ]);
    expect(await of(two, "/v1/chat/completions", { messages })).toEqual([401, expect.stringContaining("Invalid API Key")]);
    const known = await send(two.origin, "POST", "/v1/chat/completions", offer, { headers: { authorization: "Bearer k" } });
    expect([known.status, known.body.error.message]).toEqual([500, "tools param requires --jinja flag"]);
  });
});
