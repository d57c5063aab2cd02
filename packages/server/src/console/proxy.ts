// The console's way to the API: what may be called, how large a body may be, and what comes back.
// In: a path below `api/`. Out: the API's reply, with nothing in it that is not for the browser.

import type { ApiCall, CallApi } from "./own-api.js";
import { guardReply } from "./passed-on.js";
import { refused } from "./replies.js";

/** Asked without a session, as the API answers them without a key. */
const PUBLIC: ReadonlySet<string> = new Set(["health", "health/live", "health/ready", "version"]);

/** How a path below `api/` is let through; null is not at all. */
export function openTo(path: string): "anyone" | "session" | null {
  if (PUBLIC.has(path)) return "anyone";
  return path === "metrics" || path.startsWith("v1/") ? "session" : null;
}

/** `maxBytes` 0 is no limit but the API's own. */
export function proxy(callApi: CallApi, maxBytes: number): (call: ApiCall) => Promise<Response> {
  return async (call) => {
    const { headers } = call.request;
    if (maxBytes > 0) {
      if (Number(headers.get("content-length") ?? 0) > maxBytes) return tooLarge(maxBytes);
      if (headers.has("transfer-encoding"))
        return refused(411, "length_required", "This console limits uploads, so a body has to say its length (Content-Length).");
    }
    const reply = await callApi(call);
    // To the browser a 401 is the end of its session, and this one is none of its doing.
    if (reply.status === 401 && call.isNamed) {
      await reply.body?.cancel();
      return refused(502, "api_refuses_key", KEY_REFUSED);
    }
    guardReply(reply.headers);
    return reply;
  };
}

const KEY_REFUSED =
  "The API does not take the key that this console sends, or the console has none: set HINDSIGHT_CP_DATAPLANE_API_KEY to a key of the API, and start the server again.";

function tooLarge(maxBytes: number): Response {
  const size = maxBytes >= 1_048_576 ? `${Math.floor((maxBytes / 1_048_576) * 10) / 10} MB` : `${maxBytes} bytes`;
  return refused(413, "payload_too_large", `The console passes on bodies of up to ${size}; HINDSIGHT_CP_MAX_UPLOAD_SIZE sets that.`);
}
