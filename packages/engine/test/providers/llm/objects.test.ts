import { describe, expect, test } from "vitest";
import { z } from "zod";
import { HindsightError } from "../../../src/errors.js";
import { ModelCallError } from "../../../src/providers/llm/adapter.js";
import { type ObjectRequest, usageOf } from "../../../src/providers/llm/index.js";
import { type Act, OPENAI, reply, request, type ScriptedOptions, scripted, USAGE } from "./scripted.js";

const schema = z.looseObject({ facts: z.array(z.looseObject({ what: z.string(), when: z.string().optional() })) });
type Facts = z.infer<typeof schema>;

const wanted = (more: Partial<ObjectRequest<Facts>> = {}): ObjectRequest<Facts> => ({ ...request(), schema, schemaName: "facts", ...more });
const GOOD = '{"facts":[{"what":"x"}]}';

async function ask(act: Act, options: ScriptedOptions = {}, more: Partial<ObjectRequest<Facts>> = {}) {
  const run = scripted(act, options);
  const outcome = await run.models.completeObject(wanted(more)).then(
    (answer) => ({ answer, error: null }),
    (error: unknown) => ({ answer: null, error }),
  );
  return { ...run, ...outcome };
}

const systemOf = (call: { readonly messages: readonly { readonly role: string; readonly content: unknown }[] }) =>
  call.messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => content)
    .join("\n");

