// hindsight doctor: what does not work is found and named once, and looking makes nothing.

import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkModels, loadSettings } from "@hindsight-memory/engine";
import { describe, expect, test } from "vitest";
import { freshPostgres, testPostgresUrl } from "../../engine/test/support/database.js";
import { run, runJson } from "./support/run.js";

interface Finding {
  readonly check: string;
  readonly ok: boolean | null;
  readonly note: string;
}

const MISSING = join(tmpdir(), "hindsight-mistyped-folder");
const NOWHERE = { HINDSIGHT_API_URL: "http://127.0.0.1:1", HINDSIGHT_DATA_DIR: MISSING };

async function findings(env: Readonly<Record<string, string>>): Promise<Readonly<Record<string, Finding>>> {
  const found = (await runJson(["doctor"], { ...NOWHERE, ...env })) as readonly Finding[];
  return Object.fromEntries(found.map((finding) => [finding.check, finding]));
}

describe("hindsight doctor", { timeout: 120_000 }, () => {
  test("finds nothing wrong with the defaults, and makes no folder", async () => {
    const found = await findings({});
    for (const check of ["Node", "settings", "prices", "data folder", "database", "encoder", "language model"])
      expect(found[check], check).toMatchObject({ ok: true });
    expect(found["data folder"]?.note).toContain("does not exist yet");
    expect(found.server).toMatchObject({ ok: false }); // control: none runs there
    expect(existsSync(MISSING)).toBe(false);
  });

  test("names a provider that does not exist, prices that cannot be read and a database that does not answer", async () => {
    const found = await findings({
      HINDSIGHT_API_LLM_PROVIDER: "opnai",
      HINDSIGHT_API_LLM_PRICES: '{"a":1}',
      HINDSIGHT_API_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    });
    expect(found["language model"]).toMatchObject({ ok: false, note: expect.stringContaining('"openai"') });
    expect(found.prices).toMatchObject({ ok: false, note: expect.stringContaining("HINDSIGHT_API_LLM_PRICES") });
    expect(found.database).toMatchObject({ ok: false, note: expect.stringContaining("did not answer") });
  });

  test("names a key that is missing, and a model that nobody answers for", async () => {
    const env = { HINDSIGHT_API_LLM_PROVIDER: "openai", OPENAI_API_KEY: "" };
    expect((await findings(env))["language model"]).toMatchObject({
      ok: false,
      note: expect.stringContaining("HINDSIGHT_API_LLM_API_KEY"),
    });
    const dead = { ...env, HINDSIGHT_API_LLM_API_KEY: "k", HINDSIGHT_API_LLM_BASE_URL: "http://127.0.0.1:1/v1" };
    expect((await findings(dead))["language model"]).toMatchObject({ ok: false, note: expect.stringContaining("does not answer") });
  });

  test("gives up on a model that takes the call and says nothing", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
    const settings = loadSettings({ HINDSIGHT_API_LLM_PROVIDER: "vllm", HINDSIGHT_API_LLM_MODEL: "m", HINDSIGHT_API_LLM_BASE_URL: url });
    const [check] = await checkModels(settings, 300);
    expect(check).toMatchObject({ provider: "vllm", problem: "not reached within 0.3 s" });
    silent.closeAllConnections();
    silent.close();
  });

  test("says a wrong setting once", async () => {
    const { output } = await run(["doctor"], { ...NOWHERE, HINDSIGHT_API_MAX_BODY_MB: "much" });
    expect(output.match(/HINDSIGHT_API_MAX_BODY_MB/g)).toHaveLength(1);
    expect(output).toContain("not checked");
  });

  test.skipIf(testPostgresUrl() === null)("asks PostgreSQL for its version", async () => {
    const database = await freshPostgres();
    const found = await findings({ HINDSIGHT_API_DATABASE_URL: database.url });
    expect(found.database).toMatchObject({ ok: true, note: expect.stringMatching(/^PostgreSQL \d+.*schema is that of this version$/) });
    await database.drop();
  });
});

describe("hindsight admin", () => {
  test("refuses a mistyped folder and does not make it", async () => {
    for (const verb of ["operations", "repair", "migrate"]) {
      const { error } = await run(["admin", verb], NOWHERE);
      expect(error?.message).toContain(`There is no folder ${MISSING}`);
    }
    expect(existsSync(MISSING)).toBe(false);
  });
});
