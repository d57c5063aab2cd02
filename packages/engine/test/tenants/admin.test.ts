// Tenants and their keys, made while no server runs.

import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { loadSettings, openAdmin, openHindsight } from "../../src/index.js";
import { freshDataDir } from "../support/database.js";

test("a tenant and its key that an administrator makes are the server's", async () => {
  const dataDir = await freshDataDir();
  const settings = loadSettings({ HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_LOG_LEVEL: "silent" });
  try {
    const admin = await openAdmin(settings);
    await admin.tenants.create("acme");
    await admin.tenants.create("acme"); // again: nothing more
    await expect(admin.tenants.create("Acme")).rejects.toMatchObject({ code: "bad_argument" });
    expect((await admin.tenants.list()).map(({ name }) => name)).toEqual(["acme"]);
    await admin.close();

    const inTenant = await openAdmin(settings, { schema: "acme" });
    const { key, id } = await inTenant.keys().create({ access: "read" });
    await inTenant.close();
    await expect(openAdmin(settings, { schema: "nobody" })).rejects.toThrow(/nobody/);

    const engine = await openHindsight({ settings });
    expect(await engine.tenants.keyOf(key)).toMatchObject({ id, tenant: "acme", access: "read" });
    expect((await engine.tenants.list()).map(({ name }) => name)).toEqual(["public", "acme"]);
    await engine.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
