// A fetch with a memory: SDKs that take a fetch send all their calls through it, the streamed, the parsed and the repeated ones alike.
// In: a fetch and the formats that it is to know. Out: a fetch that puts memories into requests and retains what is answered; everything else passes untouched.

import type { Memory } from "../memory.js";
import { PREFIX, splitRequest } from "../settings.js";
import type { Json, WireFormat } from "./format.js";
import { parsed, tapped } from "./tap.js";

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** `timeoutMs`: what the client gives a request that does not say so itself. */
export function memoryFetch(memory: Memory, formats: readonly WireFormat[], inner: Fetch, timeoutMs: number | null = null): Fetch {
  return async (input, init = {}) => {
    const isPost = init.method?.toUpperCase() === "POST";
    const format = isPost ? formats.find(({ path }) => path.test(pathOf(input))) : undefined;
    const mayMatter = format !== undefined || (isPost && typeof init.body === "string" && init.body.includes(`"${PREFIX}`));
    const request = mayMatter && typeof init.body === "string" ? parsed(init.body) : null;
    if (request === null) return inner(input, init);

    const { body, call, problem } = splitRequest(request);
    const said = format?.read(body) ?? null;
    if (format === undefined || said === null) return inner(input, withBody(init, body));
    const headers = new Headers(init.headers);
    if (/^AWS4-/.test(headers.get("authorization") ?? "")) {
      await memory.begin({ ...said, settings: call, problem: "The request is signed, so that no memory can be put into it." });
      return inner(input, init);
    }
    const { injection, end } = await memory.begin({
      ...said,
      settings: call,
      problem,
      signal: init.signal ?? null,
      isRepeat: Number(headers.get("x-stainless-retry-count") ?? 0) > 0,
      patienceMs: patience(headers.get("x-stainless-timeout"), timeoutMs),
    });
    const sent = injection === null ? body : format.inject(body, injection.block, injection.mode);
    const response = await inner(input, withBody(init, sent));
    return response.ok ? tapped(response, format, end) : response;
  };
}

/**
 * Half of the time that the SDK gives this request, whose clock runs already: a memory that does not answer must leave the provider enough. A request with a
 * limit of its own says it in whole seconds, cut off; what is below one is taken as half of one.
 */
function patience(header: string | null, timeoutMs: number | null): number | null {
  const seconds = header === null || header.trim() === "" ? Number.NaN : Number(header);
  const limit = Number.isFinite(seconds) ? Math.max(0.5, seconds) * 1_000 : timeoutMs;
  return limit === null ? null : limit / 2;
}

/** The path of a request without its query. */
function pathOf(input: string | URL | Request): string {
  const url = typeof input === "string" ? input : "url" in input ? input.url : input.href;
  return url.replace(/[?#].*$/s, "");
}

function withBody(init: RequestInit, body: Json): RequestInit {
  const headers = new Headers(init.headers);
  headers.delete("content-length");
  return { ...init, headers, body: JSON.stringify(body) };
}
