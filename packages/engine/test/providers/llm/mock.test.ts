import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { loadSettings } from "../../../src/config/index.js";
import { createLanguageModels } from "../../../src/providers/llm/index.js";
import { request } from "./scripted.js";

const log = pino({ level: "silent" });
const mock = (env: Readonly<Record<string, string>> = {}) =>
  createLanguageModels({
    settings: loadSettings({ HINDSIGHT_API_LLM_PROVIDER: "mock", HINDSIGHT_API_LLM_INITIAL_BACKOFF: "0", ...env }),
    log,
  });
const facts = z.object({
  facts: z.array(
    z.object({ what: z.string(), when: z.string(), fact_type: z.enum(["world", "assistant"]), entities: z.array(z.string()).default([]) }),
  ),
});

describe("the provider mock", () => {
  test("takes a fact from each sentence behind the content line", async () => {
    const content = "Event Date: Unknown\n\nContent:\nAnna moved to Delft. She likes tea!\n张伟喜欢茶。他住在北京。";
    const ask = () => mock().completeObject({ ...request({ messages: [{ role: "user", content }] }), schema: facts, schemaName: "facts" });
    const { object, model, usage } = await ask();
    expect(object.facts.map(({ what }) => what)).toEqual(["Anna moved to Delft.", "She likes tea!", "张伟喜欢茶。", "他住在北京。"]);
    expect(object.facts[0]).toMatchObject({ when: "N/A", fact_type: "world", entities: ["Delft"] });
    expect(model).toBe("mock");
    expect(usage.total).toBeGreaterThan(0);
    expect((await ask()).object).toEqual(object);
  });

  test("gives a least object for any other schema, strict or in words, and echoes text", async () => {
    const schema = z.object({
      creates: z.array(z.string()),
      answer: z.string(),
      level: z.int().min(2),
      kind: z.enum(["a", "b"]),
      inner: z.object({ on: z.boolean() }).nullable(),
    });
    for (const env of [{}, { HINDSIGHT_API_LLM_STRICT_SCHEMA: "true" }]) {
      const { object } = await mock(env).completeObject({ ...request(), schema, schemaName: "any" });
      expect(object).toEqual({ creates: [], answer: "Hello", level: 2, kind: "a", inner: { on: false } });
    }
    expect((await mock().complete(request())).text).toBe("Hello");
  });

  test("calls the tool that is asked for, else done, else the first", async () => {
    const tool = (name: string) => ({
      name,
      description: "",
      parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
    });
    const callOf = async (names: readonly string[], toolChoice?: { readonly name: string }) =>
      (await mock().complete(request({ tools: names.map(tool), ...(toolChoice === undefined ? {} : { toolChoice }) }))).toolCalls[0];
    expect(await callOf(["recall", "done"])).toMatchObject({ name: "done", input: { query: "Hello" } });
    expect(await callOf(["recall", "done"], { name: "recall" })).toMatchObject({ name: "recall" });
    expect(await callOf(["recall", "expand"])).toMatchObject({ name: "recall" });
  });

  test("follows a script, from a file too, then its own ways", async () => {
    const script = JSON.stringify([{ failure: "unavailable" }, "first", { text: "cut", finishReason: "length" }]);
    const file = join(tmpdir(), `mock-script-${process.pid}.json`);
    writeFileSync(file, script);
    for (const value of [script, file]) {
      const models = mock({ HINDSIGHT_API_LLM_MOCK_SCRIPT: value });
      const texts = [];
      for (let n = 0; n < 3; n += 1) texts.push((await models.complete(request())).text);
      expect(texts).toEqual(["first", "cut", "Hello"]);
    }
    for (const [wrong, words] of [
      ["[{]", "HINDSIGHT_API_LLM_MOCK_SCRIPT is no JSON."],
      ["/nowhere/script.json", "is no JSON list, and no file that can be read."],
      ['["good", {"failure": "broken"}]', "at place 1 (from 0), in failure: one of rate_limited, unavailable, unreachable,"],
      ['[{"says": "x"}]', "at place 0 (from 0): "],
      ["[7]", "at place 0 (from 0): a text, or an object of text, tool,"],
    ] as const) {
      await expect(mock({ HINDSIGHT_API_LLM_MOCK_SCRIPT: wrong }).complete(request())).rejects.toThrow(words);
    }
  });
});
