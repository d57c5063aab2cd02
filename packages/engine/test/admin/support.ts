// Databases for tests of administration: filled, and compared value by value.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup } from "../../src/admin/backup.js";
import { openOrCreateBank } from "../../src/banks/index.js";
import { type BankScope, tenantScope } from "../../src/domain/scope.js";
import { inSpace, type ObjectStore } from "../../src/providers/objects/index.js";
import { createLocalStore } from "../../src/providers/objects/local.js";
import { type Database, sql } from "../../src/store/db.js";
import { listMigrations } from "../../src/store/migrate.js";
import { fillLearntBank } from "../support/filled-learning.js";

export const tenant = tenantScope("public");

export function folder(): { readonly path: string; readonly file: (name: string) => string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "hindsight-admin-"));
  return { path, file: (name) => join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) };
}

export const objectsIn = (path: string): ObjectStore => createLocalStore(join(path, "objects"));

/** A bank with rows in every table, and with texts that are hard to write down. */
export async function fill(db: Database, bankId: string, mark: string): Promise<BankScope> {
  const bank = await openOrCreateBank(db, tenant, bankId);
  await fillLearntBank(db, bank, mark);
  const hard = "a\\b\"c'd\n\t{e,f} NULL \u0001 鄭 🦀 \\N";
  await db.query(sql`UPDATE memory SET context = ${hard}, tags = ${["", "NULL", hard]}::text[], occurred_start = '0044-03-15 BC', metadata = 'null'
    WHERE bank_id = ${bank.key} AND memory_no = 1`);
  return bank;
}

/** Every row of every table but the list of migrations, as text; the storage space and the notes of changes, which a restore makes anew, are left out. */
export async function everything(db: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows: tables } = await db.query<{ name: string }>(sql`
    SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname NOT IN ('schema_migration', 'storage_space', 'bank_change') ORDER BY 1`);
  const all: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const { rows } = await db.query<{ row: string }>({ text: `SELECT t::text AS row FROM "${name}" t ORDER BY 1`, values: [] });
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

/** A backup of an open database, with the objects of `store`. */
export async function saved(db: Database, file: string, store: ObjectStore | null, schemas: readonly string[] | null = null) {
  return backup({ transaction: (work) => db.transaction(work), engine: db.capabilities.engine }, await listMigrations(), {
    file,
    schemas,
    objects: store === null ? null : (space) => inSpace(store, space),
    hindsightVersion: "0.0.0",
    now: new Date("2026-01-02T03:04:05Z"),
  });
}
