// A fetch with a memory: SDKs that take a fetch send all their calls through it, the streamed, the parsed and the repeated ones alike.
// In: a fetch and the formats that it is to know. Out: a fetch that puts memories into requests and retains what is answered; everything else passes untouched.

import type { Memory } from "../memory.js";
import { splitRequest } from "../settings.js";
import type { Json, WireFormat } from "./format.js";
import { parsed, tapped } from "./tap.js";

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function memoryFetch(memory: Memory, formats: readonly WireFormat[], inner: Fetch): Fetch {
  return async (input, init = {}) => {
    const format = init.method?.toUpperCase() === "POST" ? formats.find(({ path }) => path.test(pathOf(input))) : undefined;
    const request = typeof init.body === "string" ? parsed(init.body) : null;
    if (format === undefined || request === null) return inner(input, init);

    const { body, call, problem } = splitRequest(request);
    const said = format.read(body);
    if (said === null) return inner(input, withBody(init, body));
    const { injection, end } = await memory.begin({ ...said, settings: call, problem, signal: init.signal ?? null });
    const sent = injection === null ? body : format.inject(body, injection.block, injection.mode);
    const response = await inner(input, withBody(init, sent));
    return response.ok ? tapped(response, format, end) : response;
  };
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
