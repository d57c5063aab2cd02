// An engine for the tests of the write path: a database of its own, the real encoder, the worker and the embedding loop.
// In: which database. Out: what a test needs to retain and to look at every row that came of it.

import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { findBankByKey, openOrCreateBank } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import type { RequestContext } from "../../src/context.js";
import type { RetainItem, RetainRequest, RetainResult } from "../../src/domain/requests.js";
import { type BankScope, type TenantScope, tenantScope } from "../../src/domain/scope.js";
import { type OperationsOptions, type OperationsRuntime, startOperations } from "../../src/operations/index.js";
import type { EmbeddingProvider } from "../../src/providers/embedding/provider.js";
import { type LanguageModels, NO_MODELS } from "../../src/providers/llm/index.js";
import { createObjectStore } from "../../src/providers/objects/index.js";
import { type EmbeddingRuntime, retain, startEmbedding } from "../../src/retain/index.js";
import { type Database, sql } from "../../src/store/db.js";
import type { TestDatabase } from "../support/database.js";
import { sharedEncoder } from "../support/encoder.js";

export interface StoredMemory {
  readonly memory_no: number;
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly context: string | null;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly document_id: string;
  readonly chunk_index: number;
  readonly run_no: number | null;
  readonly position: number | null;
  readonly speaker: string | null;
  readonly role: string | null;
  readonly asks: boolean;
  readonly language: string | null;
  readonly terms: readonly string[];
  readonly occurred_start: Date | null;
  readonly date_precision: string | null;
  readonly mentioned_at: Date | null;
  readonly mentioned_offset: number | null;
  readonly last_mentioned_at: Date | null;
  readonly observation_scopes: unknown;
}

export interface TestEngine {
  readonly ctx: RequestContext;
  readonly db: Database;
  readonly tenant: TenantScope;
  readonly operations: OperationsRuntime | null;
  readonly embedding: EmbeddingRuntime | null;
  bank(name?: string): Promise<BankScope>;
  retain(bank: BankScope, items: readonly RetainItem[] | string, more?: Omit<RetainRequest, "items">): Promise<RetainResult>;
  /** All memories of a bank in order of writing. */
  memories(bank: BankScope): Promise<readonly StoredMemory[]>;
  /** Rows of a table of a bank. */
  count(bank: BankScope, table: Table): Promise<number>;
  /** Nothing waits any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export type Table = "memory" | "memory_vector" | "embedding_queue" | "posting" | "document" | "chunk" | "run" | "entity" | "operation";

const COUNTS: Readonly<Record<Table, (key: number) => ReturnType<typeof sql>>> = {
  memory: (key) => sql`SELECT count(*) AS n FROM memory WHERE bank_id = ${key}`,
  memory_vector: (key) => sql`SELECT count(*) AS n FROM memory_vector WHERE bank_id = ${key}`,
  embedding_queue: (key) => sql`SELECT count(*) AS n FROM embedding_queue WHERE bank_id = ${key}`,
  posting: (key) => sql`SELECT count(*) AS n FROM posting WHERE bank_id = ${key}`,
  document: (key) => sql`SELECT count(*) AS n FROM document WHERE bank_id = ${key}`,
  chunk: (key) => sql`SELECT count(*) AS n FROM chunk WHERE bank_id = ${key}`,
  run: (key) => sql`SELECT count(*) AS n FROM run WHERE bank_id = ${key}`,
  entity: (key) => sql`SELECT count(*) AS n FROM entity WHERE bank_id = ${key}`,
  operation: (key) => sql`SELECT count(*) AS n FROM operation WHERE bank_id = ${key}`,
};

export interface EngineOptions {
  readonly encoder?: EmbeddingProvider;
  /** False: nothing works in the background. */
  readonly background?: boolean;
  readonly operations?: Partial<OperationsOptions>;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  readonly models?: LanguageModels;
  /** Folder of the object storage; one of its own when absent. */
  readonly objects?: string;
}

/** Banks of two databases may have the same key: each engine stores its objects apart. */
let engines = 0;

export async function openEngine(database: Pick<TestDatabase, "open">, options: EngineOptions = {}): Promise<TestEngine> {
  const db = await database.open();
  return engineOn(db, options);
}

export function engineOn(db: Database, options: EngineOptions = {}): TestEngine {
  const folder = join(tmpdir(), `hindsight-objects-${process.pid}-${engines++}`);
  const tenant = tenantScope("default");
  // Tests about learning switch it on; the others count calls and memories, which observations would add to.
  const settings = loadSettings({ HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false", ...options.env });
  const ctx: RequestContext = {
    db,
    settings,
    encoder: options.encoder ?? sharedEncoder(),
    reranker: null,
    models: options.models ?? NO_MODELS,
    objects: createObjectStore(settings, options.objects ?? folder),
    parser: null,
    log: pino({ level: "silent" }),
    now: options.now ?? (() => new Date()),
    signal: new AbortController().signal,
  };
  const background = options.background !== false;
  const embedding = background ? startEmbedding(ctx, tenant, { openBank: (key) => findBankByKey(db, tenant, key) }) : null;
  const operations = background ? startOperations(ctx, tenant, (key) => findBankByKey(db, tenant, key), options.operations ?? {}) : null;
  return {
    ctx,
    db,
    tenant,
    operations,
    embedding,
    bank: (name = "test") => openOrCreateBank(db, tenant, name),
    retain: (bank, items, more = {}) => retain(ctx, bank, { items: typeof items === "string" ? [{ content: items }] : items, ...more }),
    async memories(bank) {
      return (await db.query<StoredMemory>(sql`SELECT * FROM memory WHERE bank_id = ${bank.key} ORDER BY memory_no`)).rows;
    },
    async count(bank, table) {
      return (await db.query<{ n: number }>(COUNTS[table](bank.key))).rows[0]?.n ?? 0;
    },
    async idle() {
      await operations?.idle();
      await embedding?.idle();
    },
    async close() {
      await operations?.stop();
      await embedding?.stop();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
