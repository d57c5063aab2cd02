// Request id: the caller's own, when it is a plain token, else a new one.
// In: `X-Request-Id`. Out: the same header on the reply, and the id in the log.

import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "../http/types.js";

const PLAIN = /^[\w.:-]{1,128}$/;

export function requestId(): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const begunAt = performance.now();
    const given = context.req.header("x-request-id");
    const id = context.env?.requestId ?? (given !== undefined && PLAIN.test(given) ? given : randomUUID());
    context.set("requestId", id);
    context.set("begunAt", begunAt);
    await next();
    context.res.headers.set("X-Request-Id", id);
  };
}
