/** Whose fault a failure is: that of the facts of one batch, or that of what consolidation stands on. Pure. */

import { type ErrorCode, HindsightError } from "../errors.js";
import { isPermanentFailure, sqlStateOf } from "../store/db.js";

/** What a model makes of a prompt: another prompt may fare better. */
const OF_THE_PROMPT: ReadonlySet<ErrorCode> = new Set([
  "llm_output_invalid",
  "llm_output_too_long",
  "llm_context_too_long",
  "llm_refused",
  "llm_rejected",
]);

/**
 * True when the facts of a batch may be why it failed, so that a smaller batch may not fail. A limit, an outage, a stop and a wrong setting are no fact's
 * fault: they meet the next batch as well, and no fact is marked for them.
 */
export function isOfTheFacts(error: unknown): boolean {
  if (error instanceof HindsightError) return OF_THE_PROMPT.has(error.code) && !meetsEveryCall(error);
  if (!(error instanceof Error) || error.name === "AbortError") return false;
  return sqlStateOf(error) === null || isPermanentFailure(error);
}

/** False where the same prompt fails the same way. */
export function isWorthAnotherTry(error: unknown): boolean {
  return !(error instanceof HindsightError) || error.code === "llm_output_invalid";
}

/** What a provider says of the very text: facts that fail so are no sign that the model fails. */
const OF_THE_TEXT: ReadonlySet<ErrorCode> = new Set(["llm_refused", "llm_context_too_long"]);

/** The kind of a failure that may be the model's own where facts meet it one after another, alone; null for one that only a text can be the cause of. */
export function suspicionOf(error: unknown): string | null {
  if (error instanceof HindsightError && OF_THE_TEXT.has(error.code)) return null;
  return failureClass(error)[1];
}

/** Under what a failed batch is counted: its class, and its kind. */
export function failureClass(error: unknown): readonly [failureClass: string, errorType: string] {
  const kind = error instanceof HindsightError ? error.code : error instanceof Error ? error.name : "unknown";
  return [isOfTheFacts(error) ? "facts" : "service", kind];
}

function meetsEveryCall({ details }: HindsightError): boolean {
  return (details as { readonly ofEveryCall?: unknown } | undefined)?.ofEveryCall === true;
}
