// Cross-origin calls: pages of other origins may call only where the operator lists them.
// In: origins. Out: the headers that a browser asks for; without origins none, and no page of another origin can read a reply.

import type { MiddlewareHandler } from "hono";
import { cors as corsHeaders } from "hono/cors";
import { HindsightError, type HttpEnv } from "../http/types.js";

/** What callers send, the MCP clients of browsers among them. */
const ALLOWED = [
  "Authorization",
  "Content-Type",
  "Accept",
  "X-Bank-Id",
  "X-Request-Id",
  "Mcp-Session-Id",
  "Mcp-Protocol-Version",
  "Last-Event-Id",
];
const EXPOSED = ["X-Request-Id", "X-Ignored-Params", "Retry-After", "Mcp-Session-Id", "Content-Disposition"];
/** Seconds for which a browser need not ask again. */
const MAX_AGE = 600;

/** Null where no origin is listed. Throws `configuration_invalid` where every page of the web could read a server that asks for no key. */
export function cors(origins: readonly string[], isOpen: boolean): MiddlewareHandler<HttpEnv> | null {
  if (origins.length === 0) return null;
  const isAny = origins.includes("*");
  if (isAny && isOpen) {
    throw new HindsightError(
      "configuration_invalid",
      "HINDSIGHT_API_CORS_ORIGINS is *, and this server asks for no key: every web page that a user opens could read and change every bank. " +
        "List the origins, or ask for a key (HINDSIGHT_API_TENANT_API_KEY).",
    );
  }
  // Keys travel in a header that a page must set itself, so no cookie is ever needed across origins.
  return corsHeaders({
    origin: isAny ? "*" : [...origins],
    allowHeaders: ALLOWED,
    exposeHeaders: EXPOSED,
    maxAge: MAX_AGE,
    credentials: false,
  });
}
