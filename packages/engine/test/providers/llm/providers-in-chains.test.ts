// From the variables of a server to the body on a wire that is not OpenAI's: settings, chain, adapter and reading of the object together.

import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { loadSettings } from "../../../src/config/index.js";
import { createLanguageModels } from "../../../src/providers/llm/index.js";
import { modelTestServer } from "../model-server.js";
import { GOOD } from "./wires.js";

const FACTS = {
  ...(GOOD.anthropic as object),
  content: [{ type: "tool_use", id: "t", name: "facts", input: { facts: ["Tulips bloom."] } }],
  stop_reason: "tool_use",
};

test("an object from Anthropic, after a refusal to hurry and a broken connection", async () => {
  const server = await modelTestServer((_, nth) => {
    if (nth === 1)
      return {
        status: 529,
        headers: { "retry-after-ms": "1" },
        json: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      };
    return nth === 2 ? "break" : { json: FACTS };
  });
  const models = createLanguageModels({
    settings: loadSettings({
      HINDSIGHT_API_LLM_PROVIDER: "anthropic",
      HINDSIGHT_API_LLM_API_KEY: "key-1",
      HINDSIGHT_API_LLM_BASE_URL: server.url,
      HINDSIGHT_API_LLM_EXTRA_BODY: '{"service_tier":"standard_only"}',
      HINDSIGHT_API_LLM_INITIAL_BACKOFF: "0.001",
    }),
    log: pino({ level: "silent" }),
  });
  const answer = await models.completeObject({
    purpose: "retain",
    origin: { bank: null, operation: "retain", traceId: "00000000-0000-4000-8000-000000000001" },
    schema: z.looseObject({ facts: z.array(z.string()) }),
    schemaName: "facts",
    messages: [
      { role: "system", content: "Find facts." },
      { role: "user", content: "The tulips bloom." },
    ],
    signal: AbortSignal.timeout(20_000),
  });
  await models.close();
  await server.close();
  expect(answer).toMatchObject({
    object: { facts: ["Tulips bloom."] },
    provider: "anthropic",
    model: "claude-haiku-4-5",
    usage: { total: 15 },
  });
  expect(server.asked).toHaveLength(3);
  const body = server.asked.at(-1)?.body;
  expect(body).toMatchObject({ service_tier: "standard_only", tool_choice: { type: "tool", name: "facts" } });
  expect(body.system[0].text).toBe("Find facts."); // the schema is in the tool, and not in the prompt as well
  expect(body).not.toHaveProperty("temperature");
});
