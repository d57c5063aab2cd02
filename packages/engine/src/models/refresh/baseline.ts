/** What a refresh begins with: the mode that can be had, and the window that it looks at. */

import { NOTHING_KNOWN_YET, PLACEHOLDER } from "../../domain/mental-models.js";
import { isBlank } from "../../domain/text/sanitise.js";
import type { ModelForRefresh } from "../../store/mental-models/read-model-for-refresh.js";

export type Mode = "full" | "delta";

export interface Baseline {
  readonly requested: Mode;
  readonly effective: Mode;
  /** Why a delta was asked for and cannot be had; null when it can, or was not asked for. */
  readonly fallback: "no_baseline_content" | "source_query_changed" | null;
  /** False for a model that says nothing yet. */
  readonly hasContent: boolean;
}

/**
 * A delta needs something to change, which answers the question that is asked now (reference §3.5). `isBeyondRepair`: it holds words of memories that are
 * gone, and there is nothing that could take them out, or they are all that it holds; that is no content to build on.
 */
export function baselineOf(model: ModelForRefresh, once: "full" | null, isBeyondRepair: boolean): Baseline {
  const requested = once ?? model.trigger.mode;
  const hasContent = saysSomething(model.content);
  const isOther = model.refreshedSourceQuery !== null && model.refreshedSourceQuery !== model.sourceQuery;
  const fallback =
    requested === "full" ? null : !hasContent || isBeyondRepair ? "no_baseline_content" : isOther ? "source_query_changed" : null;
  return { requested, effective: fallback === null ? requested : "full", fallback, hasContent };
}

export function saysSomething(content: string): boolean {
  return !isBlank(content) && content !== PLACEHOLDER && content !== NOTHING_KNOWN_YET;
}
