// Opening the engine: its parts, in the order in which they need one another, and the façade over them.

import { type Logger, pino } from "pino";
import { type BankDirectory, bankDirectory, findBankByKey } from "./banks/index.js";
import { loadSettings, type Settings } from "./config/index.js";
import type { EngineContext, RequestContext } from "./context.js";
import type { RetainReceipt } from "./domain/requests.js";
import { tenantScope } from "./domain/scope.js";
import { HindsightError } from "./errors.js";
import type { CallOptions, Hindsight } from "./hindsight.js";
import { startOperations } from "./operations/index.js";
import { createEmbeddingProvider } from "./providers/embedding/index.js";
import { recall } from "./recall/index.js";
import * as resources from "./resources/index.js";
import { retain, startEmbedding } from "./retain/index.js";
import { openDatabase } from "./store/open-database.js";
import { createMetrics, type Metrics } from "./telemetry/index.js";

export interface OpenOptions {
  /** Where settings are read from; the process's environment when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Settings that are known already; then `env` is not read. */
  readonly settings?: Settings;
  /** Standard error at the level of the settings when absent: standard output belongs to protocols. */
  readonly log?: Logger;
  /** The wall clock; a test may hold it still. */
  readonly now?: () => Date;
}

/** The schema that the banks of this server lie in. */
const TENANT = "public";

/** Opens the engine: the database is migrated, the worker and the embedding loop run, models load on first use. Close it when done. */
export async function openHindsight(options: OpenOptions = {}): Promise<Hindsight> {
  const settings = options.settings ?? loadSettings(options.env ?? process.env);
  const log = options.log ?? pino({ level: settings.logLevel, name: "engine" }, pino.destination(2));
  const db = await openDatabase({ url: settings.databaseUrl, dataDir: settings.dataDir, log });
  try {
    const encoder = await createEmbeddingProvider(settings, log);
    const reranker = null;
    return build({ db, settings, encoder, reranker, log, now: options.now ?? (() => new Date()) });
  } catch (error) {
    await db.close();
    throw error;
  }
}

function build(parts: EngineContext): Hindsight {
  const { db, settings, encoder, reranker } = parts;
  const tenant = tenantScope(TENANT);
  const banks = bankDirectory(db, tenant);
  const metrics = createMetrics({
    includeBankId: settings.metricsIncludeBankId,
    includeTenant: settings.metricsIncludeTenant,
    health: () => db.health(),
  });
  const engine = { ...parts, onStage: metrics.retainStage }; // the worker's stages are those of retain
  const worker = startOperations(engine, tenant, (key) => findBankByKey(db, tenant, key));
  const embedding = startEmbedding(parts, tenant);
  const context: resources.ResourceContext = { db, tenant, banks, defaults: settings.bank };
  let closed: Promise<void> | null = null;

  async function close(): Promise<void> {
    await worker.stop();
    await embedding.stop();
    await encoder.close();
    await reranker?.close();
    metrics.close();
    await db.close();
  }

  return {
    ...verbs(parts, banks, metrics),
    banks: resources.bankResource(context),
    memories: resources.memoryResource(context),
    documents: resources.documentResource(context),
    chunk: resources.chunkReader(context),
    entities: resources.entityResource(context),
    tags: resources.tagReader(context),
    operations: resources.operationResource(parts, context),
    health: () => db.health(),
    metrics: () => metrics.text(),
    async idle({ signal }: CallOptions = {}) {
      await worker.idle(signal);
      await embedding.idle(signal); // after the worker, whose work brings more to embed
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}

const NEVER = new AbortController().signal;

/** The two verbs: each call gets its context, opens its bank and is counted. */
function verbs(engine: EngineContext, banks: BankDirectory, metrics: Metrics): Pick<Hindsight, "retain" | "recall"> {
  const context = ({ signal }: CallOptions, onStage: NonNullable<RequestContext["onStage"]>): RequestContext => ({
    ...engine,
    signal: signal ?? NEVER,
    onStage,
  });
  return {
    retain(bankId, request, options = {}) {
      const labels = { operation: "retain", source: "api", bankId, tenant: TENANT } as const;
      return metrics.operation(labels, async () => {
        const ctx = context(options, metrics.retainStage);
        const result = await withBank(banks, bankId, (bank) => retain(ctx, bank, request));
        if (result.receipt !== null) metrics.documents(labels, ...documentsOf(result.receipt));
        return result;
      });
    },
    recall(bankId, request, options = {}) {
      const { budget = "mid", maxTokens = 4096 } = request;
      return metrics.operation({ operation: "recall", source: "api", bankId, tenant: TENANT, budget, maxTokens }, async () => {
        const bank = await banks.open(bankId);
        return recall(context(options, metrics.recallStage), bank, request);
      });
    },
  };
}

/** Runs a write in a bank that is made when missing; once more when the bank was deleted between its opening and the write. */
async function withBank<T>(
  banks: BankDirectory,
  bankId: string,
  write: (bank: Awaited<ReturnType<BankDirectory["openOrCreate"]>>) => Promise<T>,
): Promise<T> {
  try {
    return await write(await banks.openOrCreate(bankId));
  } catch (error) {
    if (!(error instanceof HindsightError) || error.code !== "bank_not_found") throw error;
    banks.forget();
    return write(await banks.openOrCreate(bankId));
  }
}

/** Documents of a retain that have memories, and those that have none. */
function documentsOf({ items }: RetainReceipt): readonly [withFacts: number, withoutFacts: number] {
  const facts = new Map<string, number>();
  for (const { documentId, memoryIds } of items) facts.set(documentId, (facts.get(documentId) ?? 0) + memoryIds.length);
  const withFacts = [...facts.values()].filter((count) => count > 0).length;
  return [withFacts, facts.size - withFacts];
}
