// Sockets: a server that listens, in words when it cannot, and that stops without cutting anyone off.
// In: an address and a listener of requests. Out: Node's server, its URL, and its end.

import diagnostics from "node:diagnostics_channel";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { refuseMalformed } from "./malformed.js";
import { type Bindings, HindsightError } from "./types.js";

export interface SocketAddress {
  readonly host: string;
  readonly port: number;
}

/** The settings that choose an address, for what is said when it cannot be had. */
export interface AddressSettings {
  readonly host: string;
  readonly port: string;
}

/** Idle connections stay open longer than the pools of common clients and proxies keep theirs, so that those close first and no request meets a closing socket. */
const KEEP_ALIVE_MS = 65_000;

/** Throws `configuration_invalid` where the address cannot be had. */
export async function openSocket(address: SocketAddress, named: AddressSettings, serve: RequestListener): Promise<Server> {
  const server = createServer({ noDelay: true, keepAliveTimeout: KEEP_ALIVE_MS }, serve);
  server.on("clientError", refuseMalformed);
  await listen(server, address, named);
  return server;
}

/** What is told of each request as it begins. */
export interface RequestStarted {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Tells whoever listens in this process of each request that an app is given. Node has a channel of its own for it, which Bun (1.4) leaves silent. */
export const REQUESTS = diagnostics.channel("hindsight.http.request.start");

/** The listener of an app's `fetch`. */
export function listenerOf(fetch: (request: Request, env: Bindings) => Response | Promise<Response>): RequestListener {
  // `autoCleanupIncoming` would cut a connection whose body nobody reads after 500 ms; Node itself discards such a body and lets the caller read the reply.
  const listener = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    hostname: "localhost",
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
    errorHandler: unusableTarget,
  });
  return (request, response) => {
    REQUESTS.publish({ request, response } satisfies RequestStarted);
    return listener(request, response);
  };
}

/** A target or Host header that makes no URL: the caller's mistake. */
function unusableTarget(cause: unknown): Response {
  const isTarget = cause instanceof Error && cause.name === "RequestError";
  const detail = isTarget ? `The request target or Host header is not usable: ${cause.message}.` : "Something failed inside the server.";
  return Response.json({ detail }, { status: isTarget ? 400 : 500 });
}

function listen(server: Server, { host, port }: SocketAddress, named: AddressSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException): void => reject(notListening(cause, { host, port }, named));
    server.once("error", onError);
    server.listen({ host: host.replace(/^\[|\]$/g, ""), port }, () => {
      server.off("error", onError);
      resolve();
    });
  });
}

function notListening(cause: NodeJS.ErrnoException, { host, port }: SocketAddress, named: AddressSettings): HindsightError {
  const hints: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens there, perhaps a Hindsight server that still runs; stop it, or choose a port with ${named.port} (0 takes a free one)`,
    EACCES: `this user may not open that port; choose one above 1023 with ${named.port}`,
    EADDRNOTAVAIL: `this machine has no such address; set ${named.host} to one that it has`,
    ENOTFOUND: `this name has no address; set ${named.host} to an address of this machine`,
  };
  const hint = hints[cause.code ?? ""] ?? cause.message;
  return new HindsightError("configuration_invalid", `Cannot listen on ${host}:${port}: ${hint}.`, { cause });
}

export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  // The unspecified address is where it listens, not where anyone can call it.
  return `http://${address === "0.0.0.0" || address === "::" ? "localhost" : host}:${port}`;
}

/** Uploads have a limit of their own, which their route knows. */
const UPLOAD = /\/files\/retain(?:\?|$)/;

/** `Expect: 100-continue`: the caller asks before it sends; a body over the limit gets its 413 without a byte of it. */
export function continueUnlessTooLarge(server: Server, serve: RequestListener, maxBytes: number): void {
  server.on("checkContinue", (request, response) => {
    if (Number(request.headers["content-length"] ?? 0) <= maxBytes || UPLOAD.test(request.url ?? "")) response.writeContinue();
    serve(request, response);
  });
}

/** Waits for running requests; after `timeoutMs` they are cancelled through `abort`, and a second later cut off. */
export async function stop(server: Server, abort: AbortController, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that turn idle while we wait hold the close back; Node closes only those that are idle now.
  const sweep = setInterval(() => server.closeIdleConnections(), 25);
  const deadline = setTimeout(() => abort.abort(), timeoutMs);
  const end = setTimeout(() => server.closeAllConnections(), timeoutMs + 1_000);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
  clearTimeout(end);
}
