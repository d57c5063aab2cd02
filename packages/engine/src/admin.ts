// Administration: a look at a database and repairs in it, without a worker and without models.
// In: settings. Out: what is stuck, what a migration would change, and both done when told to.

import { type Logger, pino } from "pino";
import type { OnStep } from "./admin/backup.js";
import { type BankExport, exportBankTo, importBankFrom } from "./admin/bank-archive.js";
import { NOT_MADE, openOrCopy, refuseMissingFolder } from "./admin/database.js";
import { type AdminParts, openParts } from "./admin/parts.js";
import { type AdminQueue, adminQueue } from "./admin/queue.js";
import { type ReEmbedded, reEmbed } from "./admin/re-embed.js";
import { type BankFinding, repairBank } from "./admin/repair-bank.js";
import { findBankByKey, openBank } from "./banks/index.js";
import type { Settings } from "./config/index.js";
import type { EngineContext } from "./context.js";
import type { ApiKeys } from "./domain/access.js";
import { type BankScope, tenantScope } from "./domain/scope.js";
import type { Tenant } from "./domain/tenants.js";
import { HindsightError } from "./errors.js";
import { keysBeside, keysOf } from "./guard/access/index.js";
import { planRepair, type Repair, repair } from "./operations/index.js";
import { listTenants } from "./store/access/list-tenants.js";
import { requireSchema } from "./store/archive/index.js";
import { inHome, makeHome, pendingOfHome } from "./store/home-schema.js";
import { listMigrations, type Migration, migrate, pendingMigrations } from "./store/migrate.js";
import { embeddedFolder, openDatabase } from "./store/open-database.js";
import { listStuck, type StuckOperation } from "./store/operations/list-stuck.js";
import { listBankKeys } from "./store/repair/list-bank-keys.js";
import { createTenant } from "./tenants/create.js";
import { endTeller } from "./webhooks/index.js";

export type { ArchivedSchema, Checksums, Manifest } from "./admin/archive/format.js";
export type { VerifiedArchive } from "./admin/archive/reader.js";
export { requireFree as requireFreeFile } from "./admin/archive/writer.js";
export type { OnStep, Step } from "./admin/backup.js";
export type { BankExport } from "./admin/bank-archive.js";
export { inspectBackup, type RestoreDatabaseOptions, restoreDatabase, type SaveOptions, saveDatabase } from "./admin/database.js";
export { type ExaminedFinding, examine, type FindingState } from "./admin/examine.js";
export type { ChangedOperation } from "./admin/queue.js";
export type { ReEmbedded } from "./admin/re-embed.js";
export type { BankCheck, BankFinding } from "./admin/repair-bank.js";
export type { Restored } from "./admin/restore.js";
export { planUpgrade, type UpgradePlan, upgradeFolder } from "./admin/upgrade.js";
export type { Repair, RepairStep } from "./operations/index.js";
export type { StuckOperation, StuckReason } from "./store/operations/list-stuck.js";
export type { BusyWorker } from "./store/operations/list-workers.js";

/** A migration that the database lacks. */
export type PendingMigration = Pick<Migration, "name" | "text">;

