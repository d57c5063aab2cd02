// The context of a request: what a stage may know besides its input.
// In: made once per call by the façade. Out: passed down unchanged; `domain/` never sees it.

import type { Logger } from "pino";
import type { Settings } from "./config/index.js";
import type { EmbeddingProvider } from "./providers/embedding/provider.js";
import type { LanguageModels } from "./providers/llm/index.js";
import type { ObjectStore } from "./providers/objects/provider.js";
import type { RerankProvider } from "./providers/rerank/provider.js";
import type { Database } from "./store/db.js";

/** The parts of an open engine that features work with. */
export interface EngineContext {
  readonly db: Database;
  readonly settings: Settings;
  readonly encoder: EmbeddingProvider;
  readonly reranker: RerankProvider | null;
  readonly models: LanguageModels;
  readonly objects: ObjectStore;
  readonly log: Logger;
  /** The wall clock; a test may hold it still. */
  readonly now: () => Date;
}

export interface RequestContext extends EngineContext {
  /** Fires when the caller hangs up or the deadline passes; checked between stages with `throwIfAborted`. */
  readonly signal: AbortSignal;
  /** Told how long each stage took; feeds the metrics. */
  readonly onStage?: (stage: string, milliseconds: number) => void;
}
