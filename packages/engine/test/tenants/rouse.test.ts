// Tenants that nobody calls: one that has work gets its engine, one that has none does not, and one whose schema is gone loses it.

import { pino } from "pino";
import { expect, test } from "vitest";
import { openOrCreateBank } from "../../src/banks/index.js";
import { tenantScope } from "../../src/domain/scope.js";
import { type Hindsight, loadSettings } from "../../src/index.js";
import { tenantDirectory } from "../../src/tenants/index.js";
import { DATABASES } from "../support/database.js";

test.each(DATABASES)("on $name", async ({ open }) => {
  const db = await open();
  const log: string[] = [];
  const directory = await tenantDirectory({
    db,
    home: tenantScope("public"),
    settings: loadSettings({}),
    log: pino({ level: "silent" }),
    now: () => new Date(),
    lookMs: 20,
    async openEngine({ tenant }) {
      log.push(`open ${tenant}`);
      const close = async (): Promise<void> => void log.push(`close ${tenant}`);
      return { close, worker: () => ({ running: new Map() }) } as unknown as Hindsight;
    },
  });
  try {
    for (const name of ["idle", "busy"]) await directory.tenants.create(name);
    // A bank whose vectors nobody has looked at yet is work.
    await openOrCreateBank(db.inSchema("busy"), tenantScope("busy"), "notes");
    await expect.poll(() => log, { timeout: 120_000 }).toEqual(["open busy"]);
    await db.script("DROP SCHEMA busy CASCADE");
    await expect.poll(() => log, { timeout: 120_000 }).toEqual(["open busy", "close busy"]);
    expect((await directory.tenants.list()).map(({ name }) => name)).toEqual(["public", "idle"]);
    expect(log).not.toContain("open idle");
    await expect(directory.tenants.open("busy")).rejects.toMatchObject({ code: "tenant_not_found" });
  } finally {
    await directory.close(0);
    await db.close();
  }
});
