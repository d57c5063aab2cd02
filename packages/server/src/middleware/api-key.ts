// API key: who may call at all.
// In: `Authorization: Bearer <key>` or the bare key. Out: the request, or the contract's 401.

import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { HindsightError, type HttpEnv } from "../http/types.js";

export function apiKey(key: string): MiddlewareHandler<HttpEnv> {
  const wanted = digest(key);
  return async (context, next) => {
    const given = (context.req.header("authorization") ?? "").trim().replace(/^bearer\s+/i, "");
    // Digests have one length, so the comparison tells nothing about the key, its length included.
    if (!timingSafeEqual(digest(given), wanted)) throw new HindsightError("unauthorized", "Authentication failed: Invalid API key");
    await next();
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
