// The engine with a language model: what opening, warming and closing do with it.

import { existsSync, rmSync } from "node:fs";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openHindsight } from "../../src/index.js";
import { modelTestServer } from "../providers/model-server.js";
import { freshDataDir } from "../support/database.js";
import "../support/one-encoder.js";

let dataDir: string;
beforeAll(async () => {
  dataDir = await freshDataDir();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const env = (more: Readonly<Record<string, string>>) => ({ HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_LOG_LEVEL: "silent", ...more });

function logged() {
  const lines: { readonly level: number; readonly msg: string }[] = [];
  return { lines, log: pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
}

describe("an engine with a language model", () => {
  test("that hangs opens at once, closes at once and says nothing about it", async () => {
    const server = await modelTestServer(() => "hang");
    const { lines, log } = logged();
    try {
      const hindsight = await openHindsight({ env: env({ HINDSIGHT_API_LLM_BASE_URL: `${server.url}/v1` }), log });
      const warming = hindsight.warm();
      await server.arrived(1);
      await hindsight.close();
      await warming;
      expect(server.asked).toHaveLength(1);
      expect(lines.filter(({ msg }) => msg.includes("does not answer"))).toEqual([]);
    } finally {
      await server.close();
    }
  });

  test("that does not answer is warned of, and not asked at all where that is switched off", async () => {
    const server = await modelTestServer(() => ({ status: 401, json: {} }));
    try {
      for (const [skip, expected] of [
        ["false", 1],
        ["true", 0],
      ] as const) {
        const { lines, log } = logged();
        const settings = { HINDSIGHT_API_LLM_BASE_URL: `${server.url}/v1`, HINDSIGHT_API_SKIP_LLM_VERIFICATION: skip };
        const hindsight = await openHindsight({ env: env(settings), log });
        const before = server.asked.length;
        await hindsight.warm();
        await hindsight.close();
        expect(server.asked.length - before).toBe(expected);
        expect(lines.filter(({ level, msg }) => level === 40 && msg.includes("does not answer"))).toHaveLength(expected);
      }
    } finally {
      await server.close();
    }
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["an address without a scheme", { BASE_URL: "localhost:9/v1" }, "HINDSIGHT_API_LLM_BASE_URL must start with http:// or https://."],
    ["no key", { PROVIDER: "groq" }, 'The language model provider "groq" needs a key: set HINDSIGHT_API_LLM_API_KEY'],
    ["no model", { PROVIDER: "vllm" }, "set HINDSIGHT_API_LLM_MODEL."],
    ["no address", { PROVIDER: "azure", API_KEY: "k", MODEL: "m" }, "set HINDSIGHT_API_LLM_BASE_URL."],
    ["a script that is none", { PROVIDER: "mock", MOCK_SCRIPT: '[{"failure": "x"}]' }, "HINDSIGHT_API_LLM_MOCK_SCRIPT has a wrong answer"],
    ["a numbered model without a key", { PROVIDER: "mock", "1_PROVIDER": "xai" }, "set HINDSIGHT_API_LLM_1_API_KEY (or XAI_API_KEY)"],
  ])("with %s does not open, and names the variable", async (_, given, words) => {
    const folder = `${dataDir}-unopened`;
    const settings = Object.fromEntries(Object.entries(given).map(([name, value]) => [`HINDSIGHT_API_LLM_${name}`, value]));
    await expect(openHindsight({ env: { ...env(settings), HINDSIGHT_DATA_DIR: folder } })).rejects.toMatchObject({
      code: "configuration_invalid",
      message: expect.stringContaining(words),
    });
    expect(existsSync(folder)).toBe(false); // found before a database was made
  });

  test("of a provider that does not exist does not open, and leaves the data folder free", async () => {
    await expect(openHindsight({ env: env({ HINDSIGHT_API_LLM_PROVIDER: "opnai" }) })).rejects.toMatchObject({
      code: "configuration_invalid",
      message: expect.stringContaining('The nearest name is "openai"'),
    });
    const hindsight = await openHindsight({ env: env({}) });
    await hindsight.close();
  });
});
