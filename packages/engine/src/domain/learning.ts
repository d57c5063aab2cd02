// Learning in the background: the operations that rooms ask for by name, and what their payloads hold.
// In: nothing. Out: names and types.

import type { TagGroup } from "./requests.js";

/** Facts become observations. Subject '' is the whole bank; a run of some scopes has no subject and folds into nothing. */
export const CONSOLIDATION = "consolidation";
/** A mental model is written anew. Its subject and its one document is the model's id. */
export const REFRESH_MENTAL_MODEL = "refresh_mental_model";
/** An event is told to a webhook, which is its subject. */
export const WEBHOOK_DELIVERY = "webhook_delivery";

/** Names as in the contract's `task_payload`. */
export interface ConsolidationPayload {
  /** Only facts whose tags contain one of these sets; absent is all. */
  readonly observation_scopes?: readonly (readonly string[])[];
  /** Tag sets that earlier rounds touched: mental models are looked at when the last round is through. */
  readonly pending_refresh_tags?: readonly (readonly string[])[];
}

export interface RefreshPayload {
  readonly mental_model_id: string;
  /** Asked for by the server itself: it keeps to the least time between refreshes. */
  readonly automatic: boolean;
  /** Rebuild all of it this once. */
  readonly mode?: "full";
}

/** What tags a piece of learning looks at. */
export interface TagScope {
  readonly tags: readonly string[] | null;
  readonly tagsMatch: "any" | "all" | "any_strict" | "all_strict" | "exact";
  readonly tagGroups: readonly TagGroup[] | null;
}