describe("an object", () => {
  test("is asked for in words that hold its schema, and in JSON mode", async () => {
    const { answer, calls } = await ask(() => GOOD);
    expect(answer).toMatchObject({ object: { facts: [{ what: "x" }] }, provider: "openai", usage: USAGE });
    const { messages, schema: sent } = calls[0]?.call ?? { messages: [], schema: null };
    expect(messages).toHaveLength(2);
    const [, json = ""] = systemOf({ messages }).split("matching this schema:\n");
    expect(JSON.parse(json)).toMatchObject({ properties: { facts: { type: "array" } }, required: ["facts"] });
    expect(systemOf({ messages })).toMatch(/^Be brief\.\n\n.*JSON/);
    expect(sent).toMatchObject({ name: "facts", isStrict: false });
  });

  test("is asked for in words alone where the provider knows no JSON mode; without a system message it gets one", async () => {
    const { calls } = await ask(() => GOOD, { traits: { objects: "none" } }, { messages: [{ role: "user", content: "Go" }] });
    expect(calls[0]?.call.schema).toBeNull();
    expect(calls[0]?.call.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(systemOf(calls[0]?.call ?? { messages: [] })).toContain("matching this schema:");
  });

  test("is left to the provider where strict schemas are on and it can", async () => {
    const env = { ...OPENAI, HINDSIGHT_API_LLM_STRICT_SCHEMA_RETAIN: "true" };
    const strict = await ask(() => '{"facts":[{"what":"x","when":null}]}', { env });
    expect(strict.answer?.object.facts).toEqual([{ what: "x" }]);
    expect(systemOf(strict.calls[0]?.call ?? { messages: [] })).toBe("Be brief.");
    expect(strict.calls[0]?.call.schema).toMatchObject({
      isStrict: true,
      json: {
        additionalProperties: false,
        properties: {
          facts: {
            items: {
              additionalProperties: false,
              required: ["what", "when"],
              properties: { what: { type: "string" }, when: { anyOf: [{ type: "string" }, { type: "null" }] } },
            },
          },
        },
      },
    });
    const weak = await ask(() => GOOD, { env, traits: { objects: "json" } });
    expect(systemOf(weak.calls[0]?.call ?? { messages: [] })).toContain("matching this schema:");
    const other = await ask(() => GOOD, { env }, { purpose: "reflect" });
    expect(other.calls[0]?.call.schema?.isStrict).toBe(false);
  });

  test("of another shape is put right before it is validated", async () => {
    const normalise = (value: unknown) => (Array.isArray(value) ? { facts: value } : value);
    const { answer, calls } = await ask(() => '[{"what":"x"}]', {}, { normalise });
    expect(answer?.object.facts).toEqual([{ what: "x" }]);
    expect(calls).toHaveLength(1);
  });

  test("uses the JSON schema that the caller gives", async () => {
    const jsonSchema = { type: "object", properties: { facts: { type: "array" } } };
    const { calls } = await ask(() => GOOD, {}, { jsonSchema });
    expect(systemOf(calls[0]?.call ?? { messages: [] })).toContain(JSON.stringify(jsonSchema));
    expect(calls[0]?.call.schema?.json).toEqual(jsonSchema);
  });
});

describe("an answer that is no object", () => {
  test("is shown to the model once, with what is wrong", async () => {
    const { answer, calls } = await ask((_, nth) => (nth === 1 ? '{"facts":[{"wat":1}]}' : GOOD));
    expect(answer?.object.facts).toEqual([{ what: "x" }]);
    expect(answer?.usage.total).toBe(24);
    expect(calls).toHaveLength(2);
    expect(calls[1]?.call.messages.slice(-2)).toMatchObject([
      { role: "assistant", content: '{"facts":[{"wat":1}]}' },
      { role: "user", content: expect.stringContaining("facts.0.what") },
    ]);
  });

  test.each([["No facts today."], ["[1, 2"], ["{}"], ['{"error":"overloaded"}'], ['"facts"']])(
    "%j for ever is invalid output",
    async (text) => {
      const { error, calls, records } = await ask(() => text);
      expect(error).toMatchObject({ code: "llm_output_invalid", message: expect.stringContaining("gpt-4o-mini of openai") });
      expect(calls).toHaveLength(2);
      expect(usageOf(error).total).toBe(24);
      expect(records).toHaveLength(2);
    },
  );

  test("an error in JSON does not pass as an empty answer where everything has a default", async () => {
    const lenient = z.looseObject({ facts: z.array(z.looseObject({ what: z.string() })).default([]) });
    const { error } = await ask(() => '{"error":"overloaded"}', {}, { schema: lenient });
    expect(error).toMatchObject({ code: "llm_output_invalid" });
    const empty = await ask(() => '{"facts":[]}', {}, { schema: lenient });
    expect(empty.answer?.object).toEqual({ facts: [] });
  });

  test("429, then 500, then prose on every try: two retries, one repair, invalid", async () => {
    const { error, calls } = await ask((_, nth) => {
      if (nth === 1) return new ModelCallError("rate_limited", "busy");
      return nth === 2 ? new ModelCallError("unavailable", "broken") : "I would rather not use JSON.";
    });
    expect(error).toMatchObject({ code: "llm_output_invalid" });
    expect(calls).toHaveLength(4);
  });

  test("null content counts as none and is tried again", async () => {
    const { answer, calls } = await ask((_, nth) => (nth === 1 ? null : GOOD));
    expect(answer?.object.facts).toHaveLength(1);
    expect(calls).toHaveLength(2);
  });

  test("0 retries make one call, and no repair", async () => {
    const { error, calls } = await ask(() => "prose", { env: { ...OPENAI, HINDSIGHT_API_LLM_MAX_RETRIES: "0" } });
    expect(error).toMatchObject({ code: "llm_output_invalid" });
    expect(calls).toHaveLength(1);
  });

  test("retries of first answer and repair are one budget", async () => {
    const env = { ...OPENAI, HINDSIGHT_API_LLM_MAX_RETRIES: "2" };
    const { error, calls } = await ask((_, nth) => (nth === 3 ? "prose" : new ModelCallError("unavailable", "broken")), { env });
    expect(error).toMatchObject({ code: "llm_unavailable" });
    expect(calls).toHaveLength(4);
  });

  test("cut at its token limit it is too long: neither repaired nor tried again", async () => {
    const { error, calls } = await ask(() => reply('{"facts":[{"what":"x"}', { finishReason: "length" }));
    expect(error).toBeInstanceOf(HindsightError);
    expect(error).toMatchObject({ code: "llm_output_too_long" });
    expect(calls).toHaveLength(1);
  });
});

describe("models that think", () => {
  test.each(["gpt-5-mini", "openai/o3", "o1"])("%s gets room for it and no temperature", async (model) => {
    const env = { ...OPENAI, HINDSIGHT_API_LLM_MODEL: model };
    const { calls } = await ask(() => GOOD, { env }, { maxOutputTokens: 500 });
    expect(calls[0]?.call).toMatchObject({ temperature: null, maxOutputTokens: 16_000 });
  });

  test("others get what was asked for", async () => {
    const { calls } = await ask(() => GOOD, {}, { maxOutputTokens: 500, temperature: 0.4 });
    expect(calls[0]?.call).toMatchObject({ temperature: 0.4, maxOutputTokens: 500 });
    const omitted = await ask(() => GOOD, {}, { temperature: null });
    expect(omitted.calls[0]?.call.temperature).toBeNull();
  });
});
