// The distil stage over a real socket: the models of a server, from its settings, against a scripted one in OpenAI's wire form.

import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { loadSettings } from "../../../src/config/index.js";
import { createLanguageModels, type LanguageModels, usageOf } from "../../../src/providers/llm/index.js";
import { type DistilSettings, distil } from "../../../src/retain/distil/index.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../support/scripted-llm.js";
import { chunkOf, fact, ORIGIN, SETTINGS } from "./chunks.js";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function models(script: readonly LlmReply[] | ((call: LlmCall) => LlmReply)): Promise<{ llm: ScriptedLlm; models: LanguageModels }> {
  const llm = await startScriptedLlm(script);
  const opened = createLanguageModels({ settings: loadSettings({ ...llm.env }), log: pino({ level: "silent" }) });
  open.push(
    () => opened.close(),
    () => llm.close(),
  );
  return { llm, models: opened };
}

const NEVER = new AbortController().signal;
const read = (by: LanguageModels, text: string, settings: Partial<DistilSettings> = {}) =>
  distil(by, chunkOf(text), { ...SETTINGS, ...settings }, ORIGIN, NEVER);

const good = { json: { facts: [fact("Bob sails.", { entities: ["Bob"] })] } };

describe("a chunk read over HTTP", () => {
  test("sends system and user message, temperature and schema, and reads the facts", async () => {
    const { llm, models: by } = await models([good]);
    const { readings, usage, calls } = await read(by, "Bob sails.", { mission: "Boats." });
    expect(readings).toMatchObject([{ text: "Bob sails.", kind: "world", mentions: [{ name: "Bob" }] }]);
    expect([usage.total, calls]).toEqual([120, 1]);
    const [call] = llm.calls;
    expect(call?.path).toBe("/v1/chat/completions");
    expect(call?.body).toMatchObject({ model: "scripted-1", temperature: 0.1 });
    expect(call?.content).toBe("Bob sails.");
    expect(call?.system).toContain("causal_relations");
    expect(call?.system).not.toContain("Boats.");
  });

  test.each<readonly [string, string, string]>([
    [
      "fenced, with back-ticks in a string",
      '```json\n{"facts":[{"what":"Run ```npm ci``` first.","fact_type":"world"}]}\n```',
      "Run ```npm ci``` first.",
    ],
    ["a bare list behind a sentence", 'Here you are:\n[{"what":"Bob sails.","fact_type":"world"}]', "Bob sails."],
    ["a trailing comma", '{"facts":[{"what":"Bob sails.","fact_type":"world",},]}', "Bob sails."],
    ["single quotes", "{'facts':[{'what':'Bob sails.','fact_type':'world'}]}", "Bob sails."],
    ["a bad escape", '{"facts":[{"what":"Path C:\\dir is full.","fact_type":"world"}]}', "Path C:\\dir is full."],
    ["an unclosed thought in front", '<think>Hm, boats.\n{"facts":[{"what":"Bob sails.","fact_type":"world"}]}', "Bob sails."],
    [
      "the word <think> in a value",
      '{"facts":[{"what":"The tag <think> opens a thought.","fact_type":"world"}]}',
      "The tag <think> opens a thought.",
    ],
    ["text in place of what, entities as objects", '{"facts":[{"text":"Bob sails.","entities":[{"text":"Bob"}]}]}', "Bob sails."],
  ])("reads an answer with %s", async (_, text, expected) => {
    const { models: by } = await models([{ text }]);
    expect((await read(by, "Something.")).readings.map((reading) => reading.text)).toEqual([expected]);
  });

  test("null content is asked for again, and then read", async () => {
    const { llm, models: by } = await models([{ text: null }, good]);
    expect((await read(by, "Bob sails.")).readings).toHaveLength(1);
    expect(llm.calls).toHaveLength(2);
  });

  test("429, then 500, then no object on every try is an error with its cost, and no fact", async () => {
    const replies: readonly LlmReply[] = [{ status: 429 }, { status: 500 }, { text: "I will not answer in JSON." }, { text: "Never." }];
    const { models: by } = await models((call) => replies[call.index] ?? { text: "Never." });
    const error = await read(by, "Bob sails.").catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "llm_output_invalid" });
    expect(usageOf(error).total).toBeGreaterThan(0);
  });

  test("an answer cut off by its limit is read in halves; what the cut one cost is counted", async () => {
    const { llm, models: by } = await models((call) =>
      call.content.length > 600
        ? { text: '{"facts":[{"what":"The', finishReason: "length" }
        : { json: { facts: [fact(`From ${call.content.slice(0, 9)}`)] } },
    );
    const text = Array.from({ length: 32 }, (_, index) => `Sentence ${String(index).padStart(3, "0")} is here.`).join(" ");
    const { readings, calls, usage } = await read(by, text);
    expect(readings).toHaveLength(2);
    expect([calls, usage.total, llm.calls.length]).toEqual([3, 360, 3]);
  });

  test("a refusal is passed on at once", async () => {
    const { llm, models: by } = await models(() => ({ text: null, finishReason: "content_filter" }));
    await expect(read(by, "Bob sails.")).rejects.toMatchObject({ code: "llm_refused" });
    expect(llm.calls).toHaveLength(1);
  });
});
