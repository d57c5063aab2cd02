// A worker as a process of its own: the queue of a shared PostgreSQL, and a small HTTP door for probes and metrics.
// In: the environment. Out: an address for probes, and a close that lets running operations end.

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createLog,
  dataFolder,
  type Hindsight,
  HindsightError,
  loadSettings,
  openHindsight,
  type Settings,
} from "@hindsight-memory/engine";
import { openAccess } from "./access/index.js";
import { liveness, readinessOf } from "./routes/health.js";
import { METRICS_TYPE } from "./routes/metrics.js";
import { warnOfUnknown } from "./start-server.js";

export interface WorkerOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long `close` lets operations go on before they are put back in line; 30 s unless given (the contract's). */
  readonly drainMs?: number;
}

export interface RunningWorker {
  /** Base URL of the probes. */
  readonly url: string;
  readonly workerId: string;
  readonly slots: number;
  /** Takes nothing new, waits for what runs, puts the rest back in line. Calling it again waits for the same end. */
  close(): Promise<void>;
}

const DRAIN_MS = 30_000;

/** Starts a worker. Throws `configuration_invalid` on the embedded database, which one process has alone, or when the port is taken. */
export async function startWorker({ env, drainMs = DRAIN_MS }: WorkerOptions): Promise<RunningWorker> {
  const settings: Settings = { ...loadSettings(env), workerEnabled: true };
  const folder = dataFolder(settings);
  if (folder !== null) {
    const message =
      `A worker needs a PostgreSQL server that it shares with the API: set HINDSIGHT_API_DATABASE_URL. The embedded database in ${folder} is open in ` +
      "one process at a time, and the server that has it works its queue itself.";
    throw new HindsightError("configuration_invalid", message);
  }
  let answer: RequestListener = (_, response) => reply(response, 503, { status: "unhealthy", reason: "not_initialized" });
  const server = createServer((request, response) => answer(request, response));
  await listen(server, settings); // first: a taken port must be known before work is begun
  let opened: Hindsight | null = null;
  try {
    opened = await openHindsight({ settings, env, service: "hindsight-worker" });
    const engine = opened;
    const log = createLog(settings, "worker");
    warnOfUnknown(env, log);
    answer = (request, response) => void probe(engine, request, response);
    const access = await openAccess(settings, env, engine, log); // an extension has settings of tenants, which its work heeds too
    let closing: Promise<void> | null = null;
    const close = async (): Promise<void> => {
      await access.close();
      await engine.close({ drainMs }); // probes are answered meanwhile
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    };
    const { workerId, slots } = engine.worker();
    return {
      url: urlOf(server),
      workerId,
      slots,
      close() {
        closing ??= close();
        return closing;
      },
    };
  } catch (cause) {
    server.close();
    await opened?.close();
    throw cause;
  }
}

/** What a worker answers; it holds no route that reads a memory, so no key guards it. */
async function probe(engine: Hindsight, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "").split("?")[0];
  try {
    if (request.method !== "GET" && request.method !== "HEAD") return reply(response, 405, { detail: "A worker is only asked, with GET." });
    if (path === "/health/live") return reply(response, 200, { ...liveness(), ...stateOf(engine) });
    if (path === "/health" || path === "/health/ready") {
      const { status, body } = await readinessOf(engine);
      return reply(response, status, body);
    }
    if (path === "/metrics") {
      const text = await engine.metrics();
      response.writeHead(200, { "Content-Type": METRICS_TYPE }).end(text);
      return;
    }
    if (path === "/")
      return reply(response, 200, { service: "hindsight worker", ...stateOf(engine), routes: ["/health", "/health/live", "/metrics"] });
    return reply(response, 404, { detail: "A worker answers /health, /health/live and /metrics; the API is the server's." });
  } catch (cause) {
    reply(response, 503, { status: "unhealthy", error: cause instanceof Error ? cause.message : String(cause) });
  }
}

function stateOf(engine: Hindsight): Readonly<Record<string, unknown>> {
  const { workerId, slots, running, isStopping, lastPollAt } = engine.worker();
  return {
    worker_id: workerId,
    is_shutdown: isStopping,
    seconds_since_last_poll: lastPollAt === null ? null : Math.round(Date.now() - lastPollAt.getTime()) / 1000,
    slots,
    running: Object.fromEntries(running),
  };
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function listen(server: Server, { host, workerHttpPort }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException): void => {
      const hint =
        cause.code === "EADDRINUSE"
          ? "another program listens there, perhaps another worker; give each its own HINDSIGHT_API_WORKER_HTTP_PORT (0 takes a free one)"
          : cause.message;
      reject(new HindsightError("configuration_invalid", `Cannot listen on ${host}:${workerHttpPort}: ${hint}.`, { cause }));
    };
    server.once("error", onError);
    server.listen({ host: host.replace(/^\[|\]$/g, ""), port: workerHttpPort }, () => {
      server.off("error", onError);
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${address === "0.0.0.0" || address === "::" ? "localhost" : family === "IPv6" ? `[${address}]` : address}:${port}`;
}
