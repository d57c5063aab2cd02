// Reflections over HTTP whose language model a test plays.
// In: a database engine, further settings. Out: a server whose reflections ask the script, and words to write scripts with.

import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openServer, type Reply, type TestEngine, type TestServer } from "./server.js";
import { type StoryBank, storyBank } from "./story.js";

export type Script = (call: LlmCall) => LlmReply | Promise<LlmReply>;
export interface WireMessage {
  readonly role: string;
  readonly content: string;
}

/** Results of tools that the model has been shown so far. */
export const results = (call: LlmCall) =>
  (call.body.messages as readonly WireMessage[]).filter(({ role }) => role === "tool").map(({ content }) => JSON.parse(content));
export const tools = (call: LlmCall): readonly string[] =>
  ((call.body.tools ?? []) as readonly { readonly function: { readonly name: string } }[]).map((tool) => tool.function.name);
/** A tool that must be called comes alone. */
export const wanted = (call: LlmCall): string | undefined => (tools(call).length === 1 ? tools(call)[0] : undefined);
export const use = (name: string, input: unknown): LlmReply => ({ toolCalls: [{ name, input }] });
/** Searches as it is told to, and then does what the test says. */
export const searching =
  (query: string, then: Script): Script =>
  (call) => {
    const name = wanted(call);
    return name === undefined ? then(call) : use(name, { reason: "to know", query });
  };
export const memoriesOf = (call: LlmCall): readonly { readonly id: string; readonly text: string }[] =>
  results(call).flatMap((result) => result.memories ?? []);

export interface Reflection {
  readonly server: TestServer;
  readonly llm: ScriptedLlm;
  /** Holds who works where: Alice Moreau at Initech (document "staff", tag "team"), Bob Tanaka at Globex. */
  readonly bank: StoryBank;
  play(script: Script): void;
  /** Asks where Alice works, unless `body` says otherwise. `calls` are those that it cost. */
  ask(script: Script, body?: Readonly<Record<string, unknown>>, of?: StoryBank): Promise<Reply & { readonly calls: readonly LlmCall[] }>;
  close(): Promise<void>;
}

/** Only reflections ask the model: what is retained is read without one. */
export async function openReflection(engine: TestEngine, env: Readonly<Record<string, string>> = {}): Promise<Reflection> {
  let script: Script = () => ({ text: "ready" });
  const llm = await startScriptedLlm((call) => script(call));
  const server = await openServer({ ...reflectedBy(llm.url), ...env }, engine);
  const bank = storyBank(server);
  await bank.retain("Alice Moreau works at Initech as a release engineer.", { document_id: "staff", tags: ["team"] });
  await bank.retain("Bob Tanaka works at Globex and rows on the canal.", { document_id: "bob" });
  await server.idle();
  return {
    server,
    llm,
    bank,
    play(next) {
      script = next;
    },
    async ask(next, body = {}, of = bank) {
      script = next;
      const from = llm.calls.length;
      const reply = await of.call("POST", "/reflect", { query: "Where does Alice Moreau work?", ...body });
      return { ...reply, calls: llm.calls.slice(from) };
    },
    async close() {
      await server.close();
      await llm.close();
    },
  };
}

/** Variables by which reflections, and nothing else, ask the model at an address. */
export function reflectedBy(url: string): Readonly<Record<string, string>> {
  return {
    HINDSIGHT_API_REFLECT_LLM_PROVIDER: "openai",
    HINDSIGHT_API_REFLECT_LLM_BASE_URL: url,
    HINDSIGHT_API_REFLECT_LLM_API_KEY: "test-key",
    HINDSIGHT_API_REFLECT_LLM_MODEL: "scripted-1",
    HINDSIGHT_API_REFLECT_LLM_MAX_RETRIES: "0",
    HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true", // its call would stand between those of the script
  };
}
