/** What a reflection is done for: a caller who asked, or the refresh of a mental model. */

import type { Purpose } from "../providers/llm/index.js";
import type { ChangeWindow } from "../store/filters/memory-filter.js";

export interface Work {
  /** Whose chain of models is asked. */
  readonly purpose: Extract<Purpose, "reflect" | "mental_model_refresh">;
  /** Under which name calls are metered and traced. */
  readonly operation: "reflect" | "refresh_mental_model" | "dry_run_refresh_mental_model";
  readonly operationId: string | null;
  /** A document in sections in place of an answer. */
  readonly isDocument: boolean;
  /** Memories beyond it are not seen by any search. */
  readonly changed: ChangeWindow | null;
  /** In place of the bank's recall settings; null keeps them. */
  readonly recall: {
    readonly includeChunks: boolean | null;
    readonly maxTokens: number | null;
    readonly chunksMaxTokens: number | null;
  };
}

/** A question of a caller. */
export const ASKED: Work = {
  purpose: "reflect",
  operation: "reflect",
  operationId: null,
  isDocument: false,
  changed: null,
  recall: { includeChunks: null, maxTokens: null, chunksMaxTokens: null },
};
