// Starting and stopping: the app behind a socket.
// In: the environment. Out: an address that answers, and a close that finishes what runs before it ends.

import type { RequestListener } from "node:http";
import {
  createLog,
  type Hindsight,
  HindsightError,
  loadSettings,
  openHindsight,
  type Settings,
  unknownSettings,
} from "@hindsight-memory/engine";
import { isClosed, openAccess } from "./access/index.js";
import { createApp } from "./app.js";
import { serveConsole } from "./console/served.js";
import { openExtensions } from "./extensions/index.js";
import { addressOf, continueUnlessTooLarge, listenerOf, openSocket, stop } from "./http/socket.js";
import { starting } from "./http/starting.js";
import type { HttpLog } from "./http/types.js";
import { isLoopback, LOOPBACK_NAMES } from "./middleware/host-guard.js";

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An engine that is open already; it stays open when the server closes. Absent, one is opened from `env`. */
  readonly engine?: Hindsight;
  readonly log?: HttpLog;
  /** How long `close` waits for running requests before it cancels them; 10 s unless given. */
  readonly closeTimeoutMs?: number;
  /** How long a caller may take to send a body before it gets a 408; 30 s unless given, and more for what keeps arriving. */
  readonly bodyTimeoutMs?: number;
  /** A port of the web console's own, beside `/console` of the API's; 0 takes a free one, and none is opened unless given. */
  readonly consolePort?: number;
  /** Where the built console lies; its package unless given. */
  readonly consoleFolder?: string;
}

export interface RunningServer {
  /** Base URL, with the port that was really taken. */
  readonly url: string;
  /** The web console's address: its own port where it has one, else below `url`; null where it is switched off. */
  readonly consoleUrl: string | null;
  readonly engine: Hindsight;
  /** Stops accepting, waits for running requests, closes the engine that was opened here. Calling it again waits for the same end. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 10_000;

export async function startServer(options: StartOptions): Promise<RunningServer> {
  const settings = loadSettings(options.env);
  checkExposure(settings);
  // The socket comes first: a taken port must be known before a database is opened. Until that is open, callers read that they are early.
  let serve: RequestListener = starting;
  const named = { host: "HINDSIGHT_API_HOST", port: "HINDSIGHT_API_PORT" };
  const server = await openSocket(settings, named, (request, response) => serve(request, response));
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
    const hosts = allowedHosts(settings);
    const app = createApp(engine, {
      access,
      extensions,
      settings,
      log,
      hosts,
      closing: ending.signal,
      shutdown: abort.signal,
      ...(options.bodyTimeoutMs === undefined ? {} : { bodyTimeoutMs: options.bodyTimeoutMs }),
    });
    const { consolePort: port = null, consoleFolder: folder } = options;
    const { fetch, own } = await serveConsole({ app, settings, log, hosts, port, folder });
    serve = listenerOf(fetch);
    continueUnlessTooLarge(server, (request, response) => serve(request, response), settings.maxBodyMb * 1_048_576);
    let closing: Promise<void> | null = null;
    const close = (): Promise<void> => {
      ending.abort();
      const sockets = own === null ? [server] : [own.server, server];
      closing ??= Promise.all(sockets.map((each) => stop(each, abort, options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS)))
        .then(() => extensions.close())
        .then(() => access.close())
        .then(() => (options.engine ? undefined : engine.close()));
      return closing;
    };
    void engine.warm(); // behind the listening: the first recall need not wait for the encoder
    const url = addressOf(server);
    const consoleUrl = settings.consoleEnabled ? (own?.url ?? `${url}${settings.basePath}/console/`) : null;
    return { url, consoleUrl, engine, close };
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

/** The names that a keyless server on loopback answers to; null where a key or the operator's word stands in for the check. */
function allowedHosts(settings: Settings): readonly string[] | null {
  if (isClosed(settings) || !isLoopback(settings.host)) return null;
  return [...LOOPBACK_NAMES, settings.host, ...settings.allowedHosts];
}
