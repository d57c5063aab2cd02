// HindsightEmbedded: the client's methods in this process, on both databases.

import { rm } from "node:fs/promises";
import { createClient, HindsightError, sdk } from "@hindsight-memory/client";
import { openHindsight, quietSettings } from "@hindsight-memory/engine";
import { HindsightEmbedded, HindsightServer } from "@hindsight-memory/server/embedded";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDataDir, freshPostgres } from "../../../engine/test/support/database.js";

const QUIET = { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false", HINDSIGHT_API_LOG_LEVEL: "fatal" };

const PLACES = {
  "a data folder": async () => {
    const dataDir = await freshDataDir();
    return { options: { dataDir }, drop: () => rm(dataDir, { recursive: true, force: true }) };
  },
  "a database URL": async () => {
    const { url, drop } = await freshPostgres();
    return { options: { databaseUrl: url }, drop };
  },
};

describe.each(Object.entries(PLACES))("on %s", (_, fresh) => {
  let memory: HindsightEmbedded;
  let place: Awaited<ReturnType<(typeof PLACES)["a data folder"]>> | Awaited<ReturnType<(typeof PLACES)["a database URL"]>>;
  beforeAll(async () => {
    place = await fresh();
    // A server's key, base path and log of calls are nothing that a program asks itself for.
    const env = { ...QUIET, HINDSIGHT_API_TENANT_API_KEY: "secret", HINDSIGHT_API_BASE_PATH: "/behind" };
    memory = new HindsightEmbedded({ ...place.options, env });
  });
  afterAll(async () => {
    await memory.close();
    await place.drop();
  });

  test("the first calls open it together, and every kind of method answers", async () => {
    const [bank, version] = await Promise.all([memory.createBank("team", { reflectMission: "Be brief." }), memory.getVersion()]);
    expect(bank).toMatchObject({ bank_id: "team" });
    expect(version.features).toBeDefined();
    await memory.retain("team", "Wendel moved the backups to Rotterdam.", { documentId: "note", tags: ["ops"] });
    const { results } = await memory.recall("team", "Where are the backups?", { tags: ["ops"], maxTokens: 500 });
    expect(results.map(({ text }) => text).join()).toContain("Rotterdam");
    expect((await memory.reflect("team", "Where are the backups?")).text).toContain("Rotterdam");
    const queued = await memory.retain("team", "The audit is in May.", { async: true });
    expect(await memory.waitForOperation("team", queued.operation_id, { pollIntervalMs: 20 })).toMatchObject({ status: "completed" });
    const { operation_ids } = await memory.retainFiles("team", [new File(["Milou has the pager."], "rota.md")]);
    for (const id of operation_ids) await memory.waitForOperation("team", id, { pollIntervalMs: 20 });
    await memory.createDirective("team", "style", "Answer in Dutch.");
    const documents: string[] = [];
    for await (const { id } of memory.iterateDocuments("team", { pageSize: 2 })) documents.push(id);
    expect(documents).toHaveLength(3);
    expect((await memory.exportDocuments("team", { pollIntervalMs: 20 })).byteLength).toBeGreaterThan(100);
  });

  test("the low-level half takes its fetch", async () => {
    const client = createClient({ baseUrl: "http://anywhere", fetch: memory.fetch });
    const { data, response } = await sdk.getAgentStats({ client, path: { bank_id: "team" } });
    expect(response?.status).toBe(200);
    expect(data).toMatchObject({ bank_id: "team" });
  });

  test("refusals are the server's, and a caller can end a call", async () => {
    const unknown = await memory.recall("nobody", "x").catch((cause: unknown) => cause);
    expect(unknown).toBeInstanceOf(HindsightError);
    expect(unknown).toMatchObject({ statusCode: 404, code: "not_found", details: "Bank 'nobody' not found" });
    const invalid = memory.recall("team", "x", { budget: "deep" as never });
    await expect(invalid).rejects.toMatchObject({ statusCode: 422, code: "invalid" });
    await expect(memory.recall("team", "x", { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    const ended = new AbortController();
    const call = memory.recall("team", "x", { signal: ended.signal });
    ended.abort();
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });
});

test("what cannot be opened says so at each call and may be tried again; what is closed says that", async () => {
  const dataDir = await freshDataDir();
  const env: Record<string, string> = { ...QUIET, HINDSIGHT_API_PORT: "no port" };
  const memory = new HindsightEmbedded({ dataDir, env });
  await expect(memory.recall("a", "b")).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("HINDSIGHT_API_PORT"),
  });
  env.HINDSIGHT_API_PORT = "8888";
  await expect(memory.recall("a", "b")).rejects.toMatchObject({ statusCode: 404 });
  const begun = memory.retain("a", "Wendel moved the backups.");
  await Promise.all([memory.close(), memory.close()]); // what was asked before is answered
  expect(await begun).toMatchObject({ success: true });
  await expect(memory.recall("a", "b")).rejects.toThrow("is closed");
  await expect(HindsightEmbedded.open({ env: { HINDSIGHT_API_PORT: "no port" } })).rejects.toMatchObject({ code: "configuration_invalid" });
  await rm(dataDir, { recursive: true, force: true });
});

test("an option that is not there is refused with what was meant, before anything is opened", async () => {
  const refused = (open: () => unknown) =>
    Promise.resolve()
      .then(open)
      .catch((cause: unknown) => cause); // as plain JavaScript would write them
  const slip: object = { datadir: "/nowhere" };
  expect(await refused(() => new HindsightEmbedded(slip))).toMatchObject({
    code: "bad_argument",
    message: 'HindsightEmbedded has no option "datadir": the nearest name is "dataDir".',
  });
  expect(String(await refused(() => new HindsightServer(slip)))).toContain(
    'HindsightServer has no option "datadir": the nearest name is "dataDir"',
  );
  expect(await refused(() => openHindsight({ ...({ dataDir: "/nowhere" } as object) }))).toMatchObject({
    code: "bad_argument",
    message: 'openHindsight has no option "dataDir": that is a setting, which stands in env: { HINDSIGHT_DATA_DIR: … }.',
  });
  expect(String(await refused(() => openHindsight({ ...({ colour: "red" } as object) })))).toContain(
    "there are env, settings, log, now, service",
  );
  expect(String(await refused(() => new HindsightEmbedded("/nowhere" as never)))).toContain("takes an object of options");
  expect(new HindsightServer({ profile: undefined, ...({ datadir: undefined } as object) } as object).getProfile()).toBeDefined();
});

test("a memory inside another program is quiet unless a level is asked for", () => {
  const levels = [{}, { HINDSIGHT_API_LOG_LEVEL: " " }, { HINDSIGHT_API_LOG_LEVEL: "info" }].map((env) => quietSettings(env).logLevel);
  expect(levels).toEqual(["warn", "warn", "info"]);
});
