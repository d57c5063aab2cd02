// What `hindsight doctor` asks of the engine without opening a database: where the data would lie, and whether the encoder works.

import { performance } from "node:perf_hooks";
import { pino } from "pino";
import type { Settings } from "./config/index.js";
import { createEmbeddingProvider } from "./providers/embedding/index.js";
import { embeddedFolder } from "./store/open-database.js";

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
