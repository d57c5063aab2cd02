// Origins: pages of the web that reach a server which takes anyone.
// In: the request's Origin. Out: a refusal of pages from elsewhere; a name of theirs may lead to this machine (DNS rebinding), and then no browser stops them.

import { HindsightError, type HttpContext, type HttpSettings } from "../http/types.js";

const LOOPBACK = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Who sends a key is known by it, and programs send no Origin. Throws `forbidden`. */
export function checkOrigin(context: HttpContext, { corsOrigins }: Pick<HttpSettings, "corsOrigins">): void {
  const origin = context.req.header("origin");
  if (origin === undefined || LOOPBACK.test(origin) || corsOrigins.includes(origin)) return;
  throw new HindsightError("forbidden", "Pages of this origin may not call here; HINDSIGHT_API_CORS_ORIGINS lists those that may.");
}
