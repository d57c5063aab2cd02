// The façade's type: the verbs and resources that an open engine offers, in-process or behind HTTP.
// In: bank ids or aliases, and requests. Out: results, or a HindsightError.
// `index.ts` builds it; servers, the CLI and embedded programs hold nothing else of the engine.

import type { ApiKeys } from "./domain/access.js";
import type { Attachment } from "./domain/attachments.js";
import type { AuditEntry, AuditedCall, AuditFilter, AuditOutcome, AuditStats, AuditSummary } from "./domain/audit.js";
import type { StrategiesPreview } from "./domain/consolidation.js";
import type { EntitySplit, MemoryChange } from "./domain/curation.js";
import type { Directive, DirectiveFields, DirectiveFilter } from "./domain/directives.js";
import type { StoredDocumentEvent } from "./domain/document-events.js";
import type { DryRunRequest, DryRunResult } from "./domain/dry-run.js";
import type { FileUpload } from "./domain/files.js";
import type { EntityGraph, EntityGraphFilter, MemoryGraph, MemoryGraphFilter } from "./domain/graph.js";
import type { KnowledgeBase } from "./domain/knowledge.js";
import type {
  BankSpend,
  LlmCallType,
  LlmHealth,
  LlmRequestDetail,
  LlmRequestFilter,
  LlmRequestStats,
  StatsPeriod,
} from "./domain/llm-requests.js";
import type { MemoryKind } from "./domain/memory.js";
import type {
  DryRunRefresh,
  MentalModel,
  MentalModelChange,
  MentalModelDetail,
  MentalModelFields,
  MentalModelFilter,
} from "./domain/mental-models.js";
import type { DeletionReport, ObservationChange, ObservationScopeCount } from "./domain/observations.js";
import type { PromptPreview, PromptPreviewRequest } from "./domain/prompt-preview.js";
import type { ReflectProgress, ReflectRequest, ReflectResult } from "./domain/reflect.js";
import type { ObservationScopes, RecallRequest, RecallResult, RetainRequest, RetainResult } from "./domain/requests.js";
import type {
  BankAlias,
  BankConfig,
  BankListItem,
  BankProfile,
  BankStats,
  ChunkDetail,
  DocumentDetail,
  DocumentFilter,
  DocumentListItem,
  EntityDetail,
  EntityFilter,
  EntityRead,
  MemoryDetail,
  MemoryFilter,
  MemoryRead,
  OperationDetail,
  OperationFilter,
  Page,
  Paging,
  TagCount,
} from "./domain/resources.js";
import type { GalleryTemplate, TemplateManifest, TemplateReport } from "./domain/templates.js";
import type { MemoryTimeField, MemoryTimeSeries, TimePeriod } from "./domain/time-series.js";
import type { BankTransfer } from "./domain/transfer.js";
import type { Webhook, WebhookDelivery, WebhookFields } from "./domain/webhooks.js";
import type { ExportArchive } from "./files/index.js";
import type { WorkerStatus } from "./operations/index.js";
import type { DatabaseHealth } from "./store/db.js";
import type { IncomingCall, Span } from "./telemetry/index.js";
import type { Tenants } from "./tenants/index.js";

