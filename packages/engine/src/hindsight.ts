// The façade's type: the verbs and resources that an open engine offers, in-process or behind HTTP.
// In: bank ids or aliases, and requests. Out: results, or a HindsightError.
// `index.ts` builds it; servers, the CLI and embedded programs hold nothing else of the engine.

import type { ApiKeys } from "./domain/access.js";
import type { Attachment } from "./domain/attachments.js";
import type { DryRunRequest, DryRunResult } from "./domain/dry-run.js";
import type { FileUpload } from "./domain/files.js";
import type { EntityGraph, EntityGraphFilter, MemoryGraph, MemoryGraphFilter } from "./domain/graph.js";
import type { KnowledgeBase } from "./domain/knowledge.js";
import type { BankSpend, LlmHealth } from "./domain/llm-requests.js";
import type { DeletionReport } from "./domain/observations.js";
import type { PromptPreview, PromptPreviewRequest } from "./domain/prompt-preview.js";
import type { ReflectProgress, ReflectRequest, ReflectResult } from "./domain/reflect.js";
import type { RecallRequest, RecallResult, RetainRequest, RetainResult } from "./domain/requests.js";
import type { ChunkDetail, Page, Paging, TagCount } from "./domain/resources.js";
import type { MemoryTimeField, MemoryTimeSeries, TimePeriod } from "./domain/time-series.js";
import type { BankTransfer } from "./domain/transfer.js";
import type { Banks, Templates } from "./facade/banks.js";
import type { Documents, Entities, Memories } from "./facade/contents.js";
import type { Consolidation, Directives, MentalModels } from "./facade/learning.js";
import type { Audit, LlmRequests, Operations, Webhooks } from "./facade/records.js";
import type { ExportArchive } from "./files/index.js";
import type { WorkerStatus } from "./operations/index.js";
import type { DatabaseHealth } from "./store/db.js";
import type { IncomingCall, NamedWork, Span } from "./telemetry/index.js";
import type { Tenants } from "./tenants/index.js";

