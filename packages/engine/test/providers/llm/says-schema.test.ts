// Whether a prompt says its schema, as a preview is told, against what the model gets.

import { expect, test } from "vitest";
import { z } from "zod";
import { behindRules, NO_MODELS } from "../../../src/providers/llm/index.js";
import { OPENAI, request, type ScriptedOptions, scripted } from "./scripted.js";

const jsonSchema = { type: "object", properties: { facts: { type: "array" } }, required: ["facts"] };
const STRICT = { ...OPENAI, HINDSIGHT_API_LLM_STRICT_SCHEMA_RETAIN: "true" };

test.each<[string, ScriptedOptions, boolean]>([
  ["a provider with schemas, which are not enforced", {}, true],
  ["a provider that enforces them", { env: STRICT }, false],
  ["a provider that knows JSON alone, and shall enforce", { env: STRICT, traits: { objects: "json" } }, true],
  ["a provider that knows none", { traits: { objects: "none" } }, true],
  ["a wire that always carries it", { traits: { alwaysGetsSchema: true } }, false],
])("%s", async (_, options, isSaid) => {
  const { models, calls } = scripted(() => '{"facts": []}', options);
  expect(await models.saysSchema("retain")).toBe(isSaid);
  expect(calls).toEqual([]);
  await models.completeObject({ ...request(), schema: z.looseObject({}), jsonSchema, schemaName: "facts" });
  expect(calls[0]?.call.messages[0]?.content).toBe(`Be brief.${isSaid ? behindRules(jsonSchema) : ""}`);
});

test("no model is told nothing", async () => {
  expect(await NO_MODELS.saysSchema("retain")).toBe(false);
});
