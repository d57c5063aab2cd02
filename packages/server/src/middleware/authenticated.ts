// Authenticated: who calls.
// In: `Authorization: Bearer <key>` or the bare key. Out: the request with its caller, or the contract's 401.

import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { fullCaller } from "../access/index.js";
import { HindsightError, type HttpEnv } from "../http/types.js";

/** The schema of whoever has the one key of the settings, or needs none. */
const TENANT = "public";

/** Sets the caller: the one that was found before the app was asked, else whoever has the `key`, else, where that is empty, anyone. */
export function authenticated(key: string): MiddlewareHandler<HttpEnv> {
  const wanted = digest(key);
  const anyone = fullCaller(TENANT);
  return async (context, next) => {
    const known = context.env?.caller;
    if (known === undefined && key !== "") {
      const given = (context.req.header("authorization") ?? "").trim().replace(/^bearer\s+/i, "");
      // Digests have one length, so the comparison tells nothing about the key, its length included.
      if (!timingSafeEqual(digest(given), wanted)) throw new HindsightError("unauthorized", "Authentication failed: Invalid API key");
    }
    context.set("caller", known ?? anyone);
    await next();
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
