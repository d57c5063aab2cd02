// Tenants and their keys, made while no server runs.

import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keysOfServer, loadSettings, openAdmin, openHindsight } from "../../src/index.js";
import { freshDataDir } from "../support/database.js";
import "../support/one-encoder.js";

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

test("keys of a running server are made and revoked beside its folder, for its own user alone, and no secret lies there", async () => {
  const dataDir = await freshDataDir();
  const settings = loadSettings({ HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_LOG_LEVEL: "silent" });
  const engine = await openHindsight({ settings });
  try {
    await expect(openAdmin(settings)).rejects.toMatchObject({ code: "data_folder_locked" }); // control: there is no other way
    const keys = keysOfServer(settings);
    const expiresAt = new Date(Date.now() + 86_400_000);
    const made = await keys?.create({ name: "laptop", access: "read", banks: ["team-*"], expiresAt });
    expect(made).toMatchObject({ name: "laptop", tenant: "public", access: "read", banks: ["team-*"], expiresAt, revokedAt: null });
    expect(await engine.tenants.keyOf(made?.key ?? "")).toMatchObject({ id: made?.id });
    expect((await keys?.revoke(made?.id ?? ""))?.revokedAt).toBeInstanceOf(Date);
    expect(await engine.tenants.keyOf(made?.key ?? "")).toBe(null);

    await engine.tenants.create("acme");
    expect(await engine.tenants.keyOf((await keysOfServer(settings, "acme")?.create({}))?.key ?? "")).toMatchObject({ tenant: "acme" });
    await expect(keysOfServer(settings, "nobody")?.create({})).rejects.toMatchObject({ code: "tenant_not_found" });
    await expect(keys?.revoke("0123456789")).rejects.toMatchObject({ code: "key_not_found" });
    await expect(keys?.create({ name: "x".repeat(201) })).rejects.toMatchObject({ code: "bad_argument" });

    const before = (await engine.keys.list()).length;
    const wanted = join(dataDir, "db.key-wanted");
    const request = {
      verb: "create",
      schema: "public",
      id: "abcdefghij",
      secretHash: "0".repeat(64),
      fields: { access: "admin" },
      nonce: "n",
    };
    writeFileSync(wanted, JSON.stringify(request));
    chmodSync(wanted, 0o666); // anybody may have written it
    await expect.poll(() => existsSync(wanted), { timeout: 10_000 }).toBe(false);
    expect((await engine.keys.list()).length).toBe(before);
    expect(readdirSync(dataDir).filter((name) => name.includes(".key-"))).toEqual([]);
  } finally {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
