// Opening the engine: its parts, in the order in which they need one another, and the façade over them.

import { join } from "node:path";
import type { Logger } from "pino";
import { readAttachment, startObjectUpkeep } from "./attachments/index.js";
import { bankDirectory, findBankByKey, seedBanks } from "./banks/index.js";
import { type BankSettings, loadSettings, type Settings } from "./config/index.js";
import { startConsolidationUpkeep } from "./consolidate/index.js";
import type { EngineContext } from "./context.js";
import type { ApiKeys } from "./domain/access.js";
import { type BankScope, type TenantScope, tenantScope } from "./domain/scope.js";
import { HindsightError } from "./errors.js";
import { deleteBankObjects, deleteExports, openUpload, readExport, startFileUpkeep } from "./files/index.js";
import { keysOf } from "./guard/access/index.js";
import { auditCleaner, defenseAudit } from "./guard/defense/index.js";
import { bankSpend, createCallObserver, observersByTenant, type SpendObserver } from "./guard/spend/index.js";
import type { CallOptions, Hindsight } from "./hindsight.js";
import { startModelSchedules } from "./models/index.js";
import { type OperationsRuntime, operationsOf } from "./operations/index.js";
import { createEmbeddingProvider } from "./providers/embedding/index.js";
import { type Environment, loadExtension } from "./providers/extension.js";
import { checkAtStart, checkModelSettings, createLanguageModels } from "./providers/llm/index.js";
import { createObjectStore, fromExtension, inSpace, type ObjectStore, type StorageExtension } from "./providers/objects/index.js";
import type { ParserExtension } from "./providers/parsers/index.js";
import { createRerankProvider } from "./providers/rerank/index.js";
import * as resources from "./resources/index.js";
import { reprocess, startEmbedding } from "./retain/index.js";
import { dataParent, openDatabase } from "./store/open-database.js";
import { readStorageSpace } from "./store/spaces/read-storage-space.js";
import {
  aroundLlmCall,
  createLog,
  createMetrics,
  inCall,
  type Metrics,
  openTracing,
  startAuditLog,
  type Tracing,
  withCallFields,
  withSpans,
} from "./telemetry/index.js";
import { defaultTemplate } from "./templates/index.js";
import { type TenantDirectory, tenantDirectory } from "./tenants/index.js";
import { vectorUpkeep } from "./vector-upkeep.js";
import { counters, verbs } from "./verbs.js";
import { defenseEvents, retainEvents, tell } from "./webhooks/index.js";
import { startWorker } from "./worker.js";

export interface OpenOptions {
  /** Where settings are read from; the process's environment when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Settings that are known already; then `env` is read for what extensions have of their own alone. */
  readonly settings?: Settings;
  /** Standard error at the level of the settings when absent: standard output belongs to protocols. */
  readonly log?: Logger;
  /** The wall clock; a test may hold it still. */
  readonly now?: () => Date;
  /** What traces call this program, where no setting does; `hindsight-api` when absent. */
  readonly service?: string;
}

/** The schema that the banks of this server lie in. */
const TENANT = "public";

/** Opens the engine: the database is migrated, the worker and the embedding loop run, models load on first use. Close it when done. */
export async function openHindsight(options: OpenOptions = {}): Promise<Hindsight> {
  const settings = options.settings ?? loadSettings(options.env ?? process.env);
  const log = options.log === undefined ? createLog(settings, "engine") : withCallFields(options.log);
  await checkModelSettings(settings.modelChains); // before anything is opened
  let acquired: Metrics["acquired"] = () => undefined; // until there are metrics
  const db = await openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    log,
    poolMax: settings.dbPoolMaxSize,
    acquireTimeoutMs: settings.dbAcquireTimeout * 1000,
    statementTimeoutMs: settings.dbStatementTimeout * 1000,
    onAcquired: (milliseconds) => acquired(milliseconds),
  });
  try {
    const encoder = await createEmbeddingProvider(settings, log);
    const reranker = createRerankProvider(settings, log);
    const home = tenantScope(TENANT);
    const counts = createMetrics({ settings, health: () => db.health(), log });
    acquired = counts.acquired;
    const tracing = await openTracing({ settings, log, service: options.service ?? "hindsight-api", onLost: counts.spansLost });
    const metrics = withSpans(counts, tracing);
    const now = options.now ?? (() => new Date());
    const observers = observersByTenant(home);
    const models = createLanguageModels({ settings, log, observer: { ...observers, around: aroundLlmCall } });
    const { store, parser } = await openFileParts(settings, options.env ?? process.env);
    const workers = new Set<OperationsRuntime>();
    const spare = (): number => settings.workerMaxSlots - [...workers].reduce((sum, worker) => sum + slotsInUse(worker), 0);

    async function openTenant(tenant: TenantScope, own: EngineContext, parts: Pick<Watch, "metrics" | "tracing">): Promise<Hindsight> {
      const observer = observers.add(tenant, createCallObserver({ db: own.db, tenant, settings: own.settings, log, now, metrics }));
      const keys = keysOf(db, tenant, now);
      return build(own, { ...parts, tenant, observer, keys, tenants: directory, workers, spare });
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
          db: own,
          settings: itsSettings,
          encoder: kept(encoder),
          reranker: reranker && kept(reranker),
          models: kept(models),
          objects: kept(objects),
          parser,
          log,
          now,
        };
        return openTenant(tenant, parts, {
          metrics: { ...metrics, close: () => undefined },
          tracing: { ...tracing, close: async () => undefined },
        });
      },
    });
    const objects = inSpace(store, await readStorageSpace(db, home));
    const engine = await openTenant(
      home,
      { db, settings: directory.settings, encoder, reranker, models, objects, log, now },
      { metrics, tracing },
    );
    directory.start(engine);
    return engine;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** The storage of files and who reads them: built in, or modules of the operator's own. */
