// Errors: the one that every failed call throws.
// In: what was called, and the reply or the reason why there is none. Out: HindsightError with status, code, details and what to do.
// Programs look at `code` or `statusCode`; the message is for people.

/** What kind of failure it is: one per HTTP status that the API answers, and four for calls that got no answer. */
export type HindsightErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "gone"
  | "too_large"
  | "invalid"
  | "too_many_requests"
  | "server_error"
  | "bad_gateway"
  | "unavailable"
  | "server_timeout"
  | "refused"
  /** The reply is not what the API promises: something else answers at this address. */
  | "invalid_reply"
  /** No connection, or it broke. */
  | "network"
  /** `timeoutMs` is over. */
  | "timeout"
  /** The caller's signal fired. */
  | "aborted"
  /** An operation failed, was cancelled or is not known. */
  | "operation_failed"
  /** An argument that cannot be sent. */
  | "bad_argument";

const CODES: Readonly<Record<number, HindsightErrorCode>> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  408: "server_timeout",
  409: "conflict",
  410: "gone",
  413: "too_large",
  422: "invalid",
  429: "too_many_requests",
  500: "server_error",
  502: "bad_gateway",
  503: "unavailable",
  504: "server_timeout",
};

export interface ErrorFacts {
  readonly code?: HindsightErrorCode;
  /** The reply's `X-Request-Id`, which the server's log has too. */
  readonly requestId?: string;
  /** How long the server asks to wait, from `Retry-After`. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** Thrown by every method that does not get what it asked for. */
export class HindsightError extends Error {
  /** HTTP status; undefined when no reply came. */
  statusCode?: number;
  /** The reply's `detail`: a text, or a list of `{loc, msg, type}` for a request that is not as specified. */
  details?: unknown;
  readonly code: HindsightErrorCode;
  readonly requestId?: string;
  readonly retryAfterMs?: number;

  constructor(message: string, statusCode?: number, details?: unknown, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "HindsightError";
    if (statusCode !== undefined) this.statusCode = statusCode;
    if (details !== undefined) this.details = details;
    this.code = facts.code ?? codeOf(statusCode);
    if (facts.requestId !== undefined) this.requestId = facts.requestId;
    if (facts.retryAfterMs !== undefined) this.retryAfterMs = facts.retryAfterMs;
  }

  /** The same as `statusCode`. */
  get status(): number | undefined {
    return this.statusCode;
  }
}

function codeOf(status: number | undefined): HindsightErrorCode {
  if (status === undefined) return "network";
  return CODES[status] ?? (status >= 500 ? "server_error" : "refused");
}

/** How many problems of a request a message names; `details` has them all. */
const MOST_TOLD = 3;

/** The `detail` of a refusal as one line. */
export function detailText(details: unknown): string {
  if (typeof details === "string") return details;
  if (!Array.isArray(details)) return JSON.stringify(details) ?? "";
  const told = details.slice(0, MOST_TOLD).map(problemText).join("; ");
  return details.length > MOST_TOLD ? `${told}; and ${details.length - MOST_TOLD} more` : told;
}

function problemText(problem: { readonly loc?: readonly unknown[]; readonly msg?: unknown } | null): string {
  return Array.isArray(problem?.loc) ? `${problem.loc.join(".")}: ${String(problem.msg)}` : String(JSON.stringify(problem));
}
