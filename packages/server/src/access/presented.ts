// What a request presents: its token, and the headers that extensions may see.
// In: Hono's context. Out: an AuthRequest.

import type { HttpContext } from "../http/types.js";
import type { AuthRequest } from "./extensions.js";

/** MCP is served here; anything else that needs a caller lies below `/v1/default/`. */
const MCP = /^\/(?:mcp|sse|messages)(?:\/|$)/;

export function presented(context: HttpContext, passthrough: readonly string[]): AuthRequest {
  return {
    token: (context.req.header("authorization") ?? "").trim().replace(/^bearer(?:\s+|$)/i, ""),
    headers: passedOn(context, passthrough),
    isMcp: MCP.test(context.req.path),
    requestId: context.get("requestId"),
  };
}

/** A header that comes twice is left out: which of the two a proxy meant is not known. */
function passedOn(context: HttpContext, names: readonly string[]): Readonly<Record<string, string>> {
  const raw = context.env?.incoming?.rawHeaders ?? null;
  return Object.fromEntries(
    names.flatMap((given) => {
      const name = given.toLowerCase();
      const value = context.req.header(name);
      const count = raw === null ? 1 : raw.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length;
      return value !== undefined && count === 1 ? [[name, value]] : [];
    }),
  );
}
