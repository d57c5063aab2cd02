// A provider's batches and an engine that uses them, watched as in the server: for the stories of retains that batches read.
// In: a database. Out: engines that come and go upon it, what they submit, and what became of it.

import pino from "pino";
import { findBankByKey } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import type { BankScope } from "../../src/domain/scope.js";
import { createCallObserver, type SpendObserver } from "../../src/guard/spend/index.js";
import { startOperations } from "../../src/operations/index.js";
import { createLanguageModels } from "../../src/providers/llm/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { type OperationState, operationStates } from "../../src/store/operations/operation-states.js";
import { createMetrics } from "../../src/telemetry/index.js";
import { type BatchServer, startBatchServer } from "../support/batch-server.js";
import { engineOn, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

/** Of the operations; to be spied on. */
export const log = pino({ level: "silent" });
export const paragraph = (name: string): string =>
  `${name} begins here. ${"The old harbour wall was painted again. ".repeat(60)}${name} ends here.`;
export const nameOf = (content: string): string => content.slice(0, content.indexOf(" "));
const fact = (content: string) => ({ facts: [{ what: `${nameOf(content)} was read`, fact_type: "world" }] });
export const answered = (content: string) => ({ json: fact(content) });

export const WIRES: Readonly<Record<string, (url: string) => Readonly<Record<string, string>>>> = {
  openai: (url) => ({
    HINDSIGHT_API_LLM_PROVIDER: "openai",
    HINDSIGHT_API_LLM_BASE_URL: `${url}/v1`,
    HINDSIGHT_API_LLM_MODEL: "gpt-4o-mini",
  }),
  anthropic: (url) => ({ HINDSIGHT_API_LLM_PROVIDER: "anthropic", HINDSIGHT_API_LLM_BASE_URL: url }),
  gemini: (url) => ({ HINDSIGHT_API_LLM_PROVIDER: "gemini", HINDSIGHT_API_LLM_BASE_URL: url }),
  fireworks: (url) => ({
    HINDSIGHT_API_LLM_PROVIDER: "fireworks",
    HINDSIGHT_API_LLM_BASE_URL: `${url}/inference/v1`,
    HINDSIGHT_API_FIREWORKS_ACCOUNT_ID: "acme",
    HINDSIGHT_API_FIREWORKS_BATCH_BASE_URL: url,
  }),
};

export const read = (...names: readonly string[]) => names.map((name) => `${name} was read`).sort();

export type Batched = Awaited<ReturnType<typeof openBatched>>;

let banks = 0;

export async function openBatched(db: Database) {
  const server: BatchServer = await startBatchServer();
  server.answer = answered;
  let engine: TestEngine;
  let observer: SpendObserver;
  let bank: BankScope;

  async function stop(): Promise<void> {
    await engine.operations?.stop();
    await engine.embedding?.stop();
    await engine.ctx.models.close();
    await observer.close();
  }

  /** What a process has of its own; the database and what lies in it stay. */
  function start(wire: string, more: Readonly<Record<string, string>> = {}): void {
    const env = {
      ...{ HINDSIGHT_API_LLM_API_KEY: "key-of-a-test", HINDSIGHT_API_LLM_INITIAL_BACKOFF: "0", HINDSIGHT_API_LLM_MAX_BACKOFF: "0" },
      ...{ HINDSIGHT_API_RETAIN_BATCH_ENABLED: "true", HINDSIGHT_API_RETAIN_BATCH_POLL_INTERVAL_SECONDS: "1" },
      ...WIRES[wire]?.(server.url),
      ...more,
    };
    const settings = loadSettings(env);
    const metrics = createMetrics({ settings, health: () => db.health(), log });
    const made = engineOn(db, { encoder: wordEncoder(), background: false, env });
    observer = createCallObserver({ db, tenant: made.tenant, settings, log, now: () => new Date(), metrics });
    const models = createLanguageModels({ settings, log, observer });
    const ctx = { ...made.ctx, models, log };
    const operations = startOperations(ctx, made.tenant, (key) => findBankByKey(db, made.tenant, key), {
      retry: { retries: 3, baseDelayMs: 1, maxDelayMs: 5 },
      pollMs: 20,
    });
    engine = { ...engineOn(db, { encoder: wordEncoder(), background: false, env, models }), operations };
  }

  async function retain(names: readonly string[], wire = "openai", more: Readonly<Record<string, string>> = {}): Promise<string> {
    start(wire, more);
    bank = await engine.bank(`batch-${banks++}`);
    const items = names.map((name) => ({ content: paragraph(name), documentId: name }));
    return (await engine.retain(bank, items, { async: true })).operationId as string;
  }

  const stateOf = async (id: string): Promise<OperationState> => (await operationStates(db, bank, id))[0] as OperationState;
  async function until(id: string, isSo: (state: OperationState) => boolean): Promise<OperationState> {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const state = await stateOf(id);
      if (isSo(state)) return state;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`it did not come about; the operation is ${JSON.stringify(await stateOf(id))}`);
  }
  const waiting = (id: string) =>
    until(id, ({ status, resultMetadata }) => status === "pending" && (resultMetadata.batch as { id: unknown })?.id != null);
  const over = (id: string) => until(id, ({ status }) => status !== "pending" && status !== "processing");
  const texts = async () => (await engine.memories(bank)).map(({ text }) => text).sort();
  const spend = async () => {
    await observer.flush();
    const { rows } = await db.query<{ calls: number; failed: number; cost: number }>(
      sql`SELECT coalesce(sum(calls), 0)::integer AS calls, coalesce(sum(failed_calls), 0)::integer AS failed, coalesce(sum(cost_micro_usd), 0)::integer AS cost
          FROM llm_usage WHERE bank_id = ${bank.key}`,
    );
    return rows[0];
  };
  const setAside = async () =>
    (await db.query<{ n: number }>(sql`SELECT count(*)::integer AS n FROM llm_reservation WHERE bank_id = ${bank.key}`)).rows[0]?.n;

  return {
    server,
    get engine() {
      return engine;
    },
    get bank() {
      return bank;
    },
    /** Another bank, for an engine that is started without a retain. */
    async freshBank() {
      bank = await engine.bank(`batch-${banks++}`);
    },
    flush: () => observer.flush(),
    start,
    stop,
    retain,
    until,
    waiting,
    over,
    texts,
    spend,
    setAside,
    async close() {
      await stop();
      await server.close();
    },
  };
}
