// The scope of a call: what is logged, queued and traced for a request knows whose it is, however deep in the engine.
// In: requests with their id. Out: the same, run inside a call of the engine; a span for each but probes, in the caller's own trace.

import type { Hindsight } from "@hindsight-memory/engine";
import type { MiddlewareHandler } from "hono";
import { NO_ROUTE, templateOf } from "../http/route-template.js";
import type { HttpContext, HttpEnv } from "../http/types.js";

/** Asked every few seconds by machines: a trace of them would hold nothing else. */
const UNTRACED: ReadonlySet<string> = new Set(["/health", "/health/live", "/health/ready", "/metrics"]);

export function callScope(engine: Pick<Hindsight, "inCall">): MiddlewareHandler<HttpEnv> {
  return (context, next) => {
    const template = templateOf(context);
    const { method } = context.req;
    const trace = UNTRACED.has(template)
      ? null
      : { name: nameOf(method, template), attributes: attributesOf(context, template), headers: headersOf(context) };
    return engine.inCall({ requestId: context.get("requestId"), trace }, async (span) => {
      await next();
      if (!span.isRecording) return;
      const { status } = context.res;
      const route = context.get("route") ?? template;
      span.rename(nameOf(method, route));
      const bankId = context.req.param("bank_id"); // known once the route is
      span.set({ "http.response.status_code": status, "hindsight.bank_id": bankId, ...(route !== NO_ROUTE && { "http.route": route }) });
      if (status >= 500) span.fail(String(status));
    });
  };
}

function nameOf(method: string, route: string): string {
  return route === NO_ROUTE ? method : `${method} ${route}`;
}

/** Paths stay out, for they name banks and documents, and so do queries: the template says what was called. */
function attributesOf(context: HttpContext, template: string) {
  return {
    "http.request.method": context.req.method,
    "http.route": template === NO_ROUTE ? null : template,
    "url.scheme": context.req.url.startsWith("https:") ? "https" : "http",
    "user_agent.original": context.req.header("user-agent")?.slice(0, 200),
    "hindsight.request_id": context.get("requestId"),
  };
}

function headersOf({ req }: HttpContext): { readonly traceparent?: string; readonly tracestate?: string } {
  const [traceparent, tracestate] = [req.header("traceparent"), req.header("tracestate")];
  return { ...(traceparent !== undefined && { traceparent }), ...(tracestate !== undefined && { tracestate }) };
}
