// hindsight admin, from its arguments to its exit status: what is shown, what is asked first, and what a script gets.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHindsight } from "@hindsight-memory/engine";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDataDir } from "../../engine/test/support/database.js";
import { type Cli, cliOf, flat } from "./support/cli.js";

describe("hindsight admin", { timeout: 240_000 }, () => {
  const files = mkdtempSync(join(tmpdir(), "hindsight-cli-admin-"));
  const archive = join(files, "backup.tar.gz");
  let dataDir: string;
  let cli: Cli;

  beforeAll(async () => {
    dataDir = await freshDataDir();
    const env = { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false", HINDSIGHT_API_LOG_LEVEL: "fatal" };
    const engine = await openHindsight({ env });
    await engine.retain("demo", { items: [{ content: "Ann moved to Delft last spring." }] });
    await engine.idle();
    await engine.close();
    cli = cliOf("http://127.0.0.1:1", env);
  }, 120_000);
  afterAll(() => {
    rmSync(files, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("saves the database, tells what is in the archive, and restores it once it may", async () => {
    expect(await cli.text("admin", "backup", archive)).toContain("Saved, read back and checked.");
    const empty = cliOf("http://127.0.0.1:1", { HINDSIGHT_DATA_DIR: files });
    expect(await empty("admin", "backup", join(files, "no.tar.gz"))).toMatchObject({
      status: 1,
      errors: expect.stringContaining("no database"),
    });
    expect(existsSync(join(files, "db"))).toBe(false); // a backup makes no database
    const again = await cli("admin", "backup", archive);
    expect(again).toMatchObject({ status: 1, errors: expect.stringContaining("--force") });
    expect(await cli.json("admin", "verify", archive)).toMatchObject({
      file: archive,
      rows: { public: { bank: 1, memory: 1 } },
      manifest: { schemas: ["public"] },
    });

    const refused = await cli("admin", "restore", archive);
    expect(refused).toMatchObject({ status: 1, errors: expect.stringContaining("--replace") });
    const unasked = await cli("admin", "restore", archive, "--replace");
    expect(unasked).toMatchObject({ status: 1, errors: expect.stringContaining("add --yes") });
    const { kept } = await cli.json("admin", "restore", archive, "--replace", "--yes");
    expect(existsSync(kept)).toBe(true);
    const elsewhere = join(files, "new", "folder");
    const there = cliOf("http://127.0.0.1:1", { HINDSIGHT_DATA_DIR: elsewhere });
    expect(flat(await there.text("admin", "restore", archive))).toContain("memories1");
    expect(existsSync(join(elsewhere, "db", "PG_VERSION"))).toBe(true);
    writeFileSync(archive, readFileSync(archive).subarray(0, 3000));
    expect(await cli("admin", "verify", archive)).toMatchObject({ status: 1, errors: expect.stringContaining("The archive is damaged") });
  });

  test("checks banks and makes vectors for those that are named, or for all, and for none unasked", async () => {
    expect(await cli("admin", "repair-bank")).toMatchObject({ status: 1, errors: expect.stringContaining("--all") });
    expect(await cli.text("admin", "repair-bank", "--all", "--dry-run")).toContain("Nothing is wrong (1 bank).");
    expect(await cli.json("admin", "repair-bank", "--bank", "demo", "--dry-run")).toContainEqual({
      bankId: "demo",
      check: "missing_text",
      found: 0,
      mended: 0,
    });
    expect(await cli("admin", "re-embed", "--bank", "nowhere")).toMatchObject({ status: 1, errors: expect.stringContaining("nowhere") });
    expect(await cli.json("admin", "re-embed", "--all")).toMatchObject({ embedded: 1, unread: 0 });
  });

  test("a bank goes out as an archive and comes in under another name, once", async () => {
    const file = join(files, "demo.zip");
    expect(await cli.json("admin", "export-bank", "--bank", "demo", "--out", file)).toMatchObject({
      bankId: "demo",
      counts: { memory: 1 },
      missingFiles: 0,
    });
    expect(await cli("admin", "export-bank", "--bank", "demo", "--out", file)).toMatchObject({
      status: 1,
      errors: expect.stringContaining("--force"),
    });
    // It is refused before the bank, or a database, is looked for.
    expect(await cli("admin", "export-bank", "--bank", "nowhere", "--out", file)).toMatchObject({
      status: 1,
      errors: expect.stringContaining("--force"),
    });
    expect(await cli("admin", "import-bank", "--archive", file)).toMatchObject({
      status: 1,
      errors: expect.stringContaining("--target-bank"),
    });
    expect(await cli.json("admin", "import-bank", "--archive", file, "--target-bank", "twin")).toMatchObject({
      restored_bank_id: "twin",
      facts_imported: 1,
    });
    writeFileSync(file, "no archive");
    expect(await cli("admin", "import-bank", "--archive", file, "--target-bank", "third")).toMatchObject({ status: 1 });
    expect(await cli.json("admin", "repair-bank", "--all", "--dry-run")).toHaveLength(18); // two banks, and no third one
  });

  test("the doctor ends with 1 only for what failed, and gives scripts its findings", async () => {
    const healthy = await cli("admin", "doctor", "--json");
    expect(healthy.status).toBe(0);
    const states = Object.fromEntries(
      (JSON.parse(healthy.output) as { check: string; state: string }[]).map(({ check, state }) => [check, state]),
    );
    expect(states).toMatchObject({ migrations: "ok", schema: "ok", vectors: "ok", server: "warning" });
    writeFileSync(join(dataDir, "db", "PG_VERSION"), "17\n");
    const old = await cli("admin", "doctor");
    expect(old.status).toBe(1);
    expect(flat(old.output)).toContain("hindsightadminupgrade");
    expect(await cli("admin", "operations")).toMatchObject({ status: 1, errors: expect.stringContaining("hindsight admin upgrade") });
    expect(await cli.json("admin", "upgrade", "--dry-run")).toMatchObject({ from: 17, isCurrent: false });
    // Before the database is opened, let alone copied.
    expect(await cli("admin", "backup", files)).toMatchObject({ status: 1, errors: expect.stringContaining("is there already") });
    writeFileSync(join(dataDir, "db", "PG_VERSION"), "18\n");
    expect(await cli.text("admin", "upgrade")).toContain("There is nothing to upgrade.");
  });

  test("keys are shown once, listed without their secret, and revoked; workers are listed and relieved", async () => {
    const made = await cli.json("admin", "keys", "create", "laptop", "--access", "read", "--bank", "team-*", "--days", "30");
    expect(made).toMatchObject({ name: "laptop", access: "read", banks: ["team-*"] });
    expect(await cli.text("admin", "keys")).not.toContain(made.key);
    expect(await cli("admin", "keys", "create", "x", "--days", "soon")).toMatchObject({ status: 1 });
    await cli.text("admin", "keys", "revoke", made.id);
    expect(await cli.json("admin", "keys")).toMatchObject([{ id: made.id, revokedAt: expect.any(String) }]);
    expect(await cli.text("admin", "workers")).toContain("No worker has anything in hand.");
    expect(await cli("admin", "decommission-workers")).toMatchObject({ status: 1, errors: expect.stringContaining("add --yes") });
    expect(await cli.json("admin", "decommission-worker", "gone", "--yes")).toEqual({ worker: "gone", released: 0 });
    expect(await cli("admin", "operations", "retry", "nonsense")).toMatchObject({
      status: 1,
      errors: expect.stringContaining("no id of an operation"),
    });
    expect(await cli("admin", "repair-bank", "--all", "--schema", "typo")).toMatchObject({
      status: 1,
      errors: expect.stringContaining('no schema "typo"'),
    });
    const server = await openHindsight({
      env: { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_LOG_LEVEL: "fatal", HINDSIGHT_API_WORKER_ENABLED: "false" },
    });
    expect(await cli.json("admin", "keys")).toMatchObject([{ id: made.id }]); // of a copy that the server makes
    expect(await cli.json("admin", "keys", "create", "x")).toMatchObject({ name: "x" }); // by the server, which is asked
    expect(await cli("admin", "keys", "revoke", made.id)).toMatchObject({ status: 0, errors: "" });
    await server.close();
    const anew = cliOf("http://127.0.0.1:1", { HINDSIGHT_DATA_DIR: join(files, "not", "there") });
    expect(await anew("admin", "keys", "create", "me")).toMatchObject({ status: 1, errors: expect.stringContaining("--yes") });
    expect(existsSync(join(files, "not"))).toBe(false);
    expect(await anew.json("admin", "keys", "create", "me", "--access", "admin", "--yes")).toMatchObject({ name: "me", access: "admin" });
    expect(await anew.json("admin", "keys")).toMatchObject([{ name: "me", access: "admin" }]);
    expect(await cli.text("admin", "migrate", "--dry-run")).toContain("The schema is that of this version.");
  });
});
