// What a failed call means to the caller, and what it cost.
// In: a ModelCallError and whose it is. Out: the HindsightError that LanguageModels promises, with `usageOf` behind it.

import { HindsightError } from "../../errors.js";
import type { CallFailure, ModelCallError } from "./adapter.js";
import { NO_USAGE, type TokenUsage } from "./provider.js";

/** The same call may succeed a moment later. */
export const PASSING: ReadonlySet<CallFailure> = new Set<CallFailure>(["rate_limited", "unavailable", "unreachable", "timeout"]);

const SPENT = new WeakMap<Error, TokenUsage>();

/** What the work behind an error cost, also when the error was wrapped in others. */
export function usageOf(error: unknown): TokenUsage {
  for (let link: unknown = error; link instanceof Error; link = link.cause) {
    const usage = SPENT.get(link);
    if (usage !== undefined) return usage;
  }
  return NO_USAGE;
}

/** Notes what was spent before the error. Returns it. */
export function withUsage(error: unknown, usage: TokenUsage): unknown {
  if (error instanceof Error) SPENT.set(error, usage);
  return error;
}

/** The caller's own cancellation, as an error of the table: a deadline stays a deadline. */
export function cancellation(signal: AbortSignal): HindsightError {
  if (signal.reason instanceof HindsightError) return signal.reason;
  return new HindsightError("request_cancelled", "The call was cancelled.", { cause: signal.reason });
}

interface Whose {
  readonly provider: string;
  readonly model: string;
  /** How its variables begin. */
  readonly variables: string;
  readonly attempts: number;
  /** When the provider takes calls again, where that is beyond the longest pause; else null. */
  readonly retryAt: Date | null;
}

/** The error of a member that gave up. */
export function failureOf(error: ModelCallError, { provider, model, variables, attempts, retryAt }: Whose): HindsightError {
  const who = `${model === "" ? "The model" : model} of ${provider}`;
  const said = error.message.replace(/\s*\.?\s*$/, ".");
  switch (error.failure) {
    case "refused":
      return new HindsightError("llm_refused", `${who} refused the content: ${said}`, { cause: error });
    case "context_too_long":
      return new HindsightError("llm_context_too_long", `The input is too long for ${who}: ${said}`, { cause: error });
    case "unauthorised":
      return new HindsightError("llm_unavailable", `${who} does not accept the key: ${said} Check ${variables}API_KEY.`, { cause: error });
    case "bad_request":
      return new HindsightError("llm_unavailable", `${who} refuses the call: ${said}`, { cause: error });
    default: {
      const until = retryAt === null ? "" : ` It takes calls again at ${retryAt.toISOString()}.`;
      return new HindsightError("llm_unavailable", `${who} failed (attempt ${attempts}): ${said}${until}`, {
        cause: error,
        ...(retryAt === null ? {} : { details: { retryAt: retryAt.toISOString() } }),
      });
    }
  }
}

/** Whether the next member of a chain may do what this one could not. Not after a refusal, a cut answer, a spent budget or a cancellation. */
export function mayFailOver(error: unknown): boolean {
  return error instanceof HindsightError && FAIL_OVER.has(error.code);
}

const FAIL_OVER: ReadonlySet<string> = new Set(["llm_unavailable", "llm_output_invalid", "llm_context_too_long"]);
