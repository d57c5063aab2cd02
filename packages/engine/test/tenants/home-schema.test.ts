// HINDSIGHT_API_DATABASE_SCHEMA: a server whose home tenant lies elsewhere than in `public`, beside one that lies there.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Hindsight, loadSettings, openAdmin, openHindsight, restoreDatabase, saveDatabase } from "../../src/index.js";
import { freshPostgres, testPostgresUrl } from "../support/database.js";
import { SERVER_DATABASES } from "../support/server-databases.js";
import "../support/one-encoder.js";

type Env = Readonly<Record<string, string>>;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const QUIET = { HINDSIGHT_API_LOG_LEVEL: "silent", HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false" };

test.each(["Team", "", "pg_team", "information_schema", 'a"b', "1a", "x".repeat(64)])(
  "the schema %j is refused with what it takes",
  (name) => {
    if (name === "") return expect(loadSettings({ HINDSIGHT_API_DATABASE_SCHEMA: name }).databaseSchema).toBe("public");
    expect(() => loadSettings({ HINDSIGHT_API_DATABASE_SCHEMA: name })).toThrow(
      /HINDSIGHT_API_DATABASE_SCHEMA is .* it takes the name of a/,
    );
  },
);

describe.each(SERVER_DATABASES)("a home schema on $name", ({ database }) => {
  const files = mkdtempSync(join(tmpdir(), "hindsight-home-"));
  let env: Env;
  let drop: () => Promise<void>;
  let key: string;

  const opened = async <T>(schema: string, work: (engine: Hindsight) => Promise<T>, more: Env = {}): Promise<T> => {
    const engine = await openHindsight({ env: { ...env, ...QUIET, ...more, HINDSIGHT_API_DATABASE_SCHEMA: schema } });
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  };
  const settingsOf = (schema: string) => loadSettings({ ...env, ...QUIET, HINDSIGHT_API_DATABASE_SCHEMA: schema });
  const remember = async (engine: Hindsight, content: string) => {
    await engine.retain("notes", { items: [{ content }] });
    await engine.idle();
  };
  const recalled = async (engine: Hindsight, query: string) => (await engine.recall("notes", { query })).results.map(({ text }) => text);

  beforeAll(async () => {
    ({ env, drop } = await database());
    await opened("public", (engine) => remember(engine, "The wifi password is tulip-42."));
  });
  afterAll(async () => {
    await drop();
    rmSync(files, { recursive: true, force: true });
  });

  test("an administrator sees what a migration would make, and makes it", async () => {
    const admin = await openAdmin(settingsOf("team"));
    expect((await admin.migrations()).length).toBeGreaterThan(10);
    await expect(admin.keys().list()).rejects.toMatchObject({ code: "configuration_invalid" });
    await expect(admin.tenants.list()).rejects.toMatchObject({ code: "configuration_invalid" });
    expect((await admin.migrate()).length).toBeGreaterThan(10);
    expect(await admin.migrations()).toEqual([]);
    ({ key } = await admin.keys().create({ access: "admin" }));
    await admin.tenants.create("acme");
    await expect(admin.tenants.create("public")).rejects.toMatchObject({ code: "bad_argument" });
    expect((await admin.tenants.list()).map(({ name }) => name)).toEqual(["acme"]);
    await admin.close();
  });

  test("its banks are its own, and so are its tenants and keys", async () => {
    await opened("team", async (team) => {
      expect([team.tenant, team.tenants.home]).toEqual(["team", "team"]);
      expect(await team.tenants.keyOf(key)).toMatchObject({ tenant: "team", access: "admin" });
      await remember(team, "The office of the team is in Delft.");
      expect(await recalled(team, "where is the office of the team")).toEqual(["The office of the team is in Delft."]);
      expect(await recalled(team, "wifi password")).toEqual([]);
      const acme = await team.tenants.open("acme");
      await remember(acme.engine, "Acme makes anvils.");
      expect(await recalled(acme.engine, "who makes anvils")).toEqual(["Acme makes anvils."]);
      acme.release();
    });
    await opened("public", async (home) => {
      expect(await recalled(home, "wifi password")).toEqual(["The wifi password is tulip-42."]);
      expect(await recalled(home, "where is the office of the team")).toEqual([]);
      expect(await home.tenants.keyOf(key)).toBe(null);
      expect((await home.tenants.list()).map(({ name }) => name)).toEqual(["public"]);
    });
  });

  test("a backup of it becomes a home of another name, with its keys", async () => {
    const file = join(files, "team.tar.gz");
    await saveDatabase(settingsOf("team"), { file, schemas: ["team"] });
    const empty = await database();
    const before = env;
    env = empty.env;
    try {
      await expect(restoreDatabase(settingsOf("lab"), { file, schema: "Lab 1" })).rejects.toMatchObject({ code: "bad_argument" });
      expect((await restoreDatabase(settingsOf("lab"), { file, schema: "lab" })).schemas).toEqual(["lab"]);
      await opened("lab", async (lab) => {
        expect(await recalled(lab, "where is the office of the team")).toEqual(["The office of the team is in Delft."]);
        expect(await lab.tenants.keyOf(key)).toMatchObject({ tenant: "lab" });
      });
    } finally {
      env = before;
      await empty.drop();
    }
  });
});

test.skipIf(testPostgresUrl() === null)("a user who may make no schema is told so, and takes one that was made for it", async () => {
  const { url, drop } = await freshPostgres();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const role = `hindsight_narrow_${process.pid}`;
  try {
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'narrow'; REVOKE CREATE ON DATABASE "${owner.database}" FROM PUBLIC`);
    const narrow = new URL(url);
    [narrow.username, narrow.password] = [role, "narrow"];
    const env = { ...QUIET, HINDSIGHT_API_DATABASE_URL: narrow.href, HINDSIGHT_API_DATABASE_SCHEMA: "narrow" };
    await expect(openHindsight({ env })).rejects.toMatchObject({
      code: "configuration_invalid",
      message: expect.stringContaining("may not make it"),
    });
    await owner.query(`CREATE SCHEMA narrow AUTHORIZATION ${role}`);
    const engine = await openHindsight({ env });
    expect((await engine.banks.list({ limit: 1, offset: 0 })).items).toEqual([]);
    await engine.close();
    await owner.query("CREATE SCHEMA theirs; CREATE TABLE theirs.orders (id int)");
    await expect(
      openHindsight({ env: { ...env, HINDSIGHT_API_DATABASE_URL: url, HINDSIGHT_API_DATABASE_SCHEMA: "theirs" } }),
    ).rejects.toMatchObject({
      code: "configuration_invalid",
      message: expect.stringContaining("another program"),
    });
  } finally {
    await owner.query(`DROP SCHEMA IF EXISTS narrow CASCADE; DROP ROLE IF EXISTS ${role}`);
    await owner.end();
    await drop();
  }
});
