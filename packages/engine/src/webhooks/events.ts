/** What the ends of operations say to webhooks. */

import type { RetainedDocument } from "../context.js";
import type { DefenseEvent } from "../domain/defense.js";
import { CONSOLIDATION, REFRESH_MENTAL_MODEL } from "../domain/learning.js";
import type { WebhookEvent } from "../domain/webhooks.js";
import type { EndedOperation } from "../operations/index.js";

/** One event for each document, also for those without memories. */
export function retainEvents(operationId: string | null, documents: readonly RetainedDocument[]): readonly WebhookEvent[] {
  return documents.map(({ documentId, tags, memoryCount }) => ({
    type: "retain.completed",
    operationId,
    status: "completed",
    data: { document_id: documentId, tags, memory_unit_count: memoryCount },
  }));
}

/** One event for each item that a bank's memory defense changed or blocked. It holds fingerprints, never what was found. */
export function defenseEvents(events: readonly DefenseEvent[]): readonly WebhookEvent[] {
  return events.map(({ action, detector, documentId, matchedTypes, message, hits }) => ({
    type: "memory_defense.triggered",
    operationId: null,
    status: "completed",
    data: { action, detector, document_id: documentId, matched_types: matchedTypes, message, hits },
  }));
}

/** A failure is told once, when nothing is tried any more. A retain that went well was told with each of its documents. */
export function endEvents(ended: EndedOperation): readonly WebhookEvent[] {
  const { type, operationId, status, result, errorMessage } = ended;
  if (type === CONSOLIDATION) {
    const { observations_created = 0, observations_updated = 0, observations_deleted = 0 } = result;
    const counts = status === "completed" ? { observations_created, observations_updated, observations_deleted } : {};
    return [{ type: "consolidation.completed", operationId, status, data: { ...counts, error_message: errorMessage } }];
  }
  if (type === REFRESH_MENTAL_MODEL) {
    const failed = status === "failed" || String(result.outcome ?? "").startsWith("refresh_failed");
    const { mental_model_id = ended.payload.mental_model_id ?? null, outcome = null } = result;
    return [
      {
        type: failed ? "mental_model.refresh_failed" : "mental_model.refreshed",
        operationId,
        status: failed ? "failed" : "completed",
        data: { mental_model_id, outcome, error_message: errorMessage },
      },
    ];
  }
  if (type !== "retain" || status === "completed") return [];
  const { checkpoint, document_ids: listed, document_id: only } = result as Readonly<Record<string, unknown>>;
  const { failed, documents = 0 } = (checkpoint ?? {}) as { readonly failed?: readonly string[]; readonly documents?: number };
  const all = Array.isArray(listed) ? (listed as readonly string[]) : typeof only === "string" ? [only] : [];
  return (failed ?? all.slice(documents)).map((documentId) => ({
    type: "retain.completed",
    operationId,
    status,
    data: { document_id: documentId, error_message: errorMessage },
  }));
}
