// Administration: a look at a database and repairs in it, without a worker and without models.
// In: settings. Out: what is stuck, what a migration would change, and both done when told to.

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Logger, pino } from "pino";
import { findBankByKey } from "./banks/index.js";
import type { Settings } from "./config/index.js";
import type { ApiKeys } from "./domain/access.js";
import { tenantScope } from "./domain/scope.js";
import { HindsightError } from "./errors.js";
import { keysOf } from "./guard/access/index.js";
import { planRepair, type Repair, repair } from "./operations/index.js";
import { listMigrations, type Migration, migrate, pendingMigrations } from "./store/migrate.js";
import { embeddedFolder, openDatabase } from "./store/open-database.js";
import { listStuck, type StuckOperation } from "./store/operations/list-stuck.js";
import { endTeller } from "./webhooks/index.js";

export type { Repair, RepairStep } from "./operations/index.js";
export type { StuckOperation, StuckReason } from "./store/operations/list-stuck.js";

/** A migration that the database lacks. */
export type PendingMigration = Pick<Migration, "name" | "text">;

export interface Admin {
  /** Operations that do not get on by themselves; a pending one when it is due for longer than `dueForMs`. */
  stuck(options: { readonly dueForMs: number; readonly limit?: number }): Promise<readonly StuckOperation[]>;
  /** What would help each of them. Changes nothing. */
  plan(stuck: readonly StuckOperation[]): readonly Repair[];
  /** Takes the steps, and says of each whether it changed something. */
  repair(plan: readonly Repair[]): Promise<readonly (Repair & { readonly done: boolean })[]>;
  /** Keys of a tenant, by its schema; of the home tenant unless told. A database that lacks migrations throws `configuration_invalid` on each verb. */
  keys(tenant?: string): ApiKeys;
  /** Migrations that the database lacks, in order. Changes nothing. */
  migrations(): Promise<readonly PendingMigration[]>;
  /** Applies them; returns the names of what was applied. */
  migrate(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const LISTED = 1_000;
/** The schema that the banks of a server lie in. */
const TENANT = "public";

/** A look makes nothing: a folder that is not there is a mistyped one. */
function refuseMissingFolder({ databaseUrl: url, dataDir }: Settings): void {
  const folder = embeddedFolder({ url, dataDir });
  if (folder === null || existsSync(dirname(folder))) return;
  const message = `There is no folder ${dirname(folder)}, and so no database in it. Set HINDSIGHT_DATA_DIR to the server's folder, or HINDSIGHT_API_DATABASE_URL to its PostgreSQL.`;
  throw new HindsightError("configuration_invalid", message);
}

/** Opens the database as it is: it is not migrated, and nothing works in it. Throws `data_folder_locked` while a server has the embedded one. */
export async function openAdmin(settings: Settings, log: Logger = pino({ level: "silent" })): Promise<Admin> {
  refuseMissingFolder(settings);
  const db = await openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    log,
    poolMax: 2,
    acquireTimeoutMs: settings.dbAcquireTimeout * 1000,
    statementTimeoutMs: settings.dbStatementTimeout * 1000,
    migrated: false,
  });
  const tenant = tenantScope(TENANT);
  const repairs = { db, onEnd: endTeller({ settings, now: () => new Date() }) };
  const migrations = await listMigrations();

  async function requireCurrent(): Promise<void> {
    const pending = await pendingMigrations(db, migrations);
    if (pending.length === 0) return;
    const message = `The database lacks ${pending.length} migrations of this version. Run \`hindsight admin migrate\` first, or start a server of this version.`;
    throw new HindsightError("configuration_invalid", message);
  }

  return {
    async stuck({ dueForMs, limit = LISTED }) {
      await requireCurrent();
      return listStuck(db, tenant, { dueForMs, limit });
    },
    keys(schema = TENANT) {
      const keys = keysOf(db, tenantScope(schema), () => new Date());
      return {
        create: async (fields) => requireCurrent().then(() => keys.create(fields)),
        list: async () => requireCurrent().then(() => keys.list()),
        revoke: async (id) => requireCurrent().then(() => keys.revoke(id)),
      };
    },
    plan: planRepair,
    async repair(plan) {
      const done: (Repair & { readonly done: boolean })[] = [];
      for (const one of plan) {
        const bank = await findBankByKey(db, tenant, one.operation.bankKey);
        done.push({ ...one, done: bank !== null && (await repair(repairs, bank, one)) });
      }
      return done;
    },
    async migrations() {
      return (await pendingMigrations(db, migrations)).map(({ name, text }) => ({ name, text }));
    },
    async migrate() {
      return (await migrate(db, migrations, log)).map(({ name }) => name);
    },
    close: () => db.close(),
  };
}
