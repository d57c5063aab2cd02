// Host guard: a keyless server on loopback answers its own names only.
// In: `Host` and `Origin`. Out: the request, or a 403 that says which setting names another host.
// Without it a web page could point its own host name at 127.0.0.1 (DNS rebinding), or post to it across origins.

import type { MiddlewareHandler } from "hono";
import { HindsightError, type HttpEnv } from "../http/types.js";

export const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export function hostGuard(names: readonly string[]): MiddlewareHandler<HttpEnv> {
  const check = hostCheck(names);
  return async (context, next) => {
    check((name) => context.req.header(name));
    await next();
  };
}

/** The same for any reader of headers. Throws `forbidden`. */
export function hostCheck(names: readonly string[]): (header: (name: string) => string | undefined) => void {
  const allowed = new Set(names.map((name) => name.toLowerCase()));
  return (header) => {
    const host = header("host");
    if (host !== undefined && !allowed.has(withoutPort(host))) throw refused("Host", host);
    const origin = header("origin");
    if (origin !== undefined && !isAllowedOrigin(origin, allowed)) throw refused("Origin", origin);
  };
}

function withoutPort(host: string): string {
  return host.trim().replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
}

function isAllowedOrigin(origin: string, allowed: ReadonlySet<string>): boolean {
  const match = /^https?:\/\/([^/]+)$/i.exec(origin);
  return match !== null && allowed.has(withoutPort(match[1] as string));
}

function refused(header: string, value: string): HindsightError {
  return new HindsightError(
    "forbidden",
    `${header} '${value.slice(0, 200)}' is not a name of this server. It runs without a key and so answers its own names only: ` +
      "list this one in HINDSIGHT_API_ALLOWED_HOSTS, or set HINDSIGHT_API_TENANT_API_KEY.",
  );
}

export function isLoopback(host: string): boolean {
  const name = host.trim().toLowerCase();
  return name === "localhost" || name === "::1" || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name);
}
