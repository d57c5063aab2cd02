import type { DocumentEventKind, NewDocumentEvent } from "../domain/document-events.js";
import type { DocumentDraft } from "./item.js";
import type { Settled } from "./settle.js";
import type { Step } from "./steps.js";

/**
 * What a write did to its documents, for their histories: one event for each document, or for each stretch of a very long one. Observations that went
 * are told to a document that alone lost facts; of several documents it is not known which one an observation stood on.
 */
export function eventsOf(
  settled: readonly Settled[],
  removed: ReadonlyMap<Step, number>,
  observationsRemoved: readonly string[],
  operationId: string | null,
): readonly NewDocumentEvent[] {
  return settled
    .filter((one) => one.isDocumentWritten)
    .map(({ step, facts, row }) => ({
      documentId: row.documentId,
      kind: kindOf(step.plan.draft),
      operationId,
      factsAdded: facts.length,
      factsRemoved: removed.get(step) ?? 0,
      observationsRemoved: removed.size === 1 && removed.has(step) ? observationsRemoved : [],
    }));
}

function kindOf({ isAnew, updateMode }: DocumentDraft): DocumentEventKind {
  if (isAnew === true) return "reprocess";
  return updateMode === "append" ? "append" : "retain";
}
