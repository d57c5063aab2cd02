// tenants: one server, several owners of banks, each in a schema of its own.
// In: the home schema's database, and how an engine of a schema is opened. Out: tenants made, listed and opened; their settings; whose key one is.
// The home tenant is the schema that the server was opened with; its engine is the server's own.

import type { Logger } from "pino";
import { readConfigUpdates, requireFit, resolveBankSettings, type Settings } from "../config/index.js";
import type { ApiKey } from "../domain/access.js";
import { type TenantScope, tenantScope } from "../domain/scope.js";
import type { Tenant, TenantConfig } from "../domain/tenants.js";
import type { WorkWatcher } from "../domain/work-watch.js";
import { HindsightError } from "../errors.js";
import { actOnKey, checkKey, serveKeyRequests } from "../guard/access/index.js";
import type { Hindsight } from "../hindsight.js";
import { hasTenantWork } from "../store/access/has-tenant-work.js";
import { type ListedTenant, listTenants } from "../store/access/list-tenants.js";
import { readTenant } from "../store/access/read-tenant.js";
import { updateTenantConfig } from "../store/access/update-tenant-config.js";
import type { Database } from "../store/db.js";
import { listMigrations, migrate } from "../store/migrate.js";
import { embeddedFolder } from "../store/open-database.js";
import { startUpkeep } from "../upkeep.js";
import { createTenant, requireTenantName } from "./create.js";
import { engineCache } from "./directory.js";
import { settingsOfTenant, type TenantDefaults, tenantDefaults } from "./settings.js";

/** An engine on lease: it stays open until `release`, and for a while after. */
export interface OpenTenant {
  readonly engine: Hindsight;
  release(): void;
}

/** The tenants of a server. Each call throws `bad_argument` for a name that no tenant can have. */
export interface Tenants {
  /** The schema that the server was opened with. */
  readonly home: string;
  /** The home tenant, then the others by name. */
  list(): Promise<readonly Tenant[]>;
  /** Makes a tenant, its schema and its tables; one that is there is left as it is. */
  create(name: string): Promise<Tenant>;
  /** Throws `tenant_not_found`, and `at_capacity` when too many others are at work. */
  open(name: string): Promise<OpenTenant>;
  config(name: string): Promise<TenantConfig>;
  /** Settings of banks, by the contract's names; null drops one. Throws `bad_argument`, and then changes nothing. */
  updateConfig(name: string, updates: Readonly<Record<string, unknown>>): Promise<TenantConfig>;
  resetConfig(name: string): Promise<TenantConfig>;
  /**
   * A source of settings that lie over the server's and under what is stored of a tenant: an extension's. It is asked when an engine opens, and every few
   * seconds while it is open; what it says wrong is logged and changes nothing.
   */
  configureBy(source: TenantSource): Promise<void>;
  /** Who is asked before a worker of this process begins an operation, of any tenant, and told of its end; null ends it. */
  watchWork(watcher: WorkWatcher | null): void;
  /** Whose key this is, of whichever tenant; null when it is none that is in force. */
  keyOf(presented: string): Promise<ApiKey | null>;
}

/** Settings of a tenant's banks, by the contract's names, from elsewhere than the database. */
export type TenantSource = (tenant: string) => Promise<Readonly<Record<string, unknown>>>;

export interface TenantParts {
  readonly db: Database;
  readonly home: TenantScope;
  readonly settings: Settings;
  readonly log: Logger;
  readonly now: () => Date;
  /** Opens the engine of a schema that is migrated. */
  readonly openEngine: (tenant: TenantScope, db: Database, settings: Settings) => Promise<Hindsight>;
  /** How often the list of tenants and their queues are looked at, in milliseconds; 5 s unless given. */
  readonly lookMs?: number;
}

export interface TenantDirectory {
  readonly tenants: Tenants;
  /** The server's settings with the home tenant's in them. */
  readonly settings: Settings;
  /** Who watches the workers now. */
  readonly watcher: () => WorkWatcher | null;
  /** To be called once the home engine is there. */
  start(home: Hindsight): void;
  close(drainMs: number): Promise<void>;
}

/** How often the list is read: what another process changed is in force here after so long. */
const LOOK_MS = 5_000;
/** Tenants whose queues are looked at in one round; with more, they take turns. */
const LOOKED_AT = 50;

