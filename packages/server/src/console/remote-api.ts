// The API of another server, called over HTTP.
// In: its address and a call of the console. Out: its reply; bodies stream both ways, and who hangs up ends the call there too.
// Node's own client instead of fetch: fetch folds `..` and `%2E` in paths, unpacks what the browser could, and gives up on an answer after five minutes.

import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { HttpLog } from "../http/types.js";
import type { ApiCall, CallApi } from "./own-api.js";
import { type HeaderPair, pairsOf, requestHeaders } from "./passed-on.js";
import { refused } from "./replies.js";

export interface RemoteApiOptions {
  readonly url: string;
  readonly key: string;
  readonly log: Pick<HttpLog, "warn">;
}

export function remoteApi({ url, key, log }: RemoteApiOptions): CallApi {
  const base = new URL(url);
  const root = base.pathname.replace(/\/+$/, "");
  const send = base.protocol === "https:" ? requestHttps : requestHttp;

  return async (call) => {
    const { request, env, target, isNamed } = call;
    const body = bodyOf(call);
    const options: RequestOptions = {
      method: request.method,
      path: root + target,
      headers: headersFor(requestHeaders(pairsOf(request.headers, env?.incoming), isNamed ? key : ""), body !== null),
      signal: request.signal,
      ...(body !== null && { agent: false }), // a kept connection that the server is closing would lose the call, and a body is not sent twice
    };
    try {
      const answer = await answered(send, base, options, body);
      return replyOf(answer, request.method);
    } catch (cause) {
      if (request.signal.aborted) throw cause;
      log.warn({ err: cause }, "the API that the console shows (HINDSIGHT_CP_DATAPLANE_API_URL) does not answer");
      return refused(
        502,
        "api_unreachable",
        "The API that this console shows does not answer: is it running, and is HINDSIGHT_CP_DATAPLANE_API_URL its address?",
      );
    }
  };
}

/** One more try where a kept connection had been closed meanwhile. */
async function answered(send: typeof requestHttp, base: URL, options: RequestOptions, body: Readable | null): Promise<IncomingMessage> {
  try {
    return await once(send, base, options, body);
  } catch (cause) {
    if (body !== null || !(cause instanceof StaleConnection)) throw cause;
    return once(send, base, { ...options, agent: false }, null);
  }
}

class StaleConnection extends Error {}

function once(send: typeof requestHttp, base: URL, options: RequestOptions, body: Readable | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { hostname, port, protocol } = base;
    const sent = send({ protocol, hostname: hostname.replace(/^\[|\]$/g, ""), port, ...options });
    sent.on("response", resolve);
    sent.on("error", (cause: NodeJS.ErrnoException) =>
      reject(sent.reusedSocket && cause.code === "ECONNRESET" ? new StaleConnection("closed meanwhile", { cause }) : cause),
    );
    if (body === null) sent.end();
    else body.on("error", (cause) => sent.destroy(cause)).pipe(sent);
  });
}

function bodyOf({ request, env }: ApiCall): Readable | null {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD") return null;
  if (env?.incoming !== undefined) {
    const isThere = headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) > 0;
    return isThere ? env.incoming : null;
  }
  return request.body === null ? null : Readable.fromWeb(request.body as ReadableStream);
}

/** Names that come twice become lists, as Node sends them. A length without a body would take its bytes from the next call of the connection. */
function headersFor(pairs: readonly HeaderPair[], hasBody: boolean): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    if (name === "content-length" && !hasBody) continue;
    const known = headers[name];
    headers[name] = known === undefined ? value : [known, value].flat();
  }
  return headers;
}

function replyOf(answer: IncomingMessage, method: string): Response {
  const status = answer.statusCode ?? 502;
  if (status >= 300 && status < 400 && status !== 304) {
    answer.resume();
    return refused(
      502,
      "api_redirects",
      "The API answered with a redirect, which the console does not follow: set HINDSIGHT_CP_DATAPLANE_API_URL to the address that it leads to.",
    );
  }
  const headers = new Headers();
  for (const [name, value] of pairsOf(headers, answer)) headers.append(name, value);
  const isEmpty = method === "HEAD" || status === 204 || status === 205 || status === 304;
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), { status, headers });
}
