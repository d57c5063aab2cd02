// Opening the engine: the parts that all tenants share, in the order in which they need one another, and an engine for each tenant over them.

import type { Logger } from "pino";
import { loadSettings, SETTINGS, type Settings } from "./config/index.js";
import type { EngineContext } from "./context.js";
import { unknownOptionProblem } from "./domain/known-options.js";
import { type TenantScope, tenantScope } from "./domain/scope.js";
import { HindsightError } from "./errors.js";
import { openFileParts } from "./file-parts.js";
import { keysOf } from "./guard/access/index.js";
import { createCallObserver, observersByTenant } from "./guard/spend/index.js";
import type { Hindsight } from "./hindsight.js";
import { hotBanks } from "./hot/index.js";
import type { OperationsRuntime } from "./operations/index.js";
import { formerEncoder } from "./providers/embedding/former.js";
import { createEmbeddingProvider } from "./providers/embedding/index.js";
import { checkModelSettings, createLanguageModels } from "./providers/llm/index.js";
import { inSpace } from "./providers/objects/index.js";
import { createRerankProvider } from "./providers/rerank/index.js";
import { openDatabase } from "./store/open-database.js";
import { readStorageSpace } from "./store/spaces/read-storage-space.js";
import { aroundLlmCall, createLog, createMetrics, type Metrics, openTracing, withCallFields, withSpans } from "./telemetry/index.js";
import { openTenantEngine, type Watch } from "./tenant-engine.js";
import { type TenantDirectory, tenantDirectory } from "./tenants/index.js";

export interface OpenOptions {
  /** Where settings are read from; the process's environment when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Settings that are known already; then `env` is read for what extensions have of their own alone. */
  readonly settings?: Settings;
  /** Standard error when absent (standard output belongs to protocols), at the level of the settings; without one, warnings and failures. */
  readonly log?: Logger;
  /** The wall clock; a test may hold it still. */
  readonly now?: () => Date;
  /** What traces call this program, where no setting does; `hindsight-api` when absent. */
  readonly service?: string;
}

const OPTIONS = Object.keys({ env: 0, settings: 0, log: 0, now: 0, service: 0 } satisfies Record<keyof OpenOptions, 0>);

/**
 * Opens the engine: the database is migrated, the worker and the embedding loop run, models load on first use. Close it when done.
 * @throws HindsightError `bad_argument` for an option that is not there
 */
export async function openHindsight(options: OpenOptions = {}): Promise<Hindsight> {
  const variables = Object.fromEntries(Object.entries(SETTINGS).map(([name, { env }]) => [name, env]));
  const problem = unknownOptionProblem("openHindsight", options, OPTIONS, variables);
  if (problem !== null) throw new HindsightError("bad_argument", problem);
  const settings = options.settings ?? quietSettings(options.env ?? process.env);
  const log = options.log === undefined ? createLog(settings, "engine") : withCallFields(options.log);
  await checkModelSettings(settings.modelChains); // before anything is opened
  let acquired: Metrics["acquired"] = () => undefined; // until there are metrics
  const db = await openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    schema: settings.databaseSchema,
    log,
    poolMax: settings.dbPoolMaxSize,
    acquireTimeoutMs: settings.dbAcquireTimeout * 1000,
    statementTimeoutMs: settings.dbStatementTimeout * 1000,
    onAcquired: (milliseconds) => acquired(milliseconds),
  });
  try {
    const encoder = await createEmbeddingProvider(settings, log);
    const former = formerEncoder(settings, log);
    const reranker = createRerankProvider(settings, log);
    const home = tenantScope(settings.databaseSchema);
    const hot = hotBanks({ bytes: settings.hotBanksMb * 2 ** 20, log });
    const counts = createMetrics({ settings, health: () => db.health(), circuit: () => reranker?.circuit() ?? null, hot: hot.counts, log });
    acquired = counts.acquired;
    const tracing = await openTracing({ settings, log, service: options.service ?? "hindsight-api", onLost: counts.spansLost });
    const metrics = withSpans(counts, tracing);
    const now = options.now ?? (() => new Date());
    const observers = observersByTenant(home);
    const models = createLanguageModels({ settings, log, observer: { ...observers, around: aroundLlmCall } });
    const { store, parser } = await openFileParts(settings, options.env ?? process.env);
    const shared = { parser, log, now };
    const workers = new Set<OperationsRuntime>();
    const spare = (): number => settings.workerMaxSlots - [...workers].reduce((sum, worker) => sum + slotsInUse(worker), 0);

    async function openTenant(tenant: TenantScope, own: EngineContext, parts: Pick<Watch, "metrics" | "tracing">): Promise<Hindsight> {
      const observer = observers.add(tenant, createCallObserver({ db: own.db, tenant, settings: own.settings, log, now, metrics }));
      const keys = keysOf(db, tenant, now);
      return openTenantEngine(own, { ...parts, tenant, observer, keys, tenants: directory, workers, spare });
    }
    const directory: TenantDirectory = await tenantDirectory({
      db,
      home,
      settings,
      log,
      now,
      async openEngine(tenant, own, itsSettings) {
        const objects = inSpace(store, await readStorageSpace(own, tenant));
        const parts = {
          ...shared,
          db: own,
          settings: itsSettings,
          encoder: kept(encoder),
          former: former && kept(former),
          reranker: reranker && kept(reranker),
          models: kept(models),
          objects: kept(objects),
          hot: kept(hot),
        };
        return openTenant(tenant, parts, { metrics: kept(metrics), tracing: kept(tracing) });
      },
    });
    const objects = inSpace(store, await readStorageSpace(db, home));
    const parts = { ...shared, db, settings: directory.settings, encoder, former, reranker, models, objects, hot };
    const engine = await openTenant(home, parts, { metrics, tracing });
    directory.start(engine);
    return engine;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** What a program inside another one says unasked: the settings of `env`, where a log level is asked for only if it is set. */
export function quietSettings(env: NonNullable<OpenOptions["env"]>): Settings {
  return loadSettings({ ...env, [SETTINGS.logLevel.env]: env[SETTINGS.logLevel.env]?.trim() || "warn" });
}

/** A part that belongs to all tenants: the engine of one closes, and the part stays open. */
function kept<T extends { close(): Promise<void> | void }>(part: T): T {
  return Object.create(part, { close: { value: async () => undefined } }) as T;
}

function slotsInUse(worker: OperationsRuntime): number {
  return [...worker.status().running.values()].reduce((sum, count) => sum + count, 0);
}
