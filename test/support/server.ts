// A server of one's own for a test file: the real engine on a fresh database, behind a real socket.
// In: settings. Out: calls over HTTP, as they come and byte for byte.
// HINDSIGHT_TEST_SERVER=postgres puts every server that does not choose on the native PostgreSQL of the tests.

import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { loadSettings, openHindsight } from "@hindsight-memory/engine";
import { startServer } from "@hindsight-memory/server";
import type { Logger } from "pino";
import { perProcess } from "../../packages/engine/test/support/per-process.js";
import "../../packages/engine/test/support/one-encoder.js";
import { freshServerDatabase } from "../../packages/engine/test/support/server-databases.js";
import { type StatusCheck, statusCheck } from "./declared.js";

/** A reply, with its body read and, where it is JSON, parsed. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed body; undefined when it is no JSON. Tests look into it as they like. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into replies freely, and fails when they differ.
  readonly body: any;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface TestServer {
  readonly url: string;
  /** Sends the path byte for byte; an object is sent as JSON, text and bytes as they are. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** Retains and returns the reply, which must be a success. */
  retain(bank: string, items: readonly Readonly<Record<string, unknown>>[]): Promise<Reply>;
  /** Waits until no operation and no embedding is pending. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export type TestEngine = "pglite" | "postgres";

/** Stories about learning switch it on; the others count calls and memories, which observations would add to. */
const QUIET = { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false" };

let check: Promise<StatusCheck> | undefined;

/** One for all servers of a file, by the specification of the first: settings change none of its statuses. */
function declared(url: string): Promise<StatusCheck> {
  check ??= specificationOf(url).then(statusCheck);
  return check;
}

type Specification = Parameters<typeof statusCheck>[0];

/** The specification is made once per process, which takes 0.3 s; one that does not come, or comes with other paths than the usual, is not kept. */
async function specificationOf(url: string): Promise<Specification> {
  const kept = perProcess("specification", (): { usual?: Specification } => ({}));
  if (kept.usual !== undefined) return kept.usual;
  const { status, body } = await send(url, "GET", "/openapi.json");
  if (status === 200 && "/v1/default/banks" in body.paths) kept.usual = body;
  return body;
}

/** With a `log`, everything that the engine and the server log goes there. */
export async function openServer(
  env: Readonly<Record<string, string>> = {},
  engine: TestEngine = process.env.HINDSIGHT_TEST_SERVER === "postgres" ? "postgres" : "pglite",
  log?: Logger,
): Promise<TestServer> {
  const database = await freshServerDatabase(engine);
  const all = { HINDSIGHT_API_PORT: "0", HINDSIGHT_API_LOG_LEVEL: "fatal", ...QUIET, ...database.env, ...env };
  const logged = log === undefined ? {} : { log, engine: await openHindsight({ settings: loadSettings(all), log }) };
  const server = await startServer({ env: all, closeTimeoutMs: 2_000, ...logged });
  const call: TestServer["call"] = async (method, path, body, options) => {
    const reply = await send(server.url, method, path, body, options);
    (await declared(server.url))(method, path, reply.status);
    return reply;
  };
  return {
    url: server.url,
    call,
    async retain(bank, items) {
      const reply = await call("POST", `/v1/default/banks/${encodeURIComponent(bank)}/memories`, { items });
      if (reply.status !== 200) throw new Error(`retain answered ${reply.status}: ${reply.text}`);
      return reply;
    },
    idle: () => server.engine.idle(),
    async close() {
      await server.close();
      await logged.engine?.close();
      await database.drop();
    },
  };
}

/** `node:http` instead of fetch: fetch rewrites paths (`..`, `%2E`) before it sends them. */
export function send(base: string, method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Reply> {
  const { hostname, port } = new URL(base);
  const payload = body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const headers: Record<string, string> =
    payload === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(payload)) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, method, path, headers: { ...headers, ...options.headers }, ...(options.signal ? { signal: options.signal } : {}) },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed(text, response.headers) });
        });
      },
    );
    request.on("error", reject);
    request.end(payload);
  });
}

function parsed(text: string, headers: IncomingHttpHeaders): unknown {
  return headers["content-type"]?.includes("json") && headers["content-encoding"] === undefined && text !== ""
    ? JSON.parse(text)
    : undefined;
}

/** Path of a bank, its id percent-encoded. */
export function bankPath(bank: string, rest = ""): string {
  return `/v1/default/banks/${encodeURIComponent(bank)}${rest}`;
}
