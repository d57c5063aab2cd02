// Who calls MCP.
// In: the request's headers and the settings. Out: a caller, or the contract's refusal.

import { createHash, timingSafeEqual } from "node:crypto";
import { type Caller, fullCaller } from "../access/index.js";
import { HindsightError, type HttpContext, type HttpSettings } from "../http/types.js";

/** The schema of whoever has the token of the settings, or needs none. */
const TENANT = "public";

/** The token of the settings, where there is one, stands in for every other check; else whoever the other routes would take. */
export function mcpCaller(context: HttpContext, settings: HttpSettings): Caller {
  const given = (context.req.header("authorization") ?? "").trim().replace(/^bearer\s+/i, "");
  if (settings.mcpAuthToken !== "") {
    if (given === "") throw new HindsightError("unauthorized", "Authorization header required");
    if (!isSame(given, settings.mcpAuthToken)) throw new HindsightError("unauthorized", "Invalid authentication token");
    return fullCaller(TENANT);
  }
  if (settings.mcpAuthDisabled) return fullCaller(TENANT);
  const known = context.env?.caller;
  if (known !== undefined) return known;
  if (settings.apiKey !== "" && !isSame(given, settings.apiKey)) {
    throw new HindsightError("unauthorized", "Authentication failed: Invalid API key");
  }
  return fullCaller(TENANT);
}

/** Digests have one length, so the comparison tells nothing about the secret, its length included. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
