// The engine of one tenant: the façade over its parts, with what works behind it.
// In: the parts, and what watches them. Out: an open engine, whose close ends what it started and closes the parts.
// A part that tenants share comes with a close that does nothing (`open.ts`), so that one engine closes like any other.

import { readAttachment } from "./attachments/index.js";
import { startBackground } from "./background.js";
import { bankDirectory, seedBanks } from "./banks/index.js";
import type { BankSettings } from "./config/index.js";
import type { EngineContext } from "./context.js";
import type { ApiKeys } from "./domain/access.js";
import type { BankScope, TenantScope } from "./domain/scope.js";
import { HindsightError } from "./errors.js";
import { deleteBankObjects, deleteExports, openUpload, readExport } from "./files/index.js";
import { auditCleaner, defenseAudit } from "./guard/defense/index.js";
import { bankSpend, type SpendObserver } from "./guard/spend/index.js";
import type { CallOptions, Hindsight } from "./hindsight.js";
import { type OperationsRuntime, operationsOf } from "./operations/index.js";
import { checkAtStart } from "./providers/llm/index.js";
import * as resources from "./resources/index.js";
import { reprocess } from "./retain/index.js";
import { inCall, inSpan, type Metrics, startAuditLog, type Tracing } from "./telemetry/index.js";
import { defaultTemplate } from "./templates/index.js";
import type { TenantDirectory } from "./tenants/index.js";
import { verbs } from "./verbs.js";
import { defenseEvents, retainEvents, tell } from "./webhooks/index.js";

/** What watches the parts from outside. */
export interface Watch {
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

export function openTenantEngine(
  opened: EngineContext,
  { tenant, metrics, tracing, observer, keys, tenants, workers, spare }: Watch,
): Hindsight {
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
  const background = startBackground(parts, tenant, { metrics, tracing, watcher: tenants.watcher, spare });
  workers.add(background.worker);
  const afterDelete = (bank: BankScope): Promise<void> => deleteBankObjects(parts, bank);
  const context: resources.ResourceContext = {
    db,
    tenant,
    banks,
    get defaults() {
      return settings.bank;
    },
    get origins() {
      return settings.bankOrigins;
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
    await background.stop(drainMs);
    workers.delete(background.worker);
    await encoder.close();
    await parts.former?.close();
    await reranker?.close();
    await parts.models.close();
    await audit.close();
    await observer.close(); // after the models, whose last calls it writes
    await parts.objects.close();
    await parts.hot?.close();
    metrics.close();
    await tracing.close();
    await db.close();
  }

  return {
    inCall: (call, work) => inCall(tracing, call, work),
    inSpan: (named, work) => inSpan(tracing, named, work),
    noteValidation: metrics.validated,
    noteHook: metrics.hookEnded,
    noteRefusal: metrics.refused,
    noteRecallPhase: (phase, milliseconds, isInner) => metrics.stage("recall", phase, milliseconds, isInner),
    tenant: tenant.tenant,
    keys,
    tenants: tenants.tenants,
    ...verbs(parts, banks, metrics, tenant.tenant),
    banks: resources.bankResource(context, parts.onDefended),
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
      await background.idle(signal);
      await observer.flush();
    },
    worker: () => background.worker.status(),
    close({ drainMs = 0 } = {}) {
      closed ??= close(drainMs);
      return closed;
    },
  };
}
