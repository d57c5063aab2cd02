// Two tenants of one server: the same ids on both sides, and nothing of the one with the other.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Hindsight, type OpenTenant, openHindsight, type SettingOrigins } from "../../src/index.js";
import { SERVER_DATABASES } from "../support/server-databases.js";
import "../support/one-encoder.js";

describe.each(SERVER_DATABASES)("tenants on $name", ({ database }) => {
  let home: Hindsight;
  let acme: OpenTenant;
  let drop: () => Promise<void>;
  let env: Readonly<Record<string, string>>;
  const open = () =>
    openHindsight({ env: { ...env, HINDSIGHT_API_LOG_LEVEL: "silent", HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false" } });

  beforeAll(async () => {
    ({ env, drop } = await database());
    home = await open();
    await home.tenants.create("acme");
    acme = await home.tenants.open("acme");
  });
  afterAll(async () => {
    await home.close();
    await drop();
  });

  const texts = async (engine: Hindsight, bank: string, query: string) =>
    (await engine.recall(bank, { query })).results.map(({ text }) => text);

  test("what one remembers in a bank, the other's bank of the same name does not know", async () => {
    await home.retain("notes", { items: [{ content: "The wifi password is tulip-42." }] });
    await acme.engine.retain("notes", { items: [{ content: "The office of Acme is in Delft." }] });
    await home.idle();
    await acme.engine.idle();
    expect(await texts(home, "notes", "wifi password")).toEqual(["The wifi password is tulip-42."]);
    expect(await texts(acme.engine, "notes", "wifi password")).toEqual([]);
    expect(await texts(acme.engine, "notes", "where is the office of Acme")).toEqual(["The office of Acme is in Delft."]);
    expect(await texts(home, "notes", "where is the office of Acme")).toEqual([]);
  });

  test("each lists its own banks and keys", async () => {
    await acme.engine.retain("only-acme", { items: [{ content: "Acme makes anvils." }] });
    const banks = async (engine: Hindsight) => (await engine.banks.list({ limit: 10, offset: 0 })).items.map(({ bankId }) => bankId).sort();
    expect(await banks(acme.engine)).toEqual(["notes", "only-acme"]);
    expect(await banks(home)).toEqual(["notes"]);
    const { key, id } = await acme.engine.keys.create({ name: "anvils" });
    expect((await home.keys.list()).length).toBe(0);
    expect(await home.tenants.keyOf(key)).toMatchObject({ id, tenant: "acme" });
  });

  test("work in the background of one is done, in its own bank", async () => {
    const { operationId } = await acme.engine.retain("notes", { async: true, items: [{ content: "Carol leads the forge." }] });
    await acme.engine.idle();
    expect((await acme.engine.operations.get("notes", operationId as string))?.status).toBe("completed");
    expect(await texts(acme.engine, "notes", "who leads the forge")).toContain("Carol leads the forge.");
    expect(await home.operations.get("notes", operationId as string)).toBe(null);
  });

  test("settings go from the server over the tenant to the bank, and a dropped one falls back", async () => {
    const inForce = async (engine: Hindsight) => (await engine.banks.config("notes")).config.retain_chunk_size;
    const server = await inForce(home);
    await home.tenants.updateConfig("acme", { retain_chunk_size: 1234, HINDSIGHT_API_RECALL_MAX_TOKENS: 99 });
    expect([await inForce(acme.engine), await inForce(home)]).toEqual([1234, server]);
    await acme.engine.banks.updateConfig("notes", { retain_chunk_size: 777 });
    expect(await inForce(acme.engine)).toBe(777);
    expect((await acme.engine.banks.config("notes")).overrides).toEqual({ retain_chunk_size: 777 });
    await acme.engine.banks.updateConfig("notes", { retain_chunk_size: null });
    expect(await inForce(acme.engine)).toBe(1234);
    const changed = await home.tenants.updateConfig("acme", { retain_chunk_size: null });
    expect(changed.overrides).toEqual({ recall_max_tokens: 99 });
    expect(await inForce(acme.engine)).toBe(server);
  });

  test("each setting says who set it: nobody, the tenant, or the bank", async () => {
    const names = ["retain_chunk_size", "recall_max_tokens", "retain_mission"];
    const origins = async (asked: Promise<{ readonly origins: SettingOrigins }>) => {
      const said = (await asked).origins;
      return names.map((name) => said[name]);
    };
    await home.tenants.updateConfig("acme", { retain_chunk_size: 1234, recall_max_tokens: 99 });
    await acme.engine.banks.updateConfig("notes", { recall_max_tokens: 98 });
    expect(await origins(home.tenants.config("acme"))).toEqual(["tenant", "tenant", "default"]);
    expect(await origins(acme.engine.banks.config("notes"))).toEqual(["tenant", "bank", "default"]);
    expect(await origins(home.banks.config("notes"))).toEqual(["default", "default", "default"]);
    await acme.engine.banks.resetConfig("notes");
    expect(await origins(home.tenants.resetConfig("acme"))).toEqual(["default", "default", "default"]);
    expect(await origins(acme.engine.banks.config("notes"))).toEqual(["default", "default", "default"]);
  });

  test("two changes of a tenant's settings at once both stay, and a bad one changes nothing", async () => {
    await Promise.all([
      home.tenants.updateConfig("acme", { retain_chunk_size: 1111 }),
      home.tenants.updateConfig("acme", { recall_max_tokens: 2222 }),
    ]);
    await expect(home.tenants.updateConfig("acme", { recall_max_tokens: 1, retain_chunk_size: "big" })).rejects.toMatchObject({
      code: "bad_argument",
    });
    await expect(home.tenants.updateConfig("acme", { llm_api_key: "x" })).rejects.toThrow(/credential/);
    expect((await home.tenants.config("acme")).overrides).toEqual({ retain_chunk_size: 1111, recall_max_tokens: 2222 });
    expect((await home.tenants.resetConfig("acme")).overrides).toEqual({});
  });

  test("two changes at once that do not fit together do not both stay, in a bank and in a tenant", async () => {
    const halves = [{ recall_budget_min: 900 }, { recall_budget_max: 800 }];
    const places = {
      bank: [(updates: object) => home.banks.updateConfig("notes", { ...updates }), () => home.banks.config("notes")],
      tenant: [(updates: object) => home.tenants.updateConfig("acme", { ...updates }), () => home.tenants.config("acme")],
    } as const;
    for (const [change, look] of Object.values(places)) {
      const ends = await Promise.allSettled(halves.map((half) => change(half) as Promise<unknown>));
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(ends.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "bad_argument" } });
      const { config, overrides } = await look();
      expect(Number(config.recall_budget_min)).toBeLessThanOrEqual(Number(config.recall_budget_max));
      expect(Object.keys(overrides)).toHaveLength(1);
    }
    await home.tenants.resetConfig("acme");
    await home.banks.resetConfig("notes");
  });

  test("a tenant that nobody made is refused, and so is a name that no schema should have", async () => {
    await expect(home.tenants.open("nobody")).rejects.toMatchObject({ code: "tenant_not_found" });
    for (const name of ["", "pg_toast", "information_schema", "Acme", 'a"; DROP SCHEMA acme', "1a", "x".repeat(64)]) {
      await expect(home.tenants.create(name), name).rejects.toMatchObject({ code: "bad_argument" });
    }
    expect((await home.tenants.list()).map(({ name }) => name)).toEqual(["public", "acme"]);
  });

  test("what is queued of a tenant is worked by a server that nobody asked for it", async () => {
    const { operationId } = await acme.engine.retain("notes", { async: true, items: [{ content: "Dave sweeps the forge." }] });
    acme.release();
    await home.close();
    home = await open();
    acme = await home.tenants.open("acme");
    await acme.engine.idle();
    expect((await acme.engine.operations.get("notes", operationId as string))?.status).toBe("completed");
  });
});
