// Language models on a database of one's own, watched as in the server: the real chains, guard, meter and trace over an adapter made by hand.
// In: a database and settings. Out: calls, and what was written of them. The clock is a value that a test moves.

import { randomUUID } from "node:crypto";
import pino from "pino";
import { openOrCreateBank } from "../../src/banks/index.js";
import { loadSettings, type Settings } from "../../src/config/index.js";
import { type BankScope, type TenantScope, tenantScope } from "../../src/domain/scope.js";
import { createCallObserver, type SpendObserver } from "../../src/guard/spend/index.js";
import { type ModelAdapter, ModelCallError, type ModelReply } from "../../src/providers/llm/adapter.js";
import { createLanguageModels, type LanguageModels, type TextAnswer, type TokenUsage } from "../../src/providers/llm/index.js";
import type { Database } from "../../src/store/db.js";
import { createMetrics, type Metrics } from "../../src/telemetry/index.js";

export const tokens = (input: number, output: number, more: Partial<TokenUsage> = {}): TokenUsage => ({
  input,
  output,
  cached: 0,
  thoughts: 0,
  total: input + output + (more.thoughts ?? 0),
  ...more,
});

/** What the adapter does with call n, from 0. */
export type Answering = (n: number) => Promise<Partial<ModelReply>> | Partial<ModelReply>;

export interface Calling {
  readonly db: Database;
  readonly tenant: TenantScope;
  readonly settings: Settings;
  readonly observer: SpendObserver;
  readonly models: LanguageModels;
  readonly metrics: Metrics;
  /** How many calls reached the provider. */
  readonly made: () => number;
  bank(name: string): Promise<BankScope>;
  /** One call for a bank, with its prompt. */
  ask(
    bank: BankScope | null,
    more?: { readonly text?: string; readonly metadata?: Readonly<Record<string, unknown>>; readonly traceId?: string },
  ): Promise<TextAnswer>;
  close(): Promise<void>;
}

/** A moment in the middle of an hour, in the middle of a day. */
export const NOON = Date.UTC(2026, 5, 15, 12, 30);

export interface CallingOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly answer?: Answering;
  readonly now?: () => Date;
  readonly tenant?: string;
}

/** Each call reads 100 tokens and writes 20, unless told otherwise. */
export function callingOn(db: Database, { env = {}, answer = () => ({}), now = () => new Date(NOON) }: CallingOptions = {}): Calling {
  const settings = loadSettings({
    HINDSIGHT_API_LLM_PROVIDER: "openai",
    HINDSIGHT_API_LLM_API_KEY: "k",
    HINDSIGHT_API_LLM_MAX_RETRIES: "1",
    ...env,
  });
  const tenant = tenantScope("public");
  const log = pino({ level: "silent" });
  const metrics = createMetrics({ settings, health: () => db.health(), log });
  const observer = createCallObserver({ db, tenant, settings, log, now, metrics });
  let calls = 0;
  const adapter = (provider: string, model: string): ModelAdapter => ({
    provider,
    model,
    traits: { objects: "schema", seesImages: false, takesToolChoice: true },
    async call() {
      calls += 1;
      return { text: "yes", toolCalls: [], finishReason: "stop", usage: tokens(100, 20), ...(await answer(calls - 1)) };
    },
  });
  const models = createLanguageModels({
    settings,
    log,
    observer,
    createAdapter: async (spec) => adapter(spec.provider, spec.model),
    clock: { now: () => now().getTime(), random: () => 0.5, pause: async () => undefined },
  });
  return {
    db,
    tenant,
    settings,
    observer,
    models,
    metrics,
    made: () => calls,
    bank: (name) => openOrCreateBank(db, tenant, name),
    ask: (bank, { text = "Is it so?", metadata, traceId = randomUUID() } = {}) =>
      models.complete({
        purpose: "retain",
        origin: { bank, operation: "retain", traceId, ...(metadata === undefined ? {} : { metadata }) },
        messages: [{ role: "user", content: text }],
        signal: new AbortController().signal,
      }),
    async close() {
      await models.close();
      await observer.close();
      metrics.close();
    },
  };
}

export { ModelCallError };
