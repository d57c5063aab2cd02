// hindsight admin: what it shows of a database, and that it changes nothing until it is told to.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { program } from "../../packages/cli/src/program.js";
import { openOrCreateBank } from "../../packages/engine/src/banks/index.js";
import { tenantScope } from "../../packages/engine/src/domain/scope.js";
import { sql } from "../../packages/engine/src/store/db.js";
import { listMigrations } from "../../packages/engine/src/store/migrate.js";
import { openDatabase } from "../../packages/engine/src/store/open-database.js";
import { freshDataDir } from "../../packages/engine/test/support/database.js";

const PARENT = "00000000-0000-4000-8000-000000000001";

/** Runs the command in this process and returns what it prints. */
async function admin(dataDir: string, ...args: string[]): Promise<string> {
  vi.stubEnv("HINDSIGHT_DATA_DIR", dataDir);
  vi.stubEnv("HINDSIGHT_API_DATABASE_URL", "");
  let output = "";
  const writing = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
  try {
    await program("0.0.0").parseAsync(["node", "hindsight", "admin", ...args]);
  } finally {
    writing.mockRestore();
  }
  return output;
}

describe("hindsight admin", { timeout: 120_000 }, () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("reports what is stuck, shows the plan, and acts with --yes", async () => {
    const dataDir = await freshDataDir();
    const run = (...args: string[]) => admin(dataDir, ...args);
    const db = await openDatabase({ dataDir });
    const bank = await openOrCreateBank(db, tenantScope("public"), "stuck-bank");
    await db.query(sql`INSERT INTO operation (bank_id, operation_id, type, status, payload, items_count)
      VALUES (${bank.key}, ${PARENT}, 'retain', 'processing', NULL, 3)`);
    await db.query(sql`INSERT INTO operation (bank_id, operation_id, parent_id, type, status, payload)
      VALUES (${bank.key}, gen_random_uuid(), ${PARENT}, 'retain', 'completed', '{}')`);
    await db.close();

    const listed = await run("operations");
    expect(listed).toContain("stuck-bank");
    expect(listed).toContain("all its parts");
    expect(JSON.parse(await run("operations", "-o", "json"))).toMatchObject([{ operationId: PARENT, reason: "children_ended" }]);
    expect(await run("repair")).toContain("Nothing was changed");
    expect(JSON.parse(await run("repair", "-o", "json"))).toMatchObject([{ step: "finish" }]); // still there: the plan alone did nothing
    expect(JSON.parse(await run("repair", "--yes", "-o", "json"))).toMatchObject([{ step: "finish", done: true }]);
    expect(await run("operations")).toContain("Nothing is stuck.");
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("shows migrations before it applies them, and asks for them where it needs them", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "hindsight-admin-"));
    const run = (...args: string[]) => admin(dataDir, ...args);
    const names = (await listMigrations()).map(({ name }) => name);
    await expect(run("operations")).rejects.toThrow("hindsight admin migrate");
    const plan = await run("migrate");
    for (const name of names) expect(plan).toContain(`== ${name}`);
    expect(plan).toContain("CREATE TABLE operation");
    expect(plan).toContain("Nothing was changed");
    expect(await run("migrate", "--yes")).toContain(`Applied: ${names.join(", ")}`);
    expect(await run("migrate")).toContain("The schema is that of this version.");
    rmSync(dataDir, { recursive: true, force: true });
  });
});
