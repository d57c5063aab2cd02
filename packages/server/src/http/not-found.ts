// What no route answers: 404, or 405 when the path exists with another method.
// In: the endpoints. Out: the app's last handler.

import type { Endpoint } from "./endpoint.js";
import type { HttpContext } from "./types.js";

export function notFound(endpoints: readonly Endpoint[]): (context: HttpContext) => Response {
  const table = endpoints.map((each) => ({ method: each.method.toUpperCase(), pattern: pattern(each.path) }));
  return (context) => {
    const methods = new Set(table.filter((row) => row.pattern.test(context.req.path)).map((row) => row.method));
    if (methods.size === 0) return context.json({ detail: "Not Found" }, 404);
    return context.json({ detail: "Method Not Allowed" }, 405, { Allow: [...methods].join(", ") });
  };
}

function pattern(path: string): RegExp {
  const source = path
    .replace(/[.]/g, "\\$&")
    .replace(/\{(\w+)\}/g, (_, name: string) => (/^(document|chunk)_id$/.test(name) ? ".+" : "[^/]+"));
  return new RegExp(`^${source}$`);
}
