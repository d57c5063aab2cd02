// The engine with a language model: what opening, warming and closing do with it.

import { rmSync } from "node:fs";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openHindsight } from "../../src/index.js";
import { modelTestServer } from "../providers/model-server.js";
import { freshDataDir } from "../support/database.js";

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

  test("of a provider that does not exist does not open, and leaves the data folder free", async () => {
    await expect(openHindsight({ env: env({ HINDSIGHT_API_LLM_PROVIDER: "opnai" }) })).rejects.toMatchObject({
      code: "configuration_invalid",
      message: expect.stringContaining('The nearest name is "openai"'),
    });
    const hindsight = await openHindsight({ env: env({}) });
    await hindsight.close();
  });
});
