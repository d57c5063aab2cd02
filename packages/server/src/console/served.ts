// Where the console is served: below /console of the API's port, and at the root of a port of its own.
// In: the API's app and settings. Out: what answers on the API's port, and the console's own listener.

import type { Server } from "node:http";
import type { Settings } from "@hindsight-memory/engine";
import { addressOf, listenerOf, openSocket } from "../http/socket.js";
import { targetOf } from "../http/target.js";
import { type Bindings, HindsightError, type HttpLog } from "../http/types.js";
import { isLoopback, LOOPBACK_NAMES } from "../middleware/host-guard.js";
import { type Console, openConsole } from "./index.js";
import type { FetchApp } from "./own-api.js";
import { GUARDS } from "./replies.js";

const NAME = "/console";

export interface ServedConsoleParts {
  readonly app: FetchApp;
  readonly settings: Settings;
  readonly log: HttpLog;
  /** Names that a keyless server on loopback answers to; null checks nothing. */
  readonly hosts: readonly string[] | null;
  /** Folder of the built console; that of its package unless given. */
  readonly folder?: string | undefined;
  /** Port of the console's own; 0 takes a free one, null opens none. */
  readonly port: number | null;
}

export interface ServedConsole {
  /** The app, with the console below `/console`. */
  readonly fetch: FetchApp["fetch"];
  /** Null where no port of its own is open. */
  readonly own: { readonly server: Server; readonly url: string } | null;
}

export async function serveConsole(parts: ServedConsoleParts): Promise<ServedConsole> {
  const { app, settings, log, hosts } = parts;
  if (!settings.consoleEnabled) return { fetch: (request, env) => app.fetch(request, env), own: null };
  const console = openConsole({ app, settings, log, folder: parts.folder ?? (await builtFolder()) });
  return {
    fetch: besides(app, console, settings.basePath, hosts),
    own: parts.port === null ? null : await ownPort(console, parts, parts.port),
  };
}

/** Requests below `/console` go to the console, all others to the app. */
function besides(app: FetchApp, console: Console, basePath: string, hosts: readonly string[] | null): FetchApp["fetch"] {
  const answer = console.at({ mount: `${basePath}${NAME}/`, hosts });
  return (request, env) => {
    const { path, query } = targetOf(request, env, basePath);
    if (path.startsWith(`${NAME}/`)) return answer({ path: path.slice(NAME.length + 1), query }, request, env);
    // Relative, so that it also holds behind a proxy that strips a prefix.
    if (path === NAME)
      return new Response(null, { status: 308, headers: { ...GUARDS, Location: `console/${query === "" ? "" : `?${query}`}` } });
    return app.fetch(request, env);
  };
}

/** A port that cannot be had is warned of: the console is there on the API's port, and the memory is what matters. */
async function ownPort(console: Console, { settings, log }: ServedConsoleParts, port: number): Promise<ServedConsole["own"]> {
  const host = settings.consoleHost || settings.host;
  checkExposure(console, settings, host);
  const hosts = isLoopback(host) ? [...LOOPBACK_NAMES, host, ...settings.allowedHosts] : null;
  const answer = console.at({ mount: "/", hosts });
  const serve = listenerOf((request: Request, env: Bindings) => {
    const { path, query } = targetOf(request, env, "");
    return answer({ path: path.slice(1), query }, request, env);
  });
  try {
    const server = await openSocket({ host, port }, { host: "HINDSIGHT_CP_HOSTNAME", port: "HINDSIGHT_CP_PORT" }, serve);
    return { server, url: `${addressOf(server)}/` };
  } catch (cause) {
    if (!(cause instanceof HindsightError)) throw cause;
    log.warn({ host, port }, `The console has no port of its own, and is at ${settings.basePath}${NAME}/ of the API's. ${cause.message}`);
    return null;
  }
}

/** Refuses to offer a memory that asks nobody to a network by way of its console. */
function checkExposure(console: Console, settings: Settings, host: string): void {
  if (console.needsLogin || isLoopback(host) || settings.allowOpen) return;
  throw new HindsightError(
    "configuration_invalid",
    `HINDSIGHT_CP_HOSTNAME is ${host}: everyone who reaches the console there could read and change every bank. ` +
      "Set HINDSIGHT_CP_ACCESS_KEY to a key of your choice, or HINDSIGHT_API_ALLOW_OPEN=true if the network around it is trusted.",
  );
}

/** Where the package of the console is left out, its addresses say that it is not built. */
async function builtFolder(): Promise<string | null> {
  try {
    return (await import("@hindsight-memory/console")).folder;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return null;
    throw cause;
  }
}
