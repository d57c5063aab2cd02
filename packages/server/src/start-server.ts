// Starting and stopping: the app behind a socket.
// In: the environment. Out: an address that answers, and a close that finishes what runs before it ends.

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createLog,
  type Hindsight,
  HindsightError,
  loadSettings,
  openHindsight,
  type Settings,
  unknownSettings,
} from "@hindsight-memory/engine";
import { getRequestListener } from "@hono/node-server";
import { isClosed, openAccess } from "./access/index.js";
import { createApp } from "./app.js";
import { openExtensions } from "./extensions/index.js";
import { refuseMalformed } from "./http/malformed.js";
import { starting } from "./http/starting.js";
import type { HttpLog } from "./http/types.js";
import { LOOPBACK_NAMES } from "./middleware/host-guard.js";

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An engine that is open already; it stays open when the server closes. Absent, one is opened from `env`. */
  readonly engine?: Hindsight;
  readonly log?: HttpLog;
  /** How long `close` waits for running requests before it cancels them; 10 s unless given. */
  readonly closeTimeoutMs?: number;
  /** How long a caller may take to send a body before it gets a 408; 30 s unless given, and more for what keeps arriving. */
  readonly bodyTimeoutMs?: number;
}

export interface RunningServer {
  /** Base URL, with the port that was really taken. */
  readonly url: string;
  readonly engine: Hindsight;
  /** Stops accepting, waits for running requests, closes the engine that was opened here. Calling it again waits for the same end. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 10_000;
/** Idle connections stay open longer than the pools of common clients and proxies keep theirs, so that those close first and no request meets a closing socket. */
const KEEP_ALIVE_MS = 65_000;

export async function startServer(options: StartOptions): Promise<RunningServer> {
  const settings = loadSettings(options.env);
  checkExposure(settings);
  // The socket comes first: a taken port must be known before a database is opened. Until that is open, callers read that they are early.
  let serve: RequestListener = starting;
  const server = createServer({ noDelay: true, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => serve(request, response));
  server.on("clientError", refuseMalformed);
  await listen(server, settings);
  const abort = new AbortController();
  const ending = new AbortController();
  let opened: Hindsight | null = null;
  try {
    opened = options.engine === undefined ? await openHindsight({ settings, env: options.env }) : null;
    const engine = opened ?? (options.engine as Hindsight);
    const log = options.log ?? createLog(settings, "http");
    warnOfUnknown(options.env, log);
    const access = await openAccess(settings, options.env, engine, log);
    const extensions = await openExtensions(settings, options.env, { tenants: engine.tenants, log });
    const app = createApp(engine, {
      access,
      extensions,
      settings,
      log,
      hosts: allowedHosts(settings),
      closing: ending.signal,
      shutdown: abort.signal,
      ...(options.bodyTimeoutMs === undefined ? {} : { bodyTimeoutMs: options.bodyTimeoutMs }),
    });
    // `autoCleanupIncoming` would cut a connection whose body nobody reads after 500 ms; Node itself discards such a body and lets the caller read the reply.
    serve = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
      hostname: "localhost",
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      errorHandler: unusableTarget,
    });
    continueUnlessTooLarge(server, (request, response) => serve(request, response), settings.maxBodyMb * 1_048_576);
    let closing: Promise<void> | null = null;
    const close = (): Promise<void> => {
      ending.abort();
      closing ??= stop(server, abort, options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS)
        .then(() => extensions.close())
        .then(() => access.close())
        .then(() => (options.engine ? undefined : engine.close()));
      return closing;
    };
    void engine.warm(); // behind the listening: the first recall need not wait for the encoder
    return { url: addressOf(server), engine, close };
  } catch (cause) {
    server.closeAllConnections();
    server.close();
    await opened?.close(); // else its worker goes on, and its folder stays locked
    throw cause;
  }
}

/** A variable that nothing reads is no reason to end the start: the reference has settings that are needless here. */
export function warnOfUnknown(env: StartOptions["env"], log: Pick<HttpLog, "warn">): void {
  for (const { name, nearest } of unknownSettings(env)) {
    const hint = nearest === null ? "docs/configuration.md lists those there are" : `the nearest name is ${nearest}`;
    log.warn({ variable: name }, `${name} is no setting of this version, and nothing reads it; ${hint}`);
  }
}

/** Refuses to offer an open server to a network by accident. */
function checkExposure(settings: Settings): void {
  if (isLoopback(settings.host) || isClosed(settings) || settings.allowOpen) return;
  throw new HindsightError(
    "configuration_invalid",
    `HINDSIGHT_API_HOST is ${settings.host}: everyone who reaches this address could read and change every bank. ` +
      "Set HINDSIGHT_API_TENANT_API_KEY to a key of your choice (or HINDSIGHT_API_TENANT_EXTENSION to what says who may call), or HINDSIGHT_API_ALLOW_OPEN=true if the network around it is trusted.",
  );
}

export function isLoopback(host: string): boolean {
  const name = host.trim().toLowerCase();
  return name === "localhost" || name === "::1" || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name);
}

/** The names that a keyless server on loopback answers to; null where a key or the operator's word stands in for the check. */
function allowedHosts(settings: Settings): readonly string[] | null {
  if (isClosed(settings) || !isLoopback(settings.host)) return null;
  return [...LOOPBACK_NAMES, settings.host, ...settings.allowedHosts];
}

function listen(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException): void => reject(notListening(cause, host, port));
    server.once("error", onError);
    server.listen({ host: host.replace(/^\[|\]$/g, ""), port }, () => {
      server.off("error", onError);
      resolve();
    });
  });
}

function notListening(cause: NodeJS.ErrnoException, host: string, port: number): HindsightError {
  const hints: Readonly<Record<string, string>> = {
    EADDRINUSE:
      "another program listens there, perhaps a Hindsight server that still runs; stop it, or choose a port with HINDSIGHT_API_PORT (0 takes a free one)",
    EACCES: "this user may not open that port; choose one above 1023 with HINDSIGHT_API_PORT",
    EADDRNOTAVAIL: "this machine has no such address; set HINDSIGHT_API_HOST to one that it has",
    ENOTFOUND: "this name has no address; set HINDSIGHT_API_HOST to an address of this machine",
  };
  const hint = hints[cause.code ?? ""] ?? cause.message;
  return new HindsightError("configuration_invalid", `Cannot listen on ${host}:${port}: ${hint}.`, { cause });
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  // The unspecified address is where it listens, not where anyone can call it.
  return `http://${address === "0.0.0.0" || address === "::" ? "localhost" : host}:${port}`;
}

/** A target or Host header that makes no URL: the caller's mistake. */
function unusableTarget(cause: unknown): Response {
  const isTarget = cause instanceof Error && cause.name === "RequestError";
  const detail = isTarget ? `The request target or Host header is not usable: ${cause.message}.` : "Something failed inside the server.";
  return Response.json({ detail }, { status: isTarget ? 400 : 500 });
}

/** Uploads have a limit of their own, which their route knows. */
const UPLOAD = /\/files\/retain(?:\?|$)/;

/** `Expect: 100-continue`: the caller asks before it sends; a body over the limit gets its 413 without a byte of it. */
function continueUnlessTooLarge(server: Server, serve: RequestListener, maxBytes: number): void {
  server.on("checkContinue", (request, response) => {
    if (Number(request.headers["content-length"] ?? 0) <= maxBytes || UPLOAD.test(request.url ?? "")) response.writeContinue();
    serve(request, response);
  });
}

async function stop(server: Server, abort: AbortController, timeoutMs: number): Promise<void> {
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
