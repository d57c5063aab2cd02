// Access log: one line per request when it is switched on; failures of ours always.
// In: the request and its reply. Out: structured log lines without bodies, keys or query text.

import type { MiddlewareHandler } from "hono";
import type { HttpEnv, HttpLog } from "../http/types.js";

export function accessLog(log: HttpLog, enabled: boolean): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const started = performance.now();
    await next();
    const status = context.res.status;
    if (!enabled && status < 500) return;
    const fields = {
      method: context.req.method,
      route: context.get("route") ?? context.req.path,
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      requestId: context.get("requestId"),
    };
    const failure = context.get("failure");
    if (status >= 500 && failure !== undefined) log.error({ ...fields, err: failure }, "request failed");
    else log.info(fields, "request");
  };
}
