// What went wrong with a call, as a person reads it.
// In: the body of an error reply, or why there was none. Out: ApiError with status, message and the request's id for the server's log.

interface Problem {
  readonly loc?: readonly (string | number)[];
  readonly msg?: string;
}

export class ApiError extends Error {
  constructor(
    message: string,
    /** HTTP status; 0 where no reply came. */
    readonly status: number,
    /** The error's code in docs/errors.md, where the reply names one. */
    readonly code: string | null,
    readonly requestId: string | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "ApiError";
  }

  static from(body: unknown, response: Response | undefined): ApiError {
    if (response === undefined) {
      const message = body instanceof Error ? body.message : "";
      return new ApiError(message, 0, null, null, { cause: body });
    }
    const { detail, error, code } = (typeof body === "object" && body !== null ? body : { detail: body }) as Record<string, unknown>;
    const named = typeof code === "string" ? code : typeof error === "string" ? error : null;
    return new ApiError(wordsOf(detail) || `HTTP ${response.status}`, response.status, named, response.headers.get("x-request-id"));
  }

  /** Aborted by the page itself, such as by leaving it: nothing to show. */
  get isAbort(): boolean {
    return this.cause instanceof DOMException && this.cause.name === "AbortError";
  }
}

/** `detail` is a sentence, or a list with a place and a sentence for each field that is not as specified. */
function wordsOf(detail: unknown): string {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return violationsOf(detail) ?? (detail === undefined ? "" : JSON.stringify(detail));
  return (detail as readonly Problem[])
    .map(({ loc = [], msg = "" }) => [loc.slice(1).join("."), msg].filter(Boolean).join(": "))
    .join("\n");
}

/** What a bank's memory defense blocked stands as `detail.violations`, one sentence each. */
function violationsOf(detail: unknown): string | null {
  const { violations } = (typeof detail === "object" && detail !== null ? detail : {}) as { readonly violations?: unknown };
  if (!Array.isArray(violations)) return null;
  return (violations as readonly { readonly message?: string }[]).map(({ message = "" }) => message).join("\n");
}
