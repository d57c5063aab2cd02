// Documentation: the specification and a page that renders it, both from this server alone.
// In: the specification's text. Out: `/openapi.json`, `/docs`, and redirects to it from `/`, `/docs/`, `/redoc`. No CDN, no third party: it works offline and tells nobody.

import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import type { Served } from "../http/not-found.js";
import type { HttpContext, HttpEnv } from "../http/types.js";
import { compressed } from "../middleware/gzip.js";

const ASSETS = new URL("../../assets/", import.meta.url);

const PAGE_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

export function docsRoutes(app: Hono<HttpEnv>, specification: () => string, basePath: string): readonly Served[] {
  const served: Served[] = [];
  const get = (path: string, answer: (context: HttpContext) => Response | Promise<Response>): void => {
    app.get(path, (context) => {
      context.set("route", path);
      return answer(context);
    });
    served.push({ method: "get", path });
  };
  const serve = (path: string, type: string, text: () => string): void => {
    get(path, async (context) => {
      const { body, headers } = await compressed(context, text(), 1024);
      return context.body(body, 200, { "Content-Type": type, ...PAGE_HEADERS, ...headers });
    });
  };
  // Relative, so that they also hold behind a proxy that strips a prefix; the base path without its slash is the one place where that cannot be.
  const redirect = (path: string, to: (context: HttpContext) => string): void =>
    get(path, (context) => context.body(null, 307, { Location: to(context) }));
  serve("/openapi.json", "application/json", specification);
  serve("/docs", "text/html; charset=utf-8", asset("docs.html"));
  serve("/docs/docs.js", "text/javascript; charset=utf-8", asset("docs.js"));
  serve("/docs/docs.css", "text/css; charset=utf-8", asset("docs.css"));
  redirect("/", (context) => (new URL(context.req.url).pathname.endsWith("/") ? "docs" : `${basePath}/docs`));
  redirect("/docs/", () => "../docs");
  redirect("/redoc", () => "docs");
  return served;
}

function asset(name: string): () => string {
  let text: string | null = null;
  return () => {
    text ??= readFileSync(new URL(name, ASSETS), "utf8");
    return text;
  };
}
