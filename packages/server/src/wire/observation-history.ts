// The history of an observation on the wire.
// In: the engine's changes. Out: the contract's entries.

import type { ObservationChange } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { DeletionReportReply } from "./deletion.js";
import { iso, isoOrNull } from "./time.js";

export const ClearMemoryObservationsReply = z
  .object({ deleted_count: z.int(), report: DeletionReportReply.optional() })
  .openapi("ClearMemoryObservationsResponse");

const time = () => z.string().nullish();

export const ObservationChangeReply = z
  .object({
    previous_text: z.string(),
    previous_tags: z.array(z.string()),
    previous_occurred_start: time(),
    previous_occurred_end: time(),
    previous_mentioned_at: time(),
    changed_at: z.string(),
    reason: z.string().nullish().openapi({ description: "Why it was changed, as the consolidator said it" }),
    new_source_memory_ids: z.array(z.string()),
    source_facts: z.array(
      z.object({
        id: z.string(),
        text: z.string().nullish(),
        type: z.string().nullish(),
        context: z.string().nullish(),
        is_new: z.boolean(),
      }),
    ),
  })
  .openapi("ObservationChange");

export function observationChange(change: ObservationChange): z.input<typeof ObservationChangeReply> {
  return {
    previous_text: change.previousText,
    previous_tags: [...change.previousTags],
    previous_occurred_start: isoOrNull(change.previousOccurredStart),
    previous_occurred_end: isoOrNull(change.previousOccurredEnd),
    previous_mentioned_at: isoOrNull(change.previousMentionedAt),
    changed_at: iso(change.changedAt),
    reason: change.reason,
    new_source_memory_ids: [...change.newSourceMemoryIds],
    source_facts: change.sourceFacts.map(({ id, text, kind, context, isNew }) => ({ id, text, type: kind, context, is_new: isNew })),
  };
}