async function openFileParts(
  settings: Settings,
  env: Environment,
): Promise<{ readonly store: ObjectStore; readonly parser: ParserExtension | null }> {
  const { fileStorageExtension, fileParserExtension } = settings;
  const storage = { prefix: "FILE_STORAGE", reference: fileStorageExtension, needs: ["put", "get", "delete", "list"] } as const;
  const reading = { prefix: "FILE_PARSER", reference: fileParserExtension, needs: ["accepts", "parse"] } as const;
  return {
    store:
      fileStorageExtension === ""
        ? createObjectStore(settings, dataParent(settings.dataDir))
        : fromExtension(await loadExtension<StorageExtension>(storage, env), join(dataParent(settings.dataDir), "drafts")),
    parser: fileParserExtension === "" ? null : await loadExtension<ParserExtension>(reading, env),
  };
}

/** A part that belongs to all tenants: the engine of one closes, and the part stays open. */
function kept<T extends { close(): Promise<void> }>(part: T): T {
  return Object.create(part, { close: { value: async () => undefined } }) as T;
}

function slotsInUse(worker: OperationsRuntime): number {
  return [...worker.status().running.values()].reduce((sum, count) => sum + count, 0);
}

/** What watches the parts from outside. */
interface Watch {
  readonly tenant: TenantScope;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly observer: SpendObserver;
  readonly keys: ApiKeys;
  readonly tenants: TenantDirectory;
  /** The workers of all tenants, and the slots that they leave. */
  readonly workers: Set<OperationsRuntime>;
  readonly spare: () => number;
}

