// Ignored parameters: names that the route does not know are never an error; the reply says that they had no effect.
// In: the names that a route noted as unknown. Out: the header `X-Ignored-Params`, on failures as well.

import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "../http/types.js";

/** Longest header value; a caller who sends thousands of unknown names reads the first. */
const LONGEST = 1_000;

export function ignoredParams(): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await next();
    const names = context.get("ignored");
    if (names !== undefined && names.length > 0) context.res.headers.set("X-Ignored-Params", headerValue(names));
  };
}

export function headerValue(ignored: readonly string[]): string {
  const names = [...new Set(ignored)];
  // Header values are visible ASCII: anything else in a name is percent-encoded.
  const text = names
    .slice(0, LONGEST)
    .map((name) => name.replace(/[^\x21-\x2b\x2d-\x7e]/gu, escaped))
    .join(", ");
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}

function escaped(character: string): string {
  return [...Buffer.from(character, "utf8")].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
