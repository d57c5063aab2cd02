// The template of the route that answers a request, known before it does: for metrics, traces and logs, which must not hold paths.
// In: a request whose route Hono has found. Out: `/v1/default/banks/{bank_id}/…`, or `unknown`.

import { matchedRoutes } from "hono/route";
import type { HttpContext } from "./types.js";

/** What no route answers. */
export const NO_ROUTE = "unknown";

/** Middleware, which has a star in its path, is no route. */
export function templateOf(context: HttpContext): string {
  const path = matchedRoutes(context).findLast((route) => !route.path.includes("*"))?.path;
  return path === undefined ? NO_ROUTE : path.replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
}
