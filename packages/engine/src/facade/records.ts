// What may be asked of the engine about what was done in a bank: operations, calls, model calls, and who is told of it.
// In: bank ids or aliases, ids and filters. Out: pages, newest first, and counts over periods.
// Types only; `resources/` builds what has them.

import type { AuditEntry, AuditedCall, AuditFilter, AuditOutcome, AuditStats, AuditSummary } from "../domain/audit.js";
import type { LlmCallType, LlmRequestDetail, LlmRequestFilter, LlmRequestStats, StatsPeriod } from "../domain/llm-requests.js";
import type { OperationDetail, OperationFilter, Page, Paging } from "../domain/resources.js";
import type { Webhook, WebhookDelivery, WebhookFields } from "../domain/webhooks.js";

/** Where events of the bank are told. Made with the bank; the other calls throw `bank_not_found` or `webhook_not_found`. Secrets are never shown. */
export interface Webhooks {
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
}

export interface Operations {
  list(bankId: string, filter: OperationFilter): Promise<Page<OperationDetail>>;
  /** Null when there is none of that id in this bank. */
  get(bankId: string, operationId: string, options?: { readonly payload?: boolean }): Promise<OperationDetail | null>;
  cancel(bankId: string, operationId: string): Promise<void>;
  retry(bankId: string, operationId: string): Promise<void>;
  delete(bankId: string, operationId: string): Promise<void>;
}

/**
 * Who did what to a bank, and when. Whoever carries calls to the engine notes them here, with its transport: `run` around a call that is a promise,
 * `begin` and what it returns around any other. Noting neither waits nor fails; only banks that have an audit log keep the call.
 */
export interface Audit {
  run<T>(call: AuditedCall, work: () => Promise<T>): Promise<T>;
  begin(call: AuditedCall): Promise<(outcome: AuditOutcome) => void>;
  /** Newest first, without requests and responses. Throws `bank_not_found`, as the others do. */
  list(bankId: string, filter: AuditFilter): Promise<Page<AuditSummary> & { readonly bankId: string }>;
  get(bankId: string, entryId: string): Promise<AuditEntry & { readonly bankId: string }>;
  stats(
    bankId: string,
    filter: { readonly period: StatsPeriod; readonly action?: string | null },
  ): Promise<AuditStats & { readonly bankId: string }>;
}

/** The trace of model calls: each attempt, failed ones too, for as long as the settings keep it. */
export interface LlmRequests {
  list(bankId: string, filter: LlmRequestFilter): Promise<Page<LlmRequestDetail>>;
  stats(
    bankId: string,
    filter: { readonly period: StatsPeriod; readonly operation?: string | null; readonly callType?: LlmCallType | null },
  ): Promise<LlmRequestStats>;
}