function build(opened: EngineContext, { tenant, metrics, tracing, observer, keys, tenants, workers, spare }: Watch): Hindsight {
  const parts: EngineContext = {
    ...opened,
    onRetained: (tx, bank, operationId, documents) => tell(opened, tx, bank, retainEvents(operationId, documents)),
    onDefended: async (bank, events) => {
      const isTold = await opened.db.transaction((tx) => tell(opened, tx, bank, defenseEvents(events)));
      if (isTold) operationsOf(opened.db)?.wake();
      for (const call of defenseAudit(bank, events)) await audit.run(call, async () => null);
    },
  };
  const { db, settings, encoder, reranker, log } = parts;
  const banks = bankDirectory(db, tenant);
  const seed = defaultTemplate(parts);
  if (seed !== null) seedBanks(tenant, seed);
  const engine = { ...parts, ...counters(metrics) };
  const worker = startWorker(engine, tenant, { metrics, tracing }, spare);
  workers.add(worker);
  const indexes = vectorUpkeep(parts, (key) => findBankByKey(db, tenant, key));
  const embedding = settings.workerEnabled
    ? startEmbedding(parts, tenant, { onStored: indexes.note, openBank: (key) => findBankByKey(db, tenant, key) })
    : null;
  const objects = startObjectUpkeep(parts, tenant, (key) => findBankByKey(db, tenant, key));
  const files = settings.workerEnabled ? startFileUpkeep(parts, (key) => findBankByKey(db, tenant, key)) : null;
  const consolidation = settings.workerEnabled ? startConsolidationUpkeep(parts, tenant, (key) => findBankByKey(db, tenant, key)) : null;
  const schedules = settings.workerEnabled ? startModelSchedules(parts, tenant, (key) => findBankByKey(db, tenant, key)) : null;
  const afterDelete = (bank: BankScope): Promise<void> => deleteBankObjects(parts, bank);
  const context: resources.ResourceContext = {
    db,
    tenant,
    banks,
    get defaults() {
      return settings.bank;
    },
    engine: parts,
    afterDelete,
  };
  const cleaner = ({ memory_defense: policy }: BankSettings) => auditCleaner(policy);
  const audit = startAuditLog({ db, tenant, settings, log, now: parts.now, metrics, find: banks.find, cleaner });
  const closing = new AbortController();
  const memories = resources.memoryResource(context, parts.now);
  const curation = resources.curationResource(parts, context, memories);
  const documents = resources.documentResource(context, parts.onDefended);
  const observations = resources.observationResource(context);
  /** Forgetting finds the trace written: no call that is still to be written brings back words that are forgotten. */
  const traced = async <T>(bankId: string, work: () => Promise<T>): Promise<T> => {
    await observer.flush();
    const done = await work();
    const bank = await banks.find(bankId);
    if (bank !== null) await deleteExports(parts, bank); // an archive still has what is forgotten
    return done;
  };
  let closed: Promise<void> | null = null;

  async function close(drainMs: number): Promise<void> {
    closing.abort();
    if (tenant.tenant === tenants.tenants.home) await tenants.close(drainMs); // they use what is closed below
    await worker.stop({ drainMs });
    workers.delete(worker);
    await embedding?.stop();
    await indexes.stop();
    await objects.stop();
    await files?.stop();
    await schedules?.stop();
    await consolidation?.stop();
    await encoder.close();
    await reranker?.close();
    await parts.models.close();
    await audit.close();
    await observer.close(); // after the models, whose last calls it writes
    await parts.objects.close();
    metrics.close();
    await tracing.close();
    await db.close();
  }

  return {
    inCall: (call, work) => inCall(tracing, call, work),
    noteValidation: metrics.validated,
    tenant: tenant.tenant,
    keys,
    tenants: tenants.tenants,
    ...verbs(parts, banks, metrics, tenant.tenant),
    banks: resources.bankResource(context),
    memories: {
      ...memories,
      update: (bankId, memoryId, change) => traced(bankId, () => curation.updateMemory(bankId, memoryId, change)),
      deleteAll: (bankId, kind) => traced(bankId, () => memories.deleteAll(bankId, kind)),
      deleteObservations: (bankId, memoryId) => traced(bankId, () => memories.deleteObservations(bankId, memoryId)),
    },
    observations: { deleteAll: (bankId) => traced(bankId, () => observations.deleteAll(bankId)) },
    documents: {
      ...documents,
      delete: (bankId, documentId) => traced(bankId, () => documents.delete(bankId, documentId)),
      reprocess: async (bankId, documentId) => reprocess(parts, await banks.open(bankId), documentId),
    },
    chunk: resources.chunkReader(context),
    attachment: async (bankId, attachmentId) => readAttachment(parts, await banks.open(bankId), attachmentId),
    entities: resources.entityResource(parts, context),
    tags: resources.tagReader(context),
    directives: resources.directiveResource(parts, context),
    templates: resources.templateResource(parts, context),
    transfer: resources.transferResource(parts, context),
    webhooks: resources.webhookResource(parts, context),
    mentalModels: resources.mentalModelResource(parts, context),
    knowledge: resources.knowledgeResource(parts, context),
    consolidation: resources.consolidationResource(parts, context),
    files: {
      async upload(bankId, { signal } = {}) {
        if (!settings.enableFileUploadApi)
          throw new HindsightError("feature_disabled", "The upload of files is switched off (HINDSIGHT_API_ENABLE_FILE_UPLOAD_API).");
        const upload = openUpload(parts, await banks.open(bankId));
        signal?.throwIfAborted();
        return upload;
      },
      download: async (bankId, exportId, { signal } = {}) => readExport(parts, await banks.open(bankId), exportId, signal),
    },
    operations: resources.operationResource(parts, context),
    previewPrompt: resources.promptPreview(parts, context),
    views: resources.viewResource(context, parts.now),
    audit: { run: audit.run, begin: audit.begin, ...resources.auditLogResource(context, audit.flush, parts.now) },
    llmRequests: resources.llmRequestResource(context, observer.flush, parts.now),
    spend: async (bankId) => {
      const bank = await banks.open(bankId);
      await observer.flush();
      return bankSpend(db, settings, bank, parts.now());
    },
    llmHealth: async (bankId, { signal } = {}) => {
      await banks.open(bankId);
      return resources.llmHealth(parts.models, signal ?? new AbortController().signal);
    },
    async warm() {
      const asking = settings.skipLlmVerification ? undefined : checkAtStart(parts.models, log, closing.signal);
      const loading = await Promise.allSettled([encoder.warm?.(), reranker?.warm?.(), asking]);
      if (closed !== null) return; // closed before it was loaded: nobody waits for it
      for (const part of loading) if (part.status === "rejected") log.warn({ err: part.reason }, "a model could not be loaded or asked");
    },
    health: () => db.health(),
    metrics: () => metrics.text(),
    async idle({ signal }: CallOptions = {}) {
      await worker.idle(signal);
      await embedding?.idle(signal); // after the worker, whose work brings more to embed
      await indexes.run();
      await observer.flush();
    },
    worker: () => worker.status(),
    close({ drainMs = 0 } = {}) {
      closed ??= close(drainMs);
      return closed;
    },
  };
}