export interface Admin extends AdminQueue {
  /** Checks banks, all with null, and mends them; a dry run only looks. Throws `bank_not_found`, and `operation_conflict` before anything is mended where a file lost memories. */
  repairBanks(options: {
    readonly banks: readonly string[] | null;
    readonly dryRun: boolean;
    /** Takes away what is left of memories that a damaged file lost. */
    readonly acceptLoss?: boolean;
    readonly onCheck?: (finding: BankFinding) => void;
  }): Promise<readonly BankFinding[]>;
  /** Gives the memories of banks, all with null, vectors of the encoder of the settings, to the end. May be broken off and begun again. */
  reEmbed(options: {
    readonly banks: readonly string[] | null;
    /** Drops the vectors first that are there, of whatever model. */
    readonly fromScratch?: boolean;
    readonly onStep?: OnStep;
    readonly signal?: AbortSignal;
  }): Promise<ReEmbedded>;
  /** Writes a bank to an archive, as the API's transfer does. Throws `bank_not_found`, `bad_argument` for a file that is there. */
  exportBank(options: {
    readonly bank: string;
    readonly file: string;
    readonly replace?: boolean;
    readonly withHistory?: boolean;
  }): Promise<BankExport>;
  /** Makes a bank of such an archive, whole or not at all. Throws `bad_argument` when there is such a bank, `file_unreadable`. */
  importBank(options: {
    readonly file: string;
    readonly target?: string | null;
    readonly withHistory?: boolean;
  }): Promise<Readonly<Record<string, unknown>>>;
  /** Operations that do not get on by themselves; a pending one when it is due for longer than `dueForMs`. */
  stuck(options: { readonly dueForMs: number; readonly limit?: number }): Promise<readonly StuckOperation[]>;
  /** What would help each of them. Changes nothing. */
  plan(stuck: readonly StuckOperation[]): readonly Repair[];
  /** Takes the steps, and says of each whether it changed something. */
  repair(plan: readonly Repair[]): Promise<readonly (Repair & { readonly done: boolean })[]>;
  /** Keys of a tenant, by its schema; of the home tenant unless told. A database that lacks migrations throws `configuration_invalid` on each verb. */
  keys(tenant?: string): ApiKeys;
  /** Tenants beside the home one, whichever schema the database was opened in. */
  readonly tenants: { list(): Promise<readonly Tenant[]>; create(name: string): Promise<void> };
  /** Migrations that the database lacks, in order. Changes nothing. */
  migrations(): Promise<readonly PendingMigration[]>;
  /** Applies them; returns the names of what was applied. */
  migrate(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const LISTED = 1_000;

/**
 * Keys of a tenant in the embedded database that a running server has, which does what is asked; null where the settings name no folder. Each verb throws
 * `data_folder_locked` when no server answers.
 */
export function keysOfServer(settings: Settings, schema = settings.databaseSchema): Pick<ApiKeys, "create" | "revoke"> | null {
  const folder = embeddedFolder({ url: settings.databaseUrl, dataDir: settings.dataDir });
  return folder === null ? null : keysBeside(folder, schema);
}

export interface AdminOptions {
  readonly log?: Logger;
  /** Of a tenant; the home one unless told. */
  readonly schema?: string;
  /** An embedded database that another process has is copied, and the copy is opened: for what only reads. */
  readonly copied?: boolean;
  /** A data folder that is not there is made, and what the database lacks of this version is applied. */
  readonly make?: boolean;
}

/** Opens the database as it is: unless `make` says so it is not migrated, and nothing works in it. Throws `data_folder_locked` while a server has the embedded one. */
export async function openAdmin(
  settings: Settings,
  { log = pino({ level: "silent" }), schema = settings.databaseSchema, copied = false, make = false }: AdminOptions = {},
): Promise<Admin> {
  if (!make) refuseMissingFolder(settings);
  const open = () =>
    openDatabase({
      url: settings.databaseUrl,
      dataDir: settings.dataDir,
      log,
      poolMax: 2,
      acquireTimeoutMs: settings.dbAcquireTimeout * 1000,
      statementTimeoutMs: settings.dbStatementTimeout * 1000,
      migrated: false,
    });
  const homeName = settings.databaseSchema;
  const opened = await (copied ? openOrCopy(settings, open) : open());
  const home = inHome(opened, homeName);
  if (schema !== homeName) {
    await requireSchema(opened, schema).catch(async (error: unknown) => {
      await home.close();
      throw error;
    });
  }
  const db = schema === homeName ? home : home.inSchema(schema);
  const tenant = tenantScope(schema);
  const repairs = { db, onEnd: endTeller({ settings, now: () => new Date() }) };
  const migrations = await listMigrations();

  const pendingHere = () => (schema === homeName ? pendingOfHome(opened, homeName, migrations) : pendingMigrations(db, migrations));
  async function migrateHere() {
    if (schema === homeName) await makeHome(opened, homeName);
    return migrate(db, migrations, log);
  }

  async function requireCurrent(): Promise<void> {
    const pending = await pendingHere();
    if (pending.length === 0) return;
    if (make) return void (await migrateHere());
    const message = `The database lacks ${pending.length} migrations of this version. Run \`hindsight admin migrate\` first, or start a server of this version.`;
    throw new HindsightError("configuration_invalid", message, { details: NOT_MADE });
  }

  let parts: Promise<AdminParts> | null = null;
  async function engine(): Promise<EngineContext> {
    await requireCurrent();
    parts ??= openParts(settings, db, tenant, log);
    return (await parts).engine;
  }
  const openBankOf = (key: number): Promise<BankScope | null> => findBankByKey(db, tenant, key);
  /** Banks by id or alias; null stands for all. */
  async function named(banks: readonly string[] | null): Promise<readonly BankScope[]> {
    if (banks !== null) return Promise.all(banks.map((name) => openBank(db, tenant, name)));
    const all = await Promise.all((await listBankKeys(db, tenant)).map(openBankOf));
    return all.filter((bank) => bank !== null);
  }

  return {
    ...adminQueue(engine, tenant),
    async repairBanks({ banks, dryRun, acceptLoss = false, onCheck }) {
      const ctx = await engine();
      const findings: BankFinding[] = [];
      for (const bank of await named(banks))
        findings.push(...(await repairBank(ctx, bank, { dryRun, acceptLoss, ...(onCheck && { onCheck }) })));
      return findings;
    },
    async reEmbed({ banks, fromScratch = false, onStep, signal }) {
      const ctx = await engine();
      const chosen = await named(banks);
      return reEmbed(ctx, tenant, {
        openBank: openBankOf,
        keys: chosen.map(({ key }) => key),
        fromScratch: fromScratch ? chosen : [],
        ...(onStep && { onStep }),
        ...(signal && { signal }),
      });
    },
    async exportBank({ bank, file, replace = false, withHistory = false }) {
      const ctx = await engine();
      return exportBankTo(ctx, await openBank(db, tenant, bank), { file, replace, withHistory });
    },
    async importBank({ file, target = null, withHistory = false }) {
      return importBankFrom(await engine(), tenant, { file, target, withHistory });
    },
    async stuck({ dueForMs, limit = LISTED }) {
      await requireCurrent();
      return listStuck(db, tenant, { dueForMs, limit });
    },
    tenants: {
      async list() {
        await requireCurrent();
        const listed = await listTenants(home, tenantScope(homeName));
        return listed.filter(({ name }) => name !== homeName).map(({ name, createdAt }) => ({ name, createdAt }));
      },
      create: async (name) => requireCurrent().then(() => createTenant(home, tenantScope(homeName), name, log)),
    },
    keys(schema = tenant.tenant) {
      const keys = keysOf(home, tenantScope(schema), () => new Date());
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
      return (await pendingHere()).map(({ name, text }) => ({ name, text }));
    },
    async migrate() {
      return (await migrateHere()).map(({ name }) => name);
    },
    async close() {
      await (await parts)?.close();
      await home.close();
    },
  };
}
