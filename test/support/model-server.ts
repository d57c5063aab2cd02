// A server whose language model says what a test wants, for stories of what models do: one for each database engine of this machine.
// In: a script and settings. Out: the server and the model's calls, opened before the tests of the block and closed behind them.

import { afterAll, beforeAll, describe, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openServer, type TestEngine, type TestServer } from "./server.js";
import { type StoryBank, storyBank } from "./story.js";

export interface ModelServer {
  readonly llm: ScriptedLlm;
  readonly server: TestServer;
  /** Calls that carried a text to read, from the first on. */
  readings(): readonly LlmCall[];
  newBank(id?: string): StoryBank;
}

/** Tells a story on an opened server. */
export type Tell = (sentence: string, tell: (opened: ModelServer) => Promise<void>, timeoutMs?: number) => void;

/** `script` sees the calls that carry a text to read; the probe at the start is answered for it. */
export function describeWithModel(
  subject: string,
  script: (call: LlmCall) => LlmReply | Promise<LlmReply>,
  tell: (it: Tell) => void,
  env: Readonly<Record<string, string>> = {},
): void {
  const engines: readonly TestEngine[] = ["pglite", "postgres"];
  describe.each(engines)(`${subject}, on %s`, (engine) => {
    const isThere = engine === "pglite" || testPostgresUrl() !== null;
    let opened: ModelServer | undefined;
    beforeAll(async () => {
      if (!isThere) return;
      const llm = await startScriptedLlm((call) => (isReading(call) ? script(call) : { text: "ready" }));
      const server = await openServer({ ...llm.env, ...env }, engine);
      const readings = (): readonly LlmCall[] => llm.calls.filter(isReading);
      opened = { llm, server, readings, newBank: (id) => storyBank(server, id) };
    });
    afterAll(async () => {
      await opened?.server.close();
      await opened?.llm.close();
    });
    tell((sentence, told, timeoutMs = 120_000) => {
      it.skipIf(!isThere)(sentence, { timeout: timeoutMs }, () => told(opened as ModelServer));
    });
  });
}

/** Readings and their repairs, whose last message holds no text; not the probe at the start. */
function isReading({ body }: LlmCall): boolean {
  return JSON.stringify(body.messages).includes("\\nContent:\\n");
}

/** One fact for each sentence of the text that is read. */
export function sentencesAsFacts(call: LlmCall): LlmReply {
  const sentences = call.content.split(/(?<=[.。!؟])\s*/u).filter((sentence) => sentence.trim() !== "");
  return { json: { facts: sentences.map((sentence) => ({ what: sentence.trim(), fact_type: "world", entities: [] })) } };
}

/** The memories of a bank as its list shows them. */
export async function memoriesOf(bank: StoryBank): Promise<readonly ListedMemory[]> {
  return (await bank.get("/memories/list?limit=1000")).body.items as readonly ListedMemory[];
}

export interface ListedMemory {
  readonly id: string;
  readonly text: string;
  readonly entities: string;
  readonly tags: readonly string[];
  readonly document_id: string | null;
  readonly chunk_id: string | null;
  readonly occurred_start: string | null;
  readonly occurred_end: string | null;
  readonly mentioned_at: string | null;
}
