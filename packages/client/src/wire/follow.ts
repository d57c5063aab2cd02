// Redirects: a call goes to the server that it was meant for, as the call that it was, or nowhere.
// In: a request. Out: its answer; a redirect that would carry keys or memories to another host, or make a read of a write, is an error.
// `fetch` would follow all of them: it keeps headers such as X-Api-Key, and makes a GET of a POST, which then looks as if it had stored something.

import { HindsightError } from "../errors.js";

export interface Sent {
  readonly url: string;
  readonly init: RequestInit & { readonly method: string };
  /** A file, which may lie on another host: it is fetched there without a header of ours. */
  readonly isFile: boolean;
}

const MOST_HOPS = 5;

/** @throws HindsightError `refused` for a redirect that is not followed */
export async function answerTo(fetch: typeof globalThis.fetch, sent: Sent, name: string): Promise<Response> {
  let { url, init } = sent;
  for (let hops = 0; ; hops += 1) {
    const response = await fetch(url, { ...init, redirect: "manual" });
    const isHidden = response.type === "opaqueredirect"; // browsers do not say where to
    const location = response.headers.get("location");
    if (!isHidden && (location === null || !REDIRECTS.has(response.status))) return response;
    void response.body?.cancel().catch(() => undefined);
    const to = isHidden ? null : targetOf(location ?? "", response.url || url);
    const isHere = to !== null && isSameServer(new URL(response.url || url), to);
    const isKept = init.method === "GET" || (KEEPING.has(response.status) && typeof init.body === "string");
    if (to === null || hops === MOST_HOPS || !(isKept && (isHere || sent.isFile))) throw notFollowed(name, response.status, to);
    url = to.href;
    if (!isHere) init = { ...init, headers: {} };
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Those by which a write stays a write. */
const KEEPING = new Set([307, 308]);

function targetOf(location: string, from: string): URL | null {
  try {
    return new URL(location, from);
  } catch {
    return null; // no address: nothing can be followed, and the error says so
  }
}

/** The same host and port, or the same host's TLS. */
function isSameServer(from: URL, to: URL): boolean {
  return to.origin === from.origin || (to.hostname === from.hostname && from.protocol === "http:" && to.protocol === "https:");
}

function notFollowed(name: string, status: number, to: URL | null): HindsightError {
  const where = to === null ? "to another address" : `to ${to.origin}${to.pathname}`;
  const message = `${name} failed (${status || "redirected"}): the server sends it on ${where}, where it is not sent. Is that the address for baseUrl?`;
  return new HindsightError(message, status || undefined, to?.href, { code: "refused" });
}