/** Reads the list of tenants; nothing is opened yet. */
export async function tenantDirectory(parts: TenantParts): Promise<TenantDirectory> {
  const { db, home, settings, log, now } = parts;
  const defaults = new Map<string, TenantDefaults>();
  let homeEngine: Hindsight | null = null;
  let listed: readonly ListedTenant[] = [];
  let turn = 0;
  let source: TenantSource | null = null;
  let watcher: WorkWatcher | null = null;
  const folder = embeddedFolder({ url: settings.databaseUrl, dataDir: settings.dataDir });
  let requests: { stop(): Promise<void> } | null = null;

  function defaultsOf(name: string): TenantDefaults {
    const known = defaults.get(name) ?? tenantDefaults(settings);
    defaults.set(name, known);
    return known;
  }

  /** What a source says of tenants, as it last said it rightly. */
  const said = new Map<string, Readonly<Record<string, unknown>>>();
  const settle = (name: string, stored: Readonly<Record<string, unknown>>): void => defaultsOf(name).set({ ...said.get(name), ...stored });

  async function ask(name: string): Promise<void> {
    if (source === null) return;
    try {
      said.set(name, readConfigUpdates(await source(name)).set);
    } catch (error) {
      log.warn({ err: error, tenant: name }, "the extension's settings of a tenant cannot be used; what it last said stays in force");
    }
  }

  async function look(): Promise<void> {
    listed = await listTenants(db, home);
    for (const name of [home.tenant, ...engines.open()]) await ask(name);
    const stored = new Map(listed.map(({ name, config }) => [name, config]));
    for (const name of new Set([home.tenant, ...stored.keys(), ...defaults.keys()])) settle(name, stored.get(name) ?? {});
  }

  async function openEngine(name: string): Promise<Hindsight> {
    const scope = tenantScope(name);
    const row = await readTenant(db, scope);
    if (row === null) throw notFound(name);
    await ask(name);
    settle(name, row.config);
    const own = db.inSchema(name);
    await migrate(own, await listMigrations(), log);
    return parts.openEngine(scope, own, settingsOfTenant(settings, defaultsOf(name)));
  }

  const engines = engineCache(openEngine, settings.tenantMaxOpen, log);

  /** Opens the engines of tenants that have work and no engine: their workers take it from there. */
  async function rouse(signal: AbortSignal): Promise<void> {
    const others = listed.filter(({ name }) => name !== home.tenant);
    for (const name of others.length === 0 ? [] : engines.open().filter((open) => !others.some((each) => each.name === open)))
      await engines.drop(name);
    const due = Array.from(
      { length: Math.min(LOOKED_AT, others.length) },
      (_, index) => others[(turn + index) % others.length] as ListedTenant,
    );
    turn = others.length === 0 ? 0 : (turn + due.length) % others.length;
    for (const { name } of due) {
      if (signal.aborted) return;
      if (engines.isOpen(name) || !(await hasTenantWork(db.inSchema(name), tenantScope(name)))) continue;
      (await engines.lease(name)).release();
    }
    await engines.closeIdle();
  }

  const upkeep = startUpkeep(parts.lookMs ?? LOOK_MS, async (signal) => {
    // Where one process has the database, nobody else makes tenants.
    if (!db.capabilities.concurrent && listed.length === 0 && source === null) return;
    try {
      await look();
      if (settings.workerEnabled) await rouse(signal);
    } catch (error) {
      log.warn({ err: error }, "the tenants could not be looked at; the next look is in five seconds");
    }
  });

  const checkName = (name: string): void => requireTenantName(home, name);

  const toldConfig = (name: string, overrides: Readonly<Record<string, unknown>>): TenantConfig => {
    settle(name, overrides);
    const { bank: config, bankOrigins: origins } = defaultsOf(name);
    return { tenant: name, config, overrides, origins };
  };

  async function row(name: string): Promise<ListedTenant | null> {
    checkName(name);
    const found = await readTenant(db, tenantScope(name));
    if (found === null && name !== home.tenant) throw notFound(name);
    return found;
  }

  const tenants: Tenants = {
    home: home.tenant,
    async list() {
      await look();
      const others = listed.filter(({ name }) => name !== home.tenant);
      const own = listed.find(({ name }) => name === home.tenant);
      return [{ name: home.tenant, createdAt: own?.createdAt ?? null }, ...others.map(({ name, createdAt }) => ({ name, createdAt }))];
    },
    async create(name) {
      await createTenant(db, home, name, log);
      await look();
      return { name, createdAt: (await row(name))?.createdAt ?? null };
    },
    async open(name) {
      checkName(name);
      if (name === home.tenant && homeEngine !== null) return { engine: homeEngine, release: () => undefined };
      return engines.lease(name);
    },
    config: async (name) => toldConfig(name, (await row(name))?.config ?? {}),
    async updateConfig(name, updates) {
      const change = readConfigUpdates(updates);
      await row(name);
      const stored = await db.transaction(async (tx) => {
        const overrides = await updateTenantConfig(tx, tenantScope(name), change);
        requireFit(resolveBankSettings(settings.bank, { ...said.get(name), ...overrides }));
        return overrides;
      });
      return toldConfig(name, stored);
    },
    async resetConfig(name) {
      await row(name);
      return toldConfig(name, await updateTenantConfig(db, tenantScope(name), { set: {}, clear: null }));
    },
    async configureBy(given) {
      source = given;
      await look();
    },
    watchWork(given) {
      watcher = given;
    },
    keyOf: (presented) => checkKey(db, home, presented, now()),
  };

  await look();
  return {
    tenants,
    settings: settingsOfTenant(settings, defaultsOf(home.tenant)),
    watcher: () => watcher,
    start(engine) {
      homeEngine = engine;
      if (folder === null) return;
      const openTenant = async (name: string): Promise<TenantScope | null> => {
        if (name === home.tenant) return home;
        return (await readTenant(db, tenantScope(name))) === null ? null : tenantScope(name);
      };
      requests = serveKeyRequests(folder, (request) => actOnKey(db, request, { open: openTenant, now }), log);
    },
    async close(drainMs) {
      await requests?.stop();
      await upkeep.stop();
      await engines.close(drainMs);
    },
  };
}

function notFound(name: string): HindsightError {
  return new HindsightError("tenant_not_found", `There is no tenant '${name}'; list the tenants to see those there are, or create it.`);
}
