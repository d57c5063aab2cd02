// embedding: text to vectors, by the encoder that the settings name.
// In: settings. Out: one EmbeddingProvider, ready to be asked.

import type { Logger } from "pino";
import type { Settings } from "../../config/index.js";
import { localEmbeddingProvider } from "./local.js";
import type { EmbeddingProvider } from "./provider.js";

/** Builds the provider that the settings name. The local encoder loads its model on first use, or by `warm`. */
export async function createEmbeddingProvider(_settings: Settings, _log: Logger): Promise<EmbeddingProvider> {
  return localEmbeddingProvider();
}
