// The template that every new bank begins with.

import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findBank, openOrCreateBank, seedBanks } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import { tenantScope } from "../../src/domain/scope.js";
import type { Database } from "../../src/store/db.js";
import { listOperations } from "../../src/store/operations/list-operations.js";
import { defaultTemplate, exportTemplate, templateGallery } from "../../src/templates/index.js";
import { DATABASES } from "../support/database.js";

const tenant = tenantScope("public");
let db: Database;
beforeAll(async () => {
  db = await (DATABASES[0] as (typeof DATABASES)[number]).open();
});
afterAll(() => db.close());

function seedOf(template: unknown) {
  const logged: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void logged.push(line) });
  const text = typeof template === "string" ? template : JSON.stringify(template);
  return { logged, seed: defaultTemplate({ db, settings: loadSettings({ HINDSIGHT_API_DEFAULT_BANK_TEMPLATE: text }), log }) };
}

it("new banks begin with it, once, and those that were there are left alone", async () => {
  const old = await openOrCreateBank(db, tenant, "old");
  const manifest = templateGallery().find(({ id }) => id === "research")?.manifest;
  const { seed, logged } = seedOf(manifest);
  expect(logged).toEqual([]);
  seedBanks(tenant, seed as NonNullable<typeof seed>);
  const made = await openOrCreateBank(db, tenant, "new");
  expect(await exportTemplate({ db }, made)).toEqual(manifest);
  const refreshes = await listOperations(db, made, { limit: 10, offset: 0, type: "refresh_mental_model" });
  expect(refreshes).toHaveLength(2);
  await openOrCreateBank(db, tenant, "new");
  await openOrCreateBank(db, tenant, "old");
  expect(await listOperations(db, made, { limit: 10, offset: 0 })).toHaveLength(2);
  expect(await exportTemplate({ db }, old)).toMatchObject({ bank: null, directives: [] });
  // One that is to be filled from an archive begins with nothing.
  const restored = await openOrCreateBank(db, tenant, "restored", { isBare: true });
  expect(await exportTemplate({ db }, restored)).toMatchObject({ bank: null, mental_models: [] });
});

it.each([
  ["no JSON", /JSON object/],
  [{ version: "1", bank: { retain_chunk_sise: 1 } }, /retain_chunk_size/],
  [{ version: "1", bank: { retain_custom_instructions: "x" } }, /extraction mode custom/],
])("a wrong one is logged, and banks begin without it: %j", async (template, why) => {
  const { seed, logged } = seedOf(template);
  expect(seed).toBeNull();
  expect(logged.join()).toMatch(why);
  expect(await findBank(db, tenant, "never")).toBeNull();
});
