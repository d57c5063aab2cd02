// Collects what the ranker is given: every question of a task, with its pool and what the arms found, from an engine in this process.
// In: tasks. Out: per bank and question everything that the stages behind the arms read, so that they can be run again and again in no time.
// The stages before ranking run once and as they are in a server; the banks live in a temporary folder with the embedded database.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { findBankByKey, openOrCreateBank } from "../../packages/engine/src/banks/index.js";
import { loadSettings } from "../../packages/engine/src/config/index.js";
import type { RequestContext } from "../../packages/engine/src/context.js";
import { type BankScope, tenantScope } from "../../packages/engine/src/domain/scope.js";
import { startOperations } from "../../packages/engine/src/operations/index.js";
import { localEmbeddingProvider } from "../../packages/engine/src/providers/embedding/local.js";
import { NO_MODELS } from "../../packages/engine/src/providers/llm/index.js";
import { createObjectStore } from "../../packages/engine/src/providers/objects/index.js";
import { type ArmResults, runArms } from "../../packages/engine/src/recall/arms/index.js";
import type { Candidate } from "../../packages/engine/src/recall/candidate.js";
import { merge } from "../../packages/engine/src/recall/merge.js";
import type { Question } from "../../packages/engine/src/recall/question.js";
import { isAnswered } from "../../packages/engine/src/recall/relevance.js";
import { understand } from "../../packages/engine/src/recall/understand.js";
import { retain, startEmbedding } from "../../packages/engine/src/retain/index.js";
import { type Database, sql } from "../../packages/engine/src/store/db.js";
import { openDatabase } from "../../packages/engine/src/store/open-database.js";
import type { Ask, Bank, Task } from "../quality/task.js";

export interface Asked {
  readonly ask: Ask;
  readonly question: Question;
  readonly found: ArmResults;
  /** Empty where nothing is about the question. */
  readonly pool: readonly Candidate[];
}

export interface Collected {
  readonly bank: Bank;
  readonly asked: readonly Asked[];
  /** By id of a memory: its document; of an observation those of its facts. */
  readonly documents: ReadonlyMap<string, readonly string[]>;
}

const BATCH = 50;

/** Retains every bank of a task and asks its questions as far as the pool. About 25 ms a turn and 40 ms a question on two cores. */
export async function collect(task: Task, each: (collected: Collected, db: Database, scope: BankScope) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "hindsight-ablation-"));
  const settings = loadSettings({});
  const db = await openDatabase({ dataDir: folder });
  const encoder = localEmbeddingProvider();
  const tenant = tenantScope("default");
  const ctx: RequestContext = {
    db,
    settings,
    encoder,
    reranker: null,
    models: NO_MODELS,
    objects: createObjectStore(settings, path.join(folder, "objects")),
    parser: null,
    log: pino({ level: "silent" }),
    now: () => new Date(),
    signal: new AbortController().signal,
  };
  const openBank = (key: number) => findBankByKey(db, tenant, key);
  const embedding = startEmbedding(ctx, tenant, { openBank });
  const operations = startOperations(ctx, tenant, openBank, {});
  try {
    for (const bank of task.banks) {
      const scope = await openOrCreateBank(db, tenant, `${task.name}-${bank.name}`);
      for (let from = 0; from < bank.items.length; from += BATCH) {
        const batch = bank.items.slice(from, from + BATCH);
        const items = batch.map(({ content, document_id: documentId, timestamp, context }) => ({
          content,
          documentId,
          timestamp,
          ...(context === undefined ? {} : { context }),
        }));
        await retain(ctx, scope, { items });
      }
      await operations.idle();
      await embedding.idle();
      const asked: Asked[] = [];
      for (const one of bank.asks) asked.push(await askedAs(ctx, scope, one));
      await each({ bank, asked, documents: await documentsOf(db, scope) }, db, scope);
    }
  } finally {
    await operations.stop();
    await embedding.stop();
    await db.close();
    await encoder.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askedAs(ctx: RequestContext, scope: BankScope, ask: Ask): Promise<Asked> {
  const question = await understand(ctx, scope, { query: ask.query, ...(ask.at === null ? {} : { queryTimestamp: ask.at }) });
  const found = await runArms(ctx, scope, question);
  const pool = await merge(ctx, scope, question, found);
  return { ask, question, found, pool: isAnswered(question, pool.candidates, found) ? pool.candidates : [] };
}

async function documentsOf(db: Database, scope: BankScope): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await db.query<{ id: string; documents: readonly string[] }>(sql`
    SELECT m.id, array(SELECT DISTINCT coalesce(f.document_id, m.document_id) FROM (SELECT 1) AS one
      LEFT JOIN observation_source AS s ON s.bank_id = m.bank_id AND s.observation_no = m.memory_no
      LEFT JOIN memory AS f ON f.bank_id = m.bank_id AND f.memory_no = s.memory_no) AS documents
    FROM memory AS m WHERE m.bank_id = ${scope.key}`);
  return new Map(rows.map(({ id, documents }) => [id, documents.filter((one) => one !== null)]));
}
