// What a failed call means to the caller, and what it cost.
// In: a ModelCallError and whose it is. Out: the HindsightError that LanguageModels promises, with `usageOf` behind it.

import { HindsightError } from "../../errors.js";
import type { CallFailure, ModelCallError } from "./adapter.js";
import type { MemberNames } from "./member.js";
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
  readonly about: MemberNames;
  readonly attempts: number;
  /** When the provider takes calls again, where that is beyond the longest pause; else null. */
  readonly retryAt: Date | null;
}

/** The error of a member that gave up. What the same call meets every time is `llm_rejected`; every call meets it where its details say `ofEveryCall`. */
export function failureOf(error: ModelCallError, { provider, model, about, attempts, retryAt }: Whose): HindsightError {
  const who = `${model === "" ? "The model" : model} of ${provider}`;
  const said = error.message.replace(/\s*\.?\s*$/, ".");
  const rejected = (what: string, ofEveryCall: boolean): HindsightError =>
    new HindsightError("llm_rejected", `${who} ${what}`, { cause: error, ...(ofEveryCall ? { details: { ofEveryCall } } : {}) });
  switch (error.failure) {
    case "refused":
      return new HindsightError("llm_refused", `${who} refused the content: ${said}`, { cause: error });
    case "context_too_long": {
      const advice = `Give it less at once, ${LARGER_WINDOW[provider] ?? ""}or name a model with a larger window in ${about.model}.`;
      return new HindsightError("llm_context_too_long", `The input is too long for ${who}: ${said} ${advice}`, { cause: error });
    }
    case "unauthorised":
      return rejected(`does not accept the key: ${said} Check ${about.apiKey}.`, true);
    case "bad_request":
      if (!isMissing(error)) return rejected(`refuses the call: ${said}`, false);
      return rejected(`is not there: ${said} Check ${about.model} and ${about.baseUrl}.`, true);
    default: {
      const reason = error.failure === "unreachable" ? unreachable(said, about) : said;
      const until = retryAt === null ? "" : ` It takes calls again at ${retryAt.toISOString()}.`;
      return new HindsightError("llm_unavailable", `${who} failed (attempt ${attempts}): ${reason}${until}`, {
        cause: error,
        ...(retryAt === null ? {} : { details: { retryAt: retryAt.toISOString() } }),
      });
    }
  }
}

/** Where the window is not the model's alone, but what its server was told. */
const LARGER_WINDOW: Readonly<Record<string, string>> = {
  ollama: "raise HINDSIGHT_API_LLM_OLLAMA_NUM_CTX, ",
  llamacpp: "start llama-server with a larger --ctx-size, ",
};

/** A wrong address or a model that the provider does not have: 404, or a 400 that says so. */
function isMissing({ status, message }: ModelCallError): boolean {
  return (
    status === 404 ||
    /\bmodel\b.{0,120}\b(not found|not exist|not available|unknown|invalid model)|\b(unknown|invalid|no such) model\b/i.test(message)
  );
}

function unreachable(said: string, { origin, baseUrl, isVendors }: MemberNames): string {
  const at = origin === "" ? said : said.replace(/\.$/, ` at ${origin}.`);
  return isVendors
    ? `${at} Check this machine's way into the network; ${baseUrl} names another address.`
    : `${at} Check ${baseUrl}, and whether its server runs.`;
}

/** Whether the next member of a chain may do what this one could not. Not after a refusal, a cut answer, a spent budget or a cancellation. */
export function mayFailOver(error: unknown): boolean {
  return error instanceof HindsightError && FAIL_OVER.has(error.code);
}

const FAIL_OVER: ReadonlySet<string> = new Set(["llm_unavailable", "llm_rejected", "llm_output_invalid", "llm_context_too_long"]);