/** Per-call options: `signal` cancels the work when the caller hangs up. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Hindsight {
  /** Runs work as one call from outside: log lines, operations and spans of all that it asks of the engine know that they belong to it. */
  inCall<T>(call: IncomingCall, work: (span: Span) => Promise<T>): Promise<T>;
  /** Runs work as a span of the call that it belongs to, or as a call of its own where it belongs to none. */
  inSpan<T>(named: NamedWork, work: (span: Span) => Promise<T>): Promise<T>;
  /** Counts the time that a validator in front of the engine took over a call, in milliseconds. */
  noteValidation(milliseconds: number): void;
  /** Counts a hook of an extension by how it ended: `ok`, `failed`, `late` (over its time), `dropped` (too many are still running). */
  noteHook(hook: string, outcome: "ok" | "failed" | "late" | "dropped"): void;
  /** Counts a call that was refused: for its key (`unauthorized`), its scopes (`forbidden`), or by a validator. */
  noteRefusal(reason: "unauthorized" | "forbidden" | "validator", transport: "http" | "mcp"): void;
  /** Counts a phase of a recall that lies in front of the engine or behind it; `isInner` for what lies inside another one. */
  noteRecallPhase(phase: string, milliseconds: number, isInner?: boolean): void;
  /** The schema that the banks of this engine lie in. */
  readonly tenant: string;
  /** Keys for callers of this tenant. */
  readonly keys: ApiKeys;
  /** The tenants of the server that this engine belongs to; the same for each of its tenants. */
  readonly tenants: Tenants;

  /** Stores items; creates the bank when it does not exist. Resolves when what was stored is durable. `onStage` is told of stages as they end. */
  retain(
    bankId: string,
    request: RetainRequest,
    options?: CallOptions & { readonly onStage?: (stage: string) => void },
  ): Promise<RetainResult>;
  /** What a retain of this content would find, with nothing written and nothing embedded; an unknown bank is not made, and has the server's settings. */
  dryRunExtract(bankId: string, request: DryRunRequest, options?: CallOptions): Promise<DryRunResult>;
  /** Finds what matters for a query; throws `bank_not_found` for an unknown bank. Reads only. */
  recall(bankId: string, request: RecallRequest, options?: CallOptions): Promise<RecallResult>;
  /** Answers a question from the memories of a bank, which is made when it does not exist. `onProgress` is told of searches as they go. */
  reflect(
    bankId: string,
    request: ReflectRequest,
    options?: CallOptions & { readonly onProgress?: (progress: ReflectProgress) => void },
  ): Promise<ReflectResult>;

  readonly banks: Banks;
  readonly templates: Templates;
  /** Banks and documents as archives. Each call queues work and returns its operation, which the named bank keeps. */
  readonly transfer: BankTransfer;

  readonly memories: Memories;
  readonly observations: {
    /** Deletes all observations of a bank; the facts that they stood on are consolidated again. */
    deleteAll(bankId: string): Promise<DeletionReport>;
  };
  readonly documents: Documents;
  /** A chunk by its public id, whose bank is part of the id. Looks in the banks that `isWithin` lets pass; throws `chunk_ambiguous` when several of them have one. */
  chunk(chunkId: string, isWithin?: (bankId: string) => boolean): Promise<ChunkDetail & { readonly bankId: string }>;

  /** An attachment with its bytes. Throws `attachment_not_found` when no document of the bank holds it. */
  attachment(bankId: string, attachmentId: string): Promise<Attachment & { readonly bytes: Uint8Array }>;
  readonly entities: Entities;
  /** The tags of memories, or of mental models, with how often each is used. */
  tags(
    bankId: string,
    paging: Paging & { readonly q?: string | null; readonly source?: "memories" | "mental_models" },
  ): Promise<Page<TagCount>>;

  readonly directives: Directives;
  readonly mentalModels: MentalModels;
  /** Folders and pages: mental models with a place in a tree. */
  readonly knowledge: KnowledgeBase;
  readonly consolidation: Consolidation;

  readonly files: {
    /** Begins an upload into an existing bank, for an open end of `discard`; `feature_disabled` where uploads are switched off. */
    upload(bankId: string, options?: CallOptions): Promise<FileUpload>;
    /** The archive of an export, to be read or cancelled. Throws `bank_not_found` or `export_not_found`. */
    download(bankId: string, exportId: string, options?: CallOptions): Promise<ExportArchive>;
  };

  /** What is drawn of a bank, within bounds that hold for any bank. Each call throws `bank_not_found` for an unknown one. */
  readonly views: {
    /** Memories, the last mentioned first, and what ties them together. */
    memories(bankId: string, filter: MemoryGraphFilter): Promise<MemoryGraph>;
    /** Entities that memories mention together. */
    entities(bankId: string, filter: EntityGraphFilter): Promise<EntityGraph>;
    /** Memories by when they were made, mentioned, or happened, without gaps. */
    times(bankId: string, asked: { readonly period: TimePeriod; readonly field: MemoryTimeField }): Promise<MemoryTimeSeries>;
  };

  readonly operations: Operations;
  readonly webhooks: Webhooks;
  readonly audit: Audit;
  readonly llmRequests: LlmRequests;
  /** What a model would be told now by a bank as it is set up. No model is asked, and nothing is written. Throws `bank_not_found`. */
  previewPrompt(bankId: string, request: PromptPreviewRequest): Promise<PromptPreview>;
  /** What model calls of a bank cost in this hour and on this day, against its limits. */
  spend(bankId: string): Promise<BankSpend>;
  /** Calls each model that works for a bank once; costs as many tiny calls. Throws `bank_not_found`. */
  llmHealth(bankId: string, options?: CallOptions): Promise<readonly LlmHealth[]>;

  /** Loads the models now, which else the first use does; a server calls it when it listens. A model that cannot be loaded is logged, and its first use says so again. */
  warm(): Promise<void>;
  /** Throws `database_unavailable` when the database does not answer correctly. */
  health(): Promise<DatabaseHealth>;
  /** Metrics in the Prometheus text format. */
  metrics(): Promise<string>;
  /**
   * Resolves when there is nothing left to do now: no operation is at work or due (or will be within four seconds), and no memory waits for its vector.
   * Operations that are put off for longer still wait then. For tests, benches and imports.
   */
  idle(options?: CallOptions): Promise<void>;
  /** What the worker of this process is at. */
  worker(): WorkerStatus;
  /** Stops the worker, puts back what is unfinished after `drainMs` (none), and closes models and database. Calling it again waits for the same end. */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}
