// The API of this server, called without a socket in between.
// In: the app and a call of the console. Out: the app's reply; body, signal and streams are the request's own.

import type { Bindings } from "../http/types.js";
import { type HeaderPair, pairsOf, requestHeaders } from "./passed-on.js";

/** A call that the console lets pass. */
export interface ApiCall {
  readonly request: Request;
  readonly env: Bindings | undefined;
  /** Path and query below the API's root, as they came over the wire: `/v1/default/banks?limit=5`. */
  readonly target: string;
  /** Is it made in the console's name? What asks nobody is sent without the key. */
  readonly isNamed: boolean;
}

export type CallApi = (call: ApiCall) => Promise<Response>;

export interface FetchApp {
  fetch(request: Request, env: Bindings): Response | Promise<Response>;
}

/** Node's message behind the request goes along with its new target: routes read path and body from it, as of any call. */
export function ownApi(app: FetchApp, { basePath, key }: { readonly basePath: string; readonly key: string }): CallApi {
  return async ({ request, env, target, isNamed }) => {
    const { method, signal } = request;
    const incoming = env?.incoming;
    const pairs = requestHeaders(pairsOf(request.headers, incoming), isNamed ? key : "");
    const init: RequestInit & { duplex?: "half" } = { method, headers: headersOf(pairs), signal };
    if (incoming === undefined && request.body !== null) Object.assign(init, { body: request.body, duplex: "half" });
    const inner = new Request(`http://localhost${basePath}${target}`, init);
    if (incoming !== undefined) {
      incoming.url = basePath + target;
      incoming.rawHeaders = pairs.flat();
    }
    const reply = await app.fetch(inner, env ?? {});
    return new Response(reply.body, { status: reply.status, headers: new Headers(reply.headers) });
  };
}

function headersOf(pairs: readonly HeaderPair[]): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}
