// A consolidation as a job for tests: the planner and what follows the drain are functions that a test may replace.
// In: a database. Out: an engine whose consolidations they do, opened before the tests of the suite and closed behind them, and looks at its tables.

import { afterAll, beforeAll } from "vitest";
import { applyPlan } from "../../src/consolidate/apply/index.js";
import { type Batch, type BatchPlan, consolidationHandler, type Planner } from "../../src/consolidate/index.js";
import { CONSOLIDATION } from "../../src/domain/learning.js";
import type { BankScope } from "../../src/domain/scope.js";
import { registerHandler } from "../../src/operations/index.js";
import { NO_MODELS } from "../../src/providers/llm/index.js";
import { embeddingOf } from "../../src/retain/index.js";
import { updateBank } from "../../src/store/banks/update-bank.js";
import { sql } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import type { DATABASES } from "../support/database.js";

/** A model that is there and is never asked: the planner of these tests is a function. */
const MODELS = { ...NO_MODELS, has: (purpose: string) => purpose === "consolidation" };

/** One belief for each batch, which says what its facts say. */
export const joined = (batch: Batch): BatchPlan => ({
  batch,
  modelId: null,
  deletes: [],
  updates: [],
  merges: [],
  creates: [
    {
      text: `Belief: ${batch.facts.map(({ text }) => text).join(" ")}`,
      vector: null,
      language: "en",
      reason: null,
      sources: batch.facts.map(({ memoryNo }) => ({ memoryNo, quote: null })),
    },
  ],
});

interface Row {
  readonly text: string;
  readonly kind: string;
  readonly tags: readonly string[];
  readonly memory_no: number;
  readonly updated_at: Date;
  readonly isDone: boolean;
  readonly hasFailed: boolean;
}

interface OperationRow {
  readonly operation_id: string;
  readonly status: string;
  readonly result_metadata: Readonly<Record<string, unknown>>;
  readonly error_message: string | null;
  readonly attempts: number;
  /** From when it was put off, so that a slow reader sees the same. */
  readonly waitsSeconds: number;
}

/** The texts of a retain, each a document; with tags and observation scopes where they matter. */
export const items = (...texts: (string | readonly [string, readonly string[], unknown?])[]) =>
  texts.map((given, index) => {
    const [content, tags, observationScopes] = typeof given === "string" ? [given, [], null] : given;
    return { content, tags, observationScopes: (observationScopes ?? null) as never, documentId: `d-${index}` };
  });

export function consolidationJob(database: (typeof DATABASES)[number]) {
  const job = {
    engine: undefined as unknown as TestEngine, // opened before the first test
    planner: (async (_ctx, _bank, batch) => joined(batch)) as Planner,
    /** What was told at the ends of drains. */
    drained: [] as (readonly (readonly string[])[])[],
    afterDrain: async (): Promise<number> => 0,
  };

  beforeAll(async () => {
    registerHandler(
      CONSOLIDATION,
      consolidationHandler({
        planWithModel: (ctx, bank, batch) => job.planner(ctx, bank, batch),
        planRestatements: () => Promise.reject(new Error("there is a model")),
        applyPlan,
        onWritten: ({ db }) => embeddingOf(db)?.wake(),
        afterDrain(_ctx, _bank, tagSets) {
          job.drained.push(tagSets);
          return job.afterDrain();
        },
      }),
    );
    job.engine = await openEngine(database, { models: MODELS, env: { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" } });
  });
  afterAll(() => job.engine.close());

  /** Begins anew: a bank of its own, and the planner that joins. */
  async function newBank(name: string, config: Readonly<Record<string, unknown>> = {}): Promise<BankScope> {
    job.planner = async (_ctx, _bank, batch) => joined(batch);
    job.afterDrain = async () => 0;
    const bank = await job.engine.bank(name);
    await updateBank(job.engine.db, bank, { name: null, set: config, clear: [] });
    job.drained = [];
    return bank;
  }

  async function rows(bank: BankScope): Promise<readonly Row[]> {
    return (
      await job.engine.db.query<Row>(sql`SELECT text, kind, tags, memory_no, updated_at, consolidated_at IS NOT NULL AS "isDone",
        consolidation_failed_at IS NOT NULL AS "hasFailed" FROM memory WHERE bank_id = ${bank.key} ORDER BY memory_no`)
    ).rows;
  }
  const beliefs = async (bank: BankScope) =>
    (await rows(bank)).filter(({ kind }) => kind === "observation").map(({ text, tags }) => [text, [...tags].sort()]);

  async function operations(bank: BankScope): Promise<readonly OperationRow[]> {
    return (
      await job.engine.db.query<OperationRow>(sql`SELECT operation_id, status, result_metadata, error_message, attempts,
        extract(epoch FROM next_attempt_at - updated_at)::double precision AS "waitsSeconds"
        FROM operation WHERE bank_id = ${bank.key} AND type = ${CONSOLIDATION} ORDER BY sequence`)
    ).rows;
  }

  /** Until no consolidation of the bank is due: what is put off stays. */
  async function quiet(bank: BankScope): Promise<void> {
    for (;;) {
      const live = (await operations(bank)).filter(
        ({ status, waitsSeconds }) => status === "processing" || (status === "pending" && waitsSeconds < 1),
      );
      if (live.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  return Object.assign(job, { newBank, rows, beliefs, operations, quiet });
}
