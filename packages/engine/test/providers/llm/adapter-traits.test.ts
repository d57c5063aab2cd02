// What adapters know of their providers beyond the wire: who gets the schema with every object, and who is led to a warm cache.

import { describe, expect, test } from "vitest";
import { presetOf, seesImages } from "../../../src/providers/llm/presets.js";
import { openAdapter } from "./open-adapter.js";
import { ROWS } from "./preset-rows.js";
import { callOf } from "./wires.js";

const ALWAYS = ["anthropic", "gemini", "vertexai", "bedrock"];

describe("who gets the schema with every object", () => {
  test.each(ROWS.map((row) => [row.provider, row] as const))("%s", async (provider, row) => {
    const { adapter } = await openAdapter({ provider, ...row.given }, undefined, row.env);
    expect(adapter.traits.alwaysGetsSchema === true).toBe(ALWAYS.includes(provider));
  });
});

test("Fireworks and xAI are led to the machine that knows the prompt, unless that is off", async () => {
  const asked = async (provider: string, system: string, options = {}) => {
    const { adapter, headers } = await openAdapter({ provider, options });
    await adapter.call(
      callOf({
        messages: [
          { role: "system", content: system },
          { role: "user", content: String(Math.random()) },
        ],
      }),
    );
    return headers()["x-session-affinity"] ?? headers()["x-grok-conv-id"];
  };
  const one = await asked("fireworks", "Rules.");
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(await asked("xai", "Rules.")).toBe(one);
  expect(await asked("xai", "Other rules.")).not.toBe(one);
  expect(await asked("xai", "Rules.", { CACHE_AFFINITY: "off" })).toBeUndefined();
  expect(await asked("groq", "Rules.")).toBeUndefined();
});

test.each([
  ["openai", "gpt-4.1-mini", true],
  ["openai", "o3-mini", false],
  ["openrouter", "meta-llama/llama-3.2-90b-vision-instruct", true],
  ["openrouter", "qwen/qwen3-235b", false],
  ["ollama", "llava:13b", true],
  ["ollama", "gemma3:1b", false],
  ["lmstudio", "qwen2.5-vl-7b", true],
  ["groq", "openai/gpt-oss-120b", false],
  ["mock", "gpt-5", false],
])("%s's %s reads images: %s", (provider, model, sees) => {
  expect(seesImages(presetOf(provider), model, undefined)).toBe(sees);
  expect(seesImages(presetOf(provider), model, String(!sees))).toBe(!sees); // declared otherwise
});
