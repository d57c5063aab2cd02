// Authenticated: who calls, and whose banks they are.
// In: a request. Out: the request with its caller, or the contract's 401; one of another tenant is answered by that tenant's app.

import type { MiddlewareHandler } from "hono";
import { type Authenticate, AuthenticationError, type Caller, presented } from "../access/index.js";
import { HindsightError, type HttpContext, type HttpEnv } from "../http/types.js";
import type { Refusals } from "./refusals.js";

export interface AuthenticatedParts {
  readonly authenticate: Authenticate;
  /** Headers that extensions see. */
  readonly passthrough: readonly string[];
  /** Answers for another tenant; null for this one. */
  readonly forward: (caller: Caller, context: HttpContext) => Promise<Response | null>;
  /** True where some are answered before anyone asks who they are (MCP): then a refusal waits on the context until somebody does. */
  readonly isLate: boolean;
  /** Where refusals are noted. */
  readonly refusals: Refusals;
}

/** Sets the caller: the one that was found before the app was asked, else whoever the request shows to be calling. */
export function authenticated({ authenticate, passthrough, forward, isLate, refusals }: AuthenticatedParts): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const known = context.env?.caller;
    if (known !== undefined) {
      context.set("caller", refusals.noted(known, isLate, context));
      return next();
    }
    try {
      context.set("caller", refusals.noted(await authenticate(presented(context, passthrough)), isLate, context));
    } catch (cause) {
      const refusal = asRefusal(cause);
      if (!isLate) {
        refusals.unknown(refusal, isLate, context);
        throw refusal;
      }
      context.set("refused", refusal);
      await next();
      if (context.res.status === 401) refusals.unknown(refusal, isLate, context); // else nobody was asked
      return;
    }
    const reply = await forward(context.get("caller"), context);
    return reply ?? next();
  };
}

function asRefusal(cause: unknown): Error {
  if (cause instanceof AuthenticationError || (cause instanceof Error && cause.name === "AuthenticationError")) {
    const { headers = {} } = cause as { readonly headers?: Readonly<Record<string, string>> };
    return new HindsightError("unauthorized", `Authentication failed: ${cause.message}`, { cause, details: { headers } });
  }
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** The caller of a request whose refusal may have waited. Throws that refusal. */
export function callerOf(context: HttpContext): Caller {
  const refused = context.get("refused");
  if (refused !== undefined) throw refused;
  return context.get("caller");
}
