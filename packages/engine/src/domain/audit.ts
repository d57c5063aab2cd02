// The audit log: who did what to a bank, and when, as it is told and as it is read back.
// In: nothing. Out: the names of actions and transports, and types.

import type { StatsPeriod } from "./llm-requests.js";
import type { Paging } from "./resources.js";

/** The contract's actions (`endpoints.md`, `mcp.md`), then ours: what else changes a bank. */
export const AUDIT_ACTIONS = [
  "retain",
  "recall",
  "reflect",
  "file_retain",
  "update_memory",
  "clear_memories",
  "clear_observations",
  "clear_memory_observations",
  "consolidation",
  "recover_consolidation",
  "create_bank",
  "update_bank",
  "delete_bank",
  "update_bank_config",
  "reset_bank_config",
  "import_bank_template",
  "import_documents",
  "create_mental_model",
  "update_mental_model",
  "refresh_mental_model",
  "dry_run_refresh_mental_model",
  "clear_mental_model",
  "delete_mental_model",
  "create_knowledge_folder",
  "create_knowledge_page",
  "update_knowledge_node",
  "delete_knowledge_node",
  "create_directive",
  "update_directive",
  "delete_directive",
  "update_document",
  "reprocess_document",
  "delete_document",
  "create_webhook",
  "update_webhook",
  "delete_webhook",
  "cancel_operation",
  "retry_operation",
  "delete_operation",
  "create_alias",
  "update_alias",
  "delete_alias",
  "clone_bank",
  "export_bank",
  "import_bank",
  "export_documents",
  "import_knowledge_base",
  "merge_entities",
  "split_entity",
  "add_entity_alias",
  "remove_entity_alias",
  "download_file",
  "memory_defense",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_TRANSPORTS = ["http", "mcp", "system"] as const;

export type AuditTransport = (typeof AUDIT_TRANSPORTS)[number];

/** Facts about a call that its caller cannot choose: the id of the request, the name of the key. Kept as they are. */
export type AuditMetadata = Readonly<Record<string, string | number | boolean | null>>;

/** A call as it begins. */
export interface AuditedCall {
  readonly action: AuditAction;
  readonly transport: AuditTransport;
  /** Id or alias, as the caller named the bank. */
  readonly bankId: string;
  /** Arguments as they came, an object; the log keeps their ids and their shape, and no text. */
  readonly request: unknown;
  readonly metadata?: AuditMetadata;
}

/** How a call ended: with a reply, of which the log keeps ids and shape as well, or with an error, of which it keeps the code. */
export type AuditOutcome = { readonly response: unknown } | { readonly error: unknown };

export interface AuditSummary {
  readonly id: string;
  readonly action: string;
  readonly transport: AuditTransport;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface AuditEntry extends AuditSummary {
  readonly request: Readonly<Record<string, unknown>> | null;
  readonly response: Readonly<Record<string, unknown>> | null;
}

export interface AuditFilter extends Paging {
  readonly action?: string | null;
  readonly transport?: string | null;
  /** Started from here on. */
  readonly start?: Date | null;
  /** Started before this. */
  readonly end?: Date | null;
}

export interface AuditBucket {
  readonly time: Date;
  /** Calls by action, of those that were made. */
  readonly actions: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Calls by hour (one day) or by day (UTC), from `start` on, without gaps. */
export interface AuditStats {
  readonly period: StatsPeriod;
  readonly unit: "hour" | "day";
  readonly start: Date;
  readonly buckets: readonly AuditBucket[];
}
