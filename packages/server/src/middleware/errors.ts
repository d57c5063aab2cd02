// Errors: every failure becomes a body of the contract, once, here.
// In: whatever was thrown. Out: `{"detail": …}` with the status of the error table; the cause goes to the log, never to the caller.

import { ERRORS } from "@hindsight-memory/engine";
import { HindsightError, type HttpContext } from "../http/types.js";

/** Seconds after which a caller may try again, by error code; the contract's default for a closed bank is 30. */
const RETRY_AFTER: Readonly<Partial<Record<keyof typeof ERRORS, number>>> = {
  at_capacity: 1,
  database_unavailable: 5,
  model_unavailable: 30,
};

export function errorReply(cause: unknown, context: HttpContext): Response {
  const error = asHindsightError(cause, context);
  context.set("failure", error.cause ?? error);
  const { status } = ERRORS[error.code];
  const body = JSON.stringify({ detail: detailOf(error) });
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  const seconds = secondsUntilRetry(error) ?? (status === 503 ? (RETRY_AFTER[error.code] ?? 30) : null);
  if (seconds !== null && (status === 503 || status === 429)) headers["Retry-After"] = String(seconds);
  // What is left of the body would be waited for as long as the connection stays.
  if (status === 408) headers.Connection = "close";
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  return new Response(body, { status, headers });
}

/** What is told beside the status: the problems of a request, the violations of a retain, else a sentence. */
function detailOf({ code, details, message }: HindsightError): unknown {
  if (code === "invalid_request" && Array.isArray(details)) return details;
  return code === "memory_blocked" ? details : message;
}

/** For an error that knows when the same call may succeed (`details.retryAt`, ISO 8601): whole seconds until then, at least one. */
function secondsUntilRetry({ details }: HindsightError): number | null {
  const { retryAt } = (typeof details === "object" && details !== null ? details : {}) as { readonly retryAt?: unknown };
  const at = typeof retryAt === "string" ? Date.parse(retryAt) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(1, Math.ceil((at - Date.now()) / 1000));
}

function asHindsightError(cause: unknown, context: HttpContext): HindsightError {
  // An embedding program may load the engine twice (two versions); the code is what identifies an error, not its class.
  if (cause instanceof HindsightError || (cause instanceof Error && cause.name === "HindsightError" && "code" in cause)) {
    const error = cause as HindsightError;
    // What the server's configuration lacks is told with its text (a 500: no repeat helps); such texts name variables and never hold what is secret in them.
    if (error.code !== "internal") return error;
  }
  const id = context.get("requestId");
  return new HindsightError("internal", `Something failed inside the server; its log has the cause under request id ${id}.`, { cause });
}
