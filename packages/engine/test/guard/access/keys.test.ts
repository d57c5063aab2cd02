import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tenantScope } from "../../../src/domain/scope.js";
import { checkKey, keysOf } from "../../../src/guard/access/index.js";
import { type Database, sql } from "../../../src/store/db.js";
import { DATABASES } from "../../support/database.js";

const NOW = new Date("2026-05-01T12:00:00Z");
const HOME = tenantScope("public");

describe.each(DATABASES)("keys on $name", ({ open }) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());
  const keys = (tenant = HOME) => keysOf(db, tenant, () => NOW);
  const check = (presented: string, now = NOW) => checkKey(db, HOME, presented, now);

  test("a key is told once, and only its hash is kept", async () => {
    const made = await keys().create({ name: "laptop", access: "read", banks: ["team-*"] });
    expect(made.key).toMatch(/^hsk_[0-9a-z]{10}_[\w-]{43}$/);
    expect(await check(made.key)).toMatchObject({ id: made.id, tenant: "public", access: "read", banks: ["team-*"] });
    const secret = made.key.slice(-43);
    const { rows } = await db.query<{ row: string }>(sql`SELECT api_key::text AS row FROM api_key WHERE id = ${made.id}`);
    expect(rows[0]?.row).toContain("laptop"); // control: the row is seen
    expect(rows[0]?.row).not.toContain(secret);
    expect(JSON.stringify(await keys().list())).not.toContain(secret);
  });

  test("nothing but the whole key is taken", async () => {
    const { key, id } = await keys().create({});
    const other = await keys().create({});
    const wrong = [
      `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`,
      `hsk_${id}_${other.key.slice(-43)}`,
      key.toUpperCase(),
      `${key} `,
      id,
      "",
    ];
    for (const text of wrong) expect(await check(text), text).toBe(null);
    expect((await check(key))?.id).toBe(id); // control
  });

  test("a revoked key is out of force at once and stays in the list", async () => {
    const { key, id } = await keys().create({});
    expect(await check(key)).not.toBe(null);
    expect((await keys().revoke(id)).revokedAt).toBeInstanceOf(Date);
    expect(await check(key)).toBe(null);
    expect((await keys().list()).find((each) => each.id === id)?.revokedAt).toBeInstanceOf(Date);
  });

  test("a key is in force until it expires", async () => {
    const { key } = await keys().create({ expiresAt: new Date("2026-05-01T13:00:00Z") });
    expect(await check(key)).not.toBe(null);
    expect(await check(key, new Date("2026-05-01T13:00:00Z"))).toBe(null);
  });

  test("its use is noted, once a minute", async () => {
    const { key, id } = await keys().create({});
    const lastUsed = async () => (await keys().list()).find((each) => each.id === id)?.lastUsedAt ?? null;
    expect(await lastUsed()).toBe(null);
    await check(key);
    const first = await lastUsed();
    expect(first).toBeInstanceOf(Date);
    await check(key);
    expect(await lastUsed()).toEqual(first);
  });

  test("a tenant has its own keys, and none once its schema is gone", async () => {
    await db.script("CREATE SCHEMA acme");
    const acme = tenantScope("acme");
    const { key, id } = await keys(acme).create({});
    expect(await check(key)).toMatchObject({ id, tenant: "acme" });
    expect((await keys(acme).list()).map((each) => each.id)).toEqual([id]);
    expect((await keys().list()).map((each) => each.id)).not.toContain(id);
    await expect(keys().revoke(id)).rejects.toMatchObject({ code: "key_not_found" });
    await db.script("DROP SCHEMA acme");
    expect(await check(key)).toBe(null);
  });

  test("a key that would never work is refused", async () => {
    const bad = [
      { banks: [] },
      { banks: [""] },
      { expiresAt: NOW },
      { expiresAt: new Date(Number.NaN) },
      { name: "x".repeat(201) },
      { access: "root" },
    ];
    for (const fields of bad)
      await expect(keys().create(fields as never), JSON.stringify(fields)).rejects.toMatchObject({ code: "bad_argument" });
  });
});
