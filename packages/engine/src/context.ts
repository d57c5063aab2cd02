// The context of a request: what a stage may know besides its input.
// In: made once per call by the façade. Out: passed down unchanged; `domain/` never sees it.

import type { Logger } from "pino";
import type { Settings } from "./config/index.js";
import type { DefenseEvent } from "./domain/defense.js";
import type { BankScope } from "./domain/scope.js";
import type { HotBanks } from "./hot/index.js";
import type { FormerEncoder } from "./providers/embedding/former.js";
import type { EmbeddingProvider } from "./providers/embedding/provider.js";
import type { LanguageModels } from "./providers/llm/index.js";
import type { ObjectStore } from "./providers/objects/provider.js";
import type { ParserExtension } from "./providers/parsers/index.js";
import type { RerankProvider, RerankReport } from "./providers/rerank/provider.js";
import type { Database, Db } from "./store/db.js";

/** The parts of an open engine that features work with. */
export interface EngineContext {
  readonly db: Database;
  readonly settings: Settings;
  readonly encoder: EmbeddingProvider;
  /** Reads questions for banks whose vectors the encoder has not made anew yet; absent or null: they are searched by words meanwhile. */
  readonly former?: FormerEncoder | null;
  readonly reranker: RerankProvider | null;
  readonly models: LanguageModels;
  readonly objects: ObjectStore;
  /** A parser of the operator's own; null is the built-in ones alone. */
  readonly parser: ParserExtension | null;
  /** The banks in use, in memory; absent: the database answers every recall. */
  readonly hot?: HotBanks;
  readonly log: Logger;
  /** The wall clock; a test may hold it still. */
  readonly now: () => Date;
  /** Told of documents in the transaction that makes their write whole; true when it queued work for that. The façade gives it. */
  readonly onRetained?: (tx: Db, bank: BankScope, operationId: string | null, documents: readonly RetainedDocument[]) => Promise<boolean>;
  /** Told of what a bank's memory defense found. The façade gives it. */
  readonly onDefended?: (bank: BankScope, events: readonly DefenseEvent[]) => Promise<void>;
}

/** A document whose write is whole, with the memories that stand in it. */
export interface RetainedDocument {
  readonly documentId: string;
  readonly tags: readonly string[];
  readonly memoryCount: number;
}

/** A recall of the engine's own: `reflect` for a reflection's search, `internal` for any other. */
export interface OwnRecall {
  readonly source: "reflect" | "internal";
  readonly bank: BankScope;
  readonly budget: string;
  readonly maxTokens: number;
}

export interface RequestContext extends EngineContext {
  /** Fires when the caller hangs up or the deadline passes; checked between stages with `throwIfAborted`. */
  readonly signal: AbortSignal;
  /** Told how long each stage took, and (`isInner`) what lies inside one; feeds the metrics. */
  readonly onStage?: (of: "retain" | "recall", stage: string, milliseconds: number, isInner?: boolean) => void;
  /** Runs a recall that the engine itself asks for, and counts it. */
  readonly countRecall?: <T>(asked: OwnRecall, work: () => Promise<T>) => Promise<T>;
  /** Told how each reranking went; feeds the metrics. */
  readonly onReranked?: (report: RerankReport) => void;
  /** Told of each failed try to consolidate a batch of facts; feeds the metrics. */
  readonly onBatchFailure?: (failureClass: string, errorType: string) => void;
}
