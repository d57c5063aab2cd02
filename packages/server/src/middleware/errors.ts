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
  const status = statusOf(error);
  const body = JSON.stringify({ detail: detailOf(error) });
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  const seconds = secondsUntilRetry(error) ?? (status === 503 ? (RETRY_AFTER[error.code] ?? 30) : null);
  if (seconds !== null && (status === 503 || status === 429)) headers["Retry-After"] = String(seconds);
  // What is left of the body would be waited for as long as the connection stays.
  if (status === 408) headers.Connection = "close";
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  Object.assign(headers, headersOf(error));
  return new Response(body, { status, headers });
}

/** What is told beside the status: the problems of a request, the violations of a retain, else a sentence. */
function detailOf({ code, details, message }: HindsightError): unknown {
  if (code === "invalid_request" && Array.isArray(details)) return details;
  return code === "memory_blocked" ? details : message;
}

/** The status of the table, but for the refusal of a validator, which may choose another of 400 to 499. */
export function statusOf({ code, details }: HindsightError): number {
  const { status } = (typeof details === "object" && details !== null ? details : {}) as { readonly status?: unknown };
  const isChosen = code === "operation_refused" && typeof status === "number" && Number.isInteger(status) && status >= 400 && status < 500;
  return isChosen ? status : ERRORS[code].status;
}

/** Headers that an extension gave its refusal: a challenge of OAuth, or when to come again. */
export function headersOf({ code, details }: HindsightError): Readonly<Record<string, string>> {
  if (code !== "operation_refused" && code !== "unauthorized") return {};
  const { headers } = (typeof details === "object" && details !== null ? details : {}) as { readonly headers?: unknown };
  if (typeof headers !== "object" || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => /^[\w-]+$/.test(name) && typeof value === "string" && !/[\r\n]/.test(value)),
  );
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
