// What `hindsight doctor` asks of the engine without opening it: where the data would lie, whether the encoder, the language models and the database
// of these settings work. Nothing is created.

import { performance } from "node:perf_hooks";
import { pino } from "pino";
import type { Settings } from "./config/index.js";
import { priceTable } from "./guard/spend/prices.js";
import { createEmbeddingProvider } from "./providers/embedding/index.js";
import { createLanguageModels, PURPOSES } from "./providers/llm/index.js";
import { inspectDatabase } from "./store/inspect-database.js";
import { embeddedFolder } from "./store/open-database.js";

export type { DatabaseLook } from "./store/inspect-database.js";

/** The folder of the embedded database under these settings; null when they name a PostgreSQL server. */
export function dataFolder(settings: Settings): string | null {
  return embeddedFolder({ url: settings.databaseUrl, dataDir: settings.dataDir });
}

export interface EncoderCheck {
  readonly name: string;
  readonly dimension: number;
  /** Loading included: what the first recall after a start waits for. */
  readonly firstQueryMs: number;
}

/** Loads the encoder that the settings name and embeds one query. Throws `model_unavailable` with the reason when it does not work. */
export async function checkEncoder(settings: Settings): Promise<EncoderCheck> {
  const encoder = await createEmbeddingProvider(settings, pino({ level: "silent" }));
  try {
    const started = performance.now();
    await encoder.embedQuery("Does the encoder work?");
    return { name: encoder.model.name, dimension: encoder.model.dimension, firstQueryMs: performance.now() - started };
  } finally {
    await encoder.close();
  }
}

export interface ModelCheck {
  readonly provider: string;
  readonly model: string;
  /** Purposes whose chain it stands in. */
  readonly purposes: readonly string[];
  /** Null when it answered; else why not. */
  readonly problem: string | null;
  readonly latencyMs: number;
}

/**
 * Asks each language model one short question, all at the same time; none for settings without one. What does not answer within `timeoutMs` is a
 * problem as well. Throws `configuration_invalid` for a provider that does not exist.
 */
export async function checkModels(settings: Settings, timeoutMs: number): Promise<readonly ModelCheck[]> {
  const models = createLanguageModels({ settings, log: pino({ level: "silent" }) });
  const late = AbortSignal.timeout(timeoutMs);
  const checks = new Map<string, ModelCheck>();
  try {
    const chains = new Map<string, string[]>();
    for (const purpose of PURPOSES) {
      const { members } = settings.modelChains[purpose];
      if (members.length === 0) continue;
      const chain = JSON.stringify(members); // purposes with the same chain are asked once
      chains.set(chain, [...(chains.get(chain) ?? []), purpose]);
    }
    for (const purposes of chains.values()) {
      const [first] = purposes as (typeof PURPOSES)[number][];
      for (const { provider, model, ok, latencyMs, error } of first === undefined ? [] : await models.probe(first, late)) {
        const problem = ok ? null : late.aborted ? `not reached within ${timeoutMs / 1000} s` : (error ?? "no reason given");
        checks.set(`${provider} ${model} ${purposes}`, { provider, model, purposes, problem, latencyMs });
      }
    }
    return [...checks.values()];
  } finally {
    await models.close();
  }
}

/** How many prices HINDSIGHT_API_LLM_PRICES gives. Throws `configuration_invalid` when it cannot be read. */
export function checkPrices(settings: Settings): number {
  priceTable(settings.llmPrices);
  return settings.llmPrices.trim() === "" ? 0 : Object.keys(JSON.parse(settings.llmPrices) as object).length;
}

/** Asks the PostgreSQL server of the settings; null when they name the embedded database. Throws when it does not answer within `timeoutMs`. */
export async function checkDatabase(settings: Settings, timeoutMs: number) {
  return dataFolder(settings) === null ? inspectDatabase(settings.databaseUrl, settings.databaseSchema, timeoutMs) : null;
}
