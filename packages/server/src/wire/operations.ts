// Operations on the wire.
// In: query parameters. Out: the engine's filter, and the contract's replies.

import type { OperationDetail, OperationFilter, OperationStatus } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything } from "./common.js";
import { paging } from "./query.js";
import { storedReceipt } from "./retain.js";
import { flag, maybe, name, preset } from "./scalars.js";
import { iso, isoOrNull } from "./time.js";

export const operationPath = z.object({ bank_id: name("Bank id or alias"), operation_id: name("Operation id (UUID)") });

export const OperationListQuery = z.object({
  status: maybe(name("pending, processing, completed, failed or cancelled; any other value matches no operation")),
  type: maybe(name("Type of operation, for example retain")),
  ...paging(20, { min: 1, max: 100 }),
  exclude_parents: preset(flag("Leave out operations that only stand for their parts"), false),
});

export const OperationQuery = z.object({ include_payload: preset(flag("Send the stored request along"), false) });

const STATUSES: readonly OperationStatus[] = ["pending", "processing", "completed", "failed", "cancelled"];

/** The engine's filter; null when the status is none that an operation can have. */
export function operationFilter(query: z.output<typeof OperationListQuery>): OperationFilter | null {
  const status = STATUSES.find((each) => each === query.status) ?? null;
  if (query.status != null && query.status !== "" && status === null) return null;
  return { status, type: query.type ?? null, excludeParents: query.exclude_parents, limit: query.limit, offset: query.offset };
}

const OperationProgressBody = z
  .object({
    stage: z.string(),
    at: z.string(),
    processed: z.int().nullish(),
    total: z.int().nullish(),
    detail: z.record(z.string(), z.int()).nullish(),
  })
  .openapi("OperationProgress");

/** What a refresh of a mental model came to. */
const RefreshDetails = z
  .object({
    operation_type: z.literal("refresh_mental_model").default("refresh_mental_model"),
    outcome: z.enum([
      "content_written",
      "content_unchanged",
      "content_preserved_no_new_facts",
      "refresh_failed_empty_candidate",
      "refresh_failed_delta_not_applied",
      "refresh_failed_structured_output",
      "refresh_failed_error",
    ]),
    failure_reason: z
      .enum([
        "empty_candidate",
        "structured_doc_unreadable",
        "delta_ops_failed",
        "delta_ops_all_skipped",
        "delta_not_applied",
        "structured_output_failed",
        "retrieval_failed",
        "no_answer",
        "unexpected_error",
      ])
      .nullish(),
  })
  .openapi("RefreshMentalModelOperationDetails");

const OperationListEntry = z
  .object({
    id: z.string(),
    task_type: z.string(),
    operation_id: z.string().nullish(),
    operation_type: z.string().nullish(),
    items_count: z.int(),
    document_id: z.string().nullish(),
    filename: z.string().nullish(),
    mental_model_id: z.string().nullish(),
    details: RefreshDetails.nullish(),
    created_at: z.string(),
    updated_at: z.string().nullish(),
    status: z.string(),
    error_message: z.string().nullable(),
    retry_count: z.int().nullish(),
    next_retry_at: z.string().nullish(),
    progress: OperationProgressBody.nullish(),
  })
  .openapi("OperationResponse");

export const OperationListReply = z
  .object({ bank_id: z.string(), total: z.int(), limit: z.int(), offset: z.int(), operations: z.array(OperationListEntry) })
  .openapi("OperationsListResponse");

function progressReply(operation: OperationDetail): z.input<typeof OperationProgressBody> | null {
  const progress = operation.progress;
  if (progress === null) return null;
  return {
    stage: progress.stage,
    at: progress.at,
    processed: progress.processed ?? null,
    total: progress.total ?? null,
    detail: progress.detail ?? null,
  };
}

/** What a job noted of the thing that it is about. */
function noted({ resultMetadata }: OperationDetail, name: "filename" | "mental_model_id"): string | null {
  const value = resultMetadata[name];
  return typeof value === "string" ? value : null;
}

