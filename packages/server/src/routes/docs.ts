// Documentation: the specification and a page that renders it, both from this server alone.
// In: the specification's text. Out: `/openapi.json`, `/docs`, `/redoc`. No CDN, no third party: it works offline and tells nobody.

import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import type { HttpEnv } from "../http/types.js";
import { compressed } from "../middleware/gzip.js";

const ASSETS = new URL("../../assets/", import.meta.url);

const PAGE_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

export function docsRoutes(app: Hono<HttpEnv>, specification: () => string): void {
  const serve = (path: string, type: string, text: () => string): void => {
    app.get(path, async (context) => {
      context.set("route", path);
      const { body, headers } = await compressed(context, text(), 1024);
      return context.body(body, 200, { "Content-Type": type, ...PAGE_HEADERS, ...headers });
    });
  };
  serve("/openapi.json", "application/json", specification);
  serve("/docs", "text/html; charset=utf-8", asset("docs.html"));
  serve("/docs/docs.js", "text/javascript; charset=utf-8", asset("docs.js"));
  serve("/docs/docs.css", "text/css; charset=utf-8", asset("docs.css"));
  app.get("/redoc", (context) => context.body(null, 307, { Location: "docs" }));
}

function asset(name: string): () => string {
  let text: string | null = null;
  return () => {
    text ??= readFileSync(new URL(name, ASSETS), "utf8");
    return text;
  };
}