/** Per-call options: `signal` cancels the work when the caller hangs up. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Hindsight {
  /** Runs work as one call from outside: log lines, operations and spans of all that it asks of the engine know that they belong to it. */
  inCall<T>(call: IncomingCall, work: (span: Span) => Promise<T>): Promise<T>;
  /** Counts the time that a validator in front of the engine took over a call, in milliseconds. */
  noteValidation(milliseconds: number): void;
  /** The schema that the banks of this engine lie in. */
  readonly tenant: string;
  /** Keys for callers of this tenant. */
  readonly keys: ApiKeys;
  /** The tenants of the server that this engine belongs to; the same for each of its tenants. */
  readonly tenants: Tenants;

  /** Stores items; creates the bank when it does not exist. Resolves when what was stored is durable. */
  retain(bankId: string, request: RetainRequest, options?: CallOptions): Promise<RetainResult>;
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

  readonly banks: {
    /** `names`: those alone whose id is one of these, `*` standing for any characters. */
    list(paging: Paging & { readonly q?: string | null; readonly names?: readonly string[] | null }): Promise<Page<BankListItem>>;
    /** Creates the bank or merges the given fields into it. `config` has the contract's snake_case names; null clears an override. */
    put(
      bankId: string,
      fields: { readonly name?: string | null; readonly config?: Readonly<Record<string, unknown>> },
    ): Promise<BankProfile>;
    /** Like `put`, for an existing bank only. */
    patch(
      bankId: string,
      fields: { readonly name?: string | null; readonly config?: Readonly<Record<string, unknown>> },
    ): Promise<BankProfile>;
    /** The profile of an existing bank. */
    get(bankId: string): Promise<BankProfile>;
    /** Deletes the bank and everything in it. Of an unknown bank nothing goes. */
    delete(bankId: string): Promise<DeletionReport>;
    stats(bankId: string): Promise<BankStats>;
    config(bankId: string): Promise<BankConfig>;
    /** Creates the bank when missing. Unknown names and wrong types throw `bad_argument`. */
    updateConfig(bankId: string, updates: Readonly<Record<string, unknown>>): Promise<BankConfig>;
    resetConfig(bankId: string): Promise<BankConfig>;
    aliases(bankId: string): Promise<{ readonly bankId: string; readonly aliases: readonly BankAlias[] }>;
    addAlias(bankId: string, alias: string, primary: boolean): Promise<{ readonly bankId: string; readonly aliases: readonly BankAlias[] }>;
    setPrimaryAlias(
      bankId: string,
      alias: string,
      primary: boolean,
    ): Promise<{ readonly bankId: string; readonly aliases: readonly BankAlias[] }>;
    removeAlias(bankId: string, alias: string): Promise<{ readonly bankId: string; readonly aliases: readonly BankAlias[] }>;
  };

  readonly memories: {
    list(bankId: string, filter: MemoryFilter): Promise<Page<MemoryDetail>>;
    /** One memory, also one that is out of use. */
    get(bankId: string, memoryId: string): Promise<MemoryRead>;
    /**
     * Edits a fact, takes it out of use, or puts it back. Throws `bad_argument` for an observation, for an edit of a fact that stays out of use, for a blank
     * text and for dates that are none.
     */
    update(bankId: string, memoryId: string, change: MemoryChange): Promise<MemoryRead>;
    /** Deletes all memories, or those of one kind, with the observations that stand on them. Of an unknown bank nothing goes. */
    deleteAll(bankId: string, kind: MemoryKind | null): Promise<DeletionReport>;
    /** Deletes the observations that stand on a fact; it and the other facts behind them are consolidated again. */
    deleteObservations(bankId: string, memoryId: string): Promise<DeletionReport>;
    /** How an observation came to say what it says, oldest change first; a fact has no history. */
    history(bankId: string, memoryId: string): Promise<readonly ObservationChange[]>;
  };

  readonly observations: {
    /** Deletes all observations of a bank; the facts that they stood on are consolidated again. */
    deleteAll(bankId: string): Promise<DeletionReport>;
  };

  readonly documents: {
    list(bankId: string, filter: DocumentFilter): Promise<Page<DocumentListItem>>;
    get(bankId: string, documentId: string): Promise<DocumentDetail>;
    /** Replaces tags (also on the document's memories) and observation scopes. */
    update(
      bankId: string,
      documentId: string,
      fields: { readonly tags?: readonly string[]; readonly observationScopes?: ObservationScopes | null },
    ): Promise<void>;
    /** Deletes the document with its chunks, its memories, and the observations that stand on them. */
    delete(bankId: string, documentId: string): Promise<DeletionReport>;
    /** What became of a document, newest first; empty for an unknown document or bank. */
    history(bankId: string, documentId: string, paging: Paging): Promise<Page<StoredDocumentEvent>>;
    chunks(bankId: string, documentId: string, paging: Paging): Promise<Page<ChunkDetail>>;
    /** Queues the document to be read again, all of it, by the settings in force now. Its text must be kept. */
    reprocess(bankId: string, documentId: string): Promise<{ readonly operationId: string; readonly itemsCount: number }>;
  };
  /** A chunk by its public id, whose bank is part of the id. Looks in the banks that `isWithin` lets pass; throws `chunk_ambiguous` when several of them have one. */
  chunk(chunkId: string, isWithin?: (bankId: string) => boolean): Promise<ChunkDetail & { readonly bankId: string }>;

  /** An attachment with its bytes. Throws `attachment_not_found` when no document of the bank holds it. */
  attachment(bankId: string, attachmentId: string): Promise<Attachment & { readonly bytes: Uint8Array }>;

  /** Under a tag filter: the entities that a memory which passes it mentions, counted over those memories alone. */
  readonly entities: {
    list(bankId: string, filter: Paging & EntityFilter): Promise<Page<EntityDetail>>;
    get(bankId: string, entityId: string, filter?: EntityFilter): Promise<EntityRead>;
    /** Makes entities one: what mentions the others mentions this one, and their names are its aliases. Labels are refused (`bad_argument`). */
    merge(bankId: string, entityId: string, others: readonly string[]): Promise<EntityRead>;
    /** Takes an entity apart, by an alias or by memories. Of `entity` nothing may be left: then it is null. */
    split(
      bankId: string,
      entityId: string,
      split: EntitySplit,
    ): Promise<{ readonly entity: EntityRead | null; readonly split: EntityRead }>;
  };
  /** The tags of memories, or of mental models, with how often each is used. */
  tags(
    bankId: string,
    paging: Paging & { readonly q?: string | null; readonly source?: "memories" | "mental_models" },
  ): Promise<Page<TagCount>>;

  /** Rules that every reflection of the bank obeys. Each call throws `bank_not_found` for an unknown bank, `directive_not_found` for an unknown id. */
  readonly directives: {
    list(bankId: string, filter: DirectiveFilter): Promise<Page<Directive> & { readonly bankId: string }>;
    create(bankId: string, fields: DirectiveFields): Promise<Directive & { readonly bankId: string }>;
    get(bankId: string, directiveId: string): Promise<Directive & { readonly bankId: string }>;
    update(bankId: string, directiveId: string, change: Partial<DirectiveFields>): Promise<Directive & { readonly bankId: string }>;
    delete(bankId: string, directiveId: string): Promise<void>;
  };

  /**
   * Standing answers to stored questions. Each call throws `bank_not_found` for an unknown bank (`create` makes it), `mental_model_not_found` for an
   * unknown id.
   */
  readonly mentalModels: {
    list(bankId: string, filter: MentalModelFilter): Promise<Page<MentalModel> & { readonly bankId: string }>;
    /** Makes a model and queues its first refresh; the bank is made when missing. Throws `mental_model_conflict` when the id is taken. */
    create(bankId: string, fields: MentalModelFields): Promise<{ readonly mentalModelId: string; readonly operationId: string }>;
    get(
      bankId: string,
      modelId: string,
      options?: { readonly detail?: MentalModelDetail },
    ): Promise<MentalModel & { readonly bankId: string }>;
    /** Absent fields stay, of the trigger too, in which null unsets a field. Another question queues a refresh that answers it in full. */
    update(
      bankId: string,
      modelId: string,
      change: Partial<Omit<MentalModelFields, "id">>,
    ): Promise<MentalModel & { readonly bankId: string }>;
    /** Takes out the content; the next refresh writes all of it anew. */
    clear(bankId: string, modelId: string): Promise<MentalModel & { readonly bankId: string }>;
    delete(bankId: string, modelId: string): Promise<void>;
    /** Queues a refresh, `full` to write all of it anew this once; returns its operation, which is the one that waits when there is one. */
    refresh(bankId: string, modelId: string, options?: { readonly mode?: "full" | undefined }): Promise<string>;
    /** What a refresh would come to now; models are asked as they would be, and nothing is kept. */
    dryRunRefresh(bankId: string, modelId: string, options?: CallOptions): Promise<DryRunRefresh>;
    /** What it said before each change, newest first; failed refreshes are entries as well. */
    history(bankId: string, modelId: string): Promise<readonly MentalModelChange[]>;
  };

  /** Folders and pages: mental models with a place in a tree. */
  readonly knowledge: KnowledgeBase;

  /** How facts become observations. Each call throws `bank_not_found` for an unknown bank. */
  readonly consolidation: {
    /**
     * Queues a consolidation now, also in a bank that does not consolidate by itself. Without scopes it folds into one that waits; with scopes (only facts
     * whose tags hold one of these sets) it stands for itself.
     */
    run(
      bankId: string,
      options?: { readonly scopes?: readonly (readonly string[])[] | null },
    ): Promise<{ readonly operationId: string; readonly deduplicated: boolean }>;
    /** Lets facts that could not be consolidated wait for it again; returns how many. */
    recover(bankId: string): Promise<number>;
    /** The sets of tags that observations have, those of most observations first. */
    scopes(bankId: string, paging: Paging): Promise<Page<ObservationScopeCount>>;
    /** Which scopes of observations `strategies` (as in the bank's `consolidation_strategies`) would take. Changes nothing. */
    previewStrategies(
      bankId: string,
      strategies: readonly Readonly<Record<string, unknown>>[],
      sampleLimit: number,
    ): Promise<StrategiesPreview>;
  };

  /** What a bank is set up with, as one document: settings, mental models, directives. */
  readonly templates: {
    /**
     * Sets a bank up by a template, all of it or nothing; the bank is made when missing. A dry run tells what would come of it. Throws `bad_argument` with
     * everything that is wrong with the template.
     */
    import(bankId: string, manifest: unknown, options?: { readonly isDryRun?: boolean }): Promise<TemplateReport>;
    /** Throws `bank_not_found`. */
    export(bankId: string): Promise<TemplateManifest>;
    /** Templates that are shipped. */
    gallery(): Promise<readonly GalleryTemplate[]>;
    /** The JSON Schema of a template. */
    schema(): Promise<Readonly<Record<string, unknown>>>;
  };

  /** Banks and documents as archives. Each call queues work and returns its operation, which the named bank keeps. */
  readonly transfer: BankTransfer;

  /** Where events of the bank are told. Made with the bank; the other calls throw `bank_not_found` or `webhook_not_found`. Secrets are never shown. */
  readonly webhooks: {
    list(bankId: string, paging: Paging): Promise<Page<Webhook> & { readonly bankId: string }>;
    create(bankId: string, fields: WebhookFields): Promise<Webhook & { readonly bankId: string }>;
    update(bankId: string, webhookId: string, change: Partial<WebhookFields>): Promise<Webhook & { readonly bankId: string }>;
    delete(bankId: string, webhookId: string): Promise<void>;
    /** Newest first. */
    deliveries(
      bankId: string,
      webhookId: string,
      page: { readonly limit: number; readonly cursor: string | null },
    ): Promise<{ readonly items: readonly WebhookDelivery[]; readonly nextCursor: string | null }>;
  };

  readonly files: {
    /** Begins an upload into an existing bank, for an open end of `discard`; `feature_disabled` where uploads are switched off. */
    upload(bankId: string, options?: CallOptions): Promise<FileUpload>;
    /** The archive of an export, to be read or cancelled. Throws `bank_not_found` or `export_not_found`. */
    download(bankId: string, exportId: string, options?: CallOptions): Promise<ExportArchive>;
  };

  readonly operations: {
    list(bankId: string, filter: OperationFilter): Promise<Page<OperationDetail>>;
    /** Null when there is none of that id in this bank. */
    get(bankId: string, operationId: string, options?: { readonly payload?: boolean }): Promise<OperationDetail | null>;
    cancel(bankId: string, operationId: string): Promise<void>;
    retry(bankId: string, operationId: string): Promise<void>;
    delete(bankId: string, operationId: string): Promise<void>;
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

  /**
   * Who did what to a bank, and when. Whoever carries calls to the engine notes them here, with its transport: `run` around a call that is a promise,
   * `begin` and what it returns around any other. Noting neither waits nor fails; only banks that have an audit log keep the call.
   */
  readonly audit: {
    run<T>(call: AuditedCall, work: () => Promise<T>): Promise<T>;
    begin(call: AuditedCall): Promise<(outcome: AuditOutcome) => void>;
    /** Newest first, without requests and responses. Throws `bank_not_found`, as the others do. */
    list(bankId: string, filter: AuditFilter): Promise<Page<AuditSummary> & { readonly bankId: string }>;
    get(bankId: string, entryId: string): Promise<AuditEntry & { readonly bankId: string }>;
    stats(
      bankId: string,
      filter: { readonly period: StatsPeriod; readonly action?: string | null },
    ): Promise<AuditStats & { readonly bankId: string }>;
  };

  /** The trace of model calls: each attempt, failed ones too, for as long as the settings keep it. */
  readonly llmRequests: {
    list(bankId: string, filter: LlmRequestFilter): Promise<Page<LlmRequestDetail>>;
    stats(
      bankId: string,
      filter: { readonly period: StatsPeriod; readonly operation?: string | null; readonly callType?: LlmCallType | null },
    ): Promise<LlmRequestStats>;
  };
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