/** Of a refresh that came to something; its handler noted it by the contract's names. */
function detailsReply({ type, resultMetadata }: OperationDetail): z.output<typeof RefreshDetails> | null {
  if (type !== "refresh_mental_model") return null;
  const { outcome: came, failure_reason: failed = null } = resultMetadata;
  const details = RefreshDetails.safeParse({ outcome: came, failure_reason: failed });
  return details.success ? details.data : null;
}

export function operationListEntry(operation: OperationDetail): z.input<typeof OperationListEntry> {
  return {
    id: operation.operationId,
    task_type: operation.type,
    operation_id: operation.operationId,
    operation_type: operation.type,
    items_count: operation.itemsCount,
    document_id: operation.documentId,
    filename: noted(operation, "filename"),
    mental_model_id: noted(operation, "mental_model_id"),
    details: detailsReply(operation),
    created_at: iso(operation.createdAt),
    updated_at: iso(operation.updatedAt),
    status: operation.status,
    error_message: operation.errorMessage,
    retry_count: operation.retryCount,
    next_retry_at: isoOrNull(operation.nextRetryAt),
    progress: progressReply(operation),
  };
}

const ChildOperation = z
  .object({
    operation_id: z.string(),
    status: z.string(),
    sub_batch_index: z.int().nullish(),
    items_count: z.int().nullish(),
    error_message: z.string().nullish(),
  })
  .openapi("ChildOperationStatus");

export const OperationReply = z
  .object({
    operation_id: z.string(),
    status: z.enum(["pending", "processing", "completed", "failed", "cancelled", "not_found"]),
    operation_type: z.string().nullish(),
    id: z.string().nullish(),
    task_type: z.string().nullish(),
    mental_model_id: z.string().nullish(),
    created_at: z.string().nullish(),
    updated_at: z.string().nullish(),
    completed_at: z.string().nullish(),
    error_message: z.string().nullish(),
    retry_count: z.int().nullish(),
    next_retry_at: z.string().nullish(),
    progress: OperationProgressBody.nullish(),
    result_metadata: anything().nullish(),
    details: RefreshDetails.nullish(),
    child_operations: z.array(ChildOperation).nullish(),
    task_payload: anything().nullish(),
  })
  .openapi("OperationStatusResponse");

export function operationReply(operationId: string, operation: OperationDetail | null): z.input<typeof OperationReply> {
  return {
    operation_id: operationId,
    status: operation?.status ?? "not_found",
    operation_type: operation?.type ?? null,
    id: operationId,
    task_type: operation?.type ?? null,
    mental_model_id: operation === null ? null : noted(operation, "mental_model_id"),
    created_at: operation === null ? null : iso(operation.createdAt),
    updated_at: operation === null ? null : iso(operation.updatedAt),
    completed_at: isoOrNull(operation?.completedAt ?? null),
    error_message: operation?.errorMessage ?? null,
    retry_count: operation?.retryCount ?? null,
    next_retry_at: isoOrNull(operation?.nextRetryAt ?? null),
    progress: operation === null ? null : progressReply(operation),
    result_metadata: operation === null ? null : resultReply(operation.resultMetadata),
    details: operation === null ? null : detailsReply(operation),
    child_operations: operation === null || operation.children.length === 0 ? null : operation.children.map(childReply),
    task_payload: operation?.payload ?? null,
  };
}

/** What the operation noted; the receipt of a retain is spelt as in the reply of a synchronous one. */
function resultReply(result: OperationDetail["resultMetadata"]): Readonly<Record<string, unknown>> {
  return "receipt" in result ? { ...result, receipt: storedReceipt(result.receipt) } : result;
}

function childReply(child: OperationDetail["children"][number]): z.input<typeof ChildOperation> {
  return {
    operation_id: child.operationId,
    status: child.status,
    sub_batch_index: child.subBatchIndex,
    items_count: child.itemsCount,
    error_message: child.errorMessage,
  };
}

const outcome = { success: z.boolean(), message: z.string(), operation_id: z.string() };
export const CancelReply = z.object(outcome).openapi("CancelOperationResponse");
export const RetryReply = z.object(outcome).openapi("RetryOperationResponse");
export const OperationDeleteReply = z.object(outcome).openapi("DeleteOperationResponse");
