// The server's app around an engine of this process, without a socket.
// In: where the data is. Out: replies to requests, and an end that waits for those that run.

import { createLog, type Hindsight, openHindsight, quietSettings, type Settings } from "@hindsight-memory/engine";
import { openAccess } from "../access/index.js";
import { createApp } from "../app.js";
import { warnOfUnknown } from "../start-server.js";
import type { HindsightEmbeddedOptions } from "./hindsight-embedded.js";

export interface InProcess {
  readonly engine: Hindsight;
  /** Rejects with the signal's reason when the caller ends the request, as `fetch` does. */
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** How long a close waits for running calls before it cancels them; as a server's does. */
const CLOSE_TIMEOUT_MS = 10_000;

export async function openInProcess(options: HindsightEmbeddedOptions): Promise<InProcess> {
  const env = {
    ...process.env,
    ...options.env,
    ...(options.dataDir !== undefined && { HINDSIGHT_DATA_DIR: options.dataDir, HINDSIGHT_API_DATABASE_URL: "embedded" }),
    ...(options.databaseUrl !== undefined && { HINDSIGHT_API_DATABASE_URL: options.databaseUrl }),
  };
  const settings = quietSettings(env);
  const log = options.log ?? createLog(settings, "embedded");
  const opened = options.engine === undefined ? await openHindsight({ settings, env, ...(options.log && { log: options.log }) }) : null;
  const engine = opened ?? (options.engine as Hindsight);
  try {
    warnOfUnknown(env, log);
    const inside = withoutSocket(settings);
    const access = await openAccess(inside, env, engine, log);
    const shutdown = new AbortController();
    const app = createApp(engine, { access, settings: inside, log, hosts: null, shutdown: shutdown.signal });
    const running = new Set<Promise<Response>>();
    void engine.warm(); // behind the opening: the first recall need not wait for the encoder
    return {
      engine,
      answer(request) {
        const reply = Promise.resolve(app.fetch(request));
        running.add(reply);
        const done = (): boolean => running.delete(reply);
        reply.then(done, done);
        return unlessAborted(reply, request.signal);
      },
      async close() {
        const deadline = setTimeout(() => shutdown.abort(), CLOSE_TIMEOUT_MS);
        await Promise.allSettled(running);
        clearTimeout(deadline);
        shutdown.abort();
        await access.close();
        await opened?.close();
      },
    };
  } catch (cause) {
    await opened?.close(); // else its folder stays locked
    throw cause;
  }
}

/** What guards or describes a socket has nothing to do here: the one key of a server, a prefix of paths, MCP, a line per call. */
function withoutSocket(settings: Settings): Settings {
  return { ...settings, apiKey: settings.tenantMode === "" ? "" : settings.apiKey, basePath: "", mcpEnabled: false, accessLog: false };
}

function unlessAborted(reply: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    reply.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
