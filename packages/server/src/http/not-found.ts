// What no route answers: 404, or 405 when the path exists with another method.
// In: the paths that are served, with their methods. Out: the app's last handler, and the routes that keep a longer path from being read as an id.

import type { Hono } from "hono";
import { isCatchAll, routePattern } from "./mount.js";
import type { HttpContext, HttpEnv } from "./types.js";

/** A method and a path template, of an endpoint or of a page. */
export interface Served {
  readonly method: string;
  readonly path: string;
}

export function notFound(served: readonly Served[]): (context: HttpContext) => Response {
  const table = served.map(({ method, path }) => ({ method: method.toUpperCase(), pattern: pattern(path) }));
  return (context) => {
    const methods = new Set(table.filter((row) => row.pattern.test(context.req.path)).map((row) => row.method));
    if (methods.size === 0) return context.json({ detail: "Not Found" }, 404);
    return wrongMethod(context, methods);
  };
}

/**
 * Routes for `GET …/memories/recall` and its like: without them the last word would be read as the id in `GET …/memories/{memory_id}`, and the caller
 * told about an id instead of the method. Ids that may hold slashes keep what they match, as the contract has it. To be mounted before the endpoints.
 */
export function refuseShadowed(app: Hono<HttpEnv>, served: readonly Served[]): void {
  // Each pattern is made once: for every pair of paths it took 0.15 s of the start.
  const others = served
    .filter(({ path }) => !isCatchAll(path))
    .map(({ method, path }) => ({ method: method.toUpperCase(), count: parameters(path), pattern: pattern(path) }));
  for (const path of new Set(served.map((each) => each.path))) {
    const methods = new Set(served.filter((each) => each.path === path).map(({ method }) => method.toUpperCase()));
    for (const other of others) {
      const isShadow = other.count > parameters(path) && other.pattern.test(path);
      if (isShadow && !methods.has(other.method)) app.on(other.method, routePattern(path), (context) => wrongMethod(context, methods));
    }
  }
}

function wrongMethod(context: HttpContext, methods: ReadonlySet<string>): Response {
  return context.json({ detail: "Method Not Allowed" }, 405, { Allow: [...methods].join(", ") });
}

function parameters(path: string): number {
  return path.split("{").length - 1;
}

function pattern(path: string): RegExp {
  const source = path.replace(/[.]/g, "\\$&").replace(/\{(\w+)\}/g, (parameter: string) => (isCatchAll(parameter) ? ".+" : "[^/]+"));
  return new RegExp(`^${source}$`);
}
