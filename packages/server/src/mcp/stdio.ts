// MCP on standard input and output, with the memory in this process or in a server that runs already.
// In: the environment or an address, and a bank to stay in or none. Out: the protocol on stdout and nothing else; logs go to stderr or a file.

import { randomUUID } from "node:crypto";
import { createLog, type LogSettings, type LogSink, loadSettings, openHindsight } from "@hindsight-memory/engine";
import { pino } from "pino";
import { fullCaller } from "../access/index.js";
import { openExtensions } from "../extensions/index.js";
import { admissionGates } from "../middleware/admission.js";
import type { BridgeOptions } from "./bridge.js";
import { offerOf } from "./offer.js";

export interface StdioOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The bank that the agent stays in; null lets each call name one. */
  readonly bank: string | null;
  /** Where logs go; standard error when null. */
  readonly logFile: string | null;
}

export interface RunningStdio {
  /** Resolves when the client has hung up and all is closed. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** How long running calls may go on after the client has hung up, in ms. */
const LINGER_MS = 5_000;

/** Opens the memory and serves it. Throws `data_folder_locked` when another process has it open. */
export async function serveStdio({ env, bank, logFile }: StdioOptions): Promise<RunningStdio> {
  const settings = loadSettings(env);
  const log = createLog(stdioLogSettings(settings, env, logFile), "mcp", ...(logFile === null ? [] : [fileSink(logFile)]));
  const engine = await openHindsight({ settings, env, log });
  const { connection, StdioServerTransport } = await import("./protocol.js");
  const shutdown = new AbortController();
  const extensions = await openExtensions({ ...settings, httpExtension: "" }, env, { tenants: engine.tenants, log });
  const options = { settings, log, extensions, hosts: null, shutdown: shutdown.signal };
  const parts = { options, gates: admissionGates(settings), audit: engine.audit, noteRecallPhase: engine.noteRecallPhase };
  // Whoever may start this process may read its folder: no key stands between.
  const request = { caller: fullCaller(engine.tenant), headerBank: null, requestId: `stdio-${randomUUID()}` };
  const { server, running } = connection(offerOf(engine, parts, bank), request);
  let closing: Promise<void> | null = null;
  let hasEnded = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    hasEnded = resolve;
  });
  const close = (): Promise<void> => {
    closing ??= (async () => {
      await idle(running, LINGER_MS);
      shutdown.abort();
      await server.close();
      await extensions.close();
      await engine.close();
      hasEnded();
    })();
    return closing;
  };
  atHangUp(close);
  await server.connect(new StdioServerTransport());
  void engine.warm();
  return { ended, close };
}

/** Agents show what comes on standard error as a failure: there it is failures alone, unless a level is asked for. */
export function stdioLogSettings(settings: LogSettings, env: StdioOptions["env"], logFile: string | null): LogSettings {
  const isAsked = logFile !== null || (env.HINDSIGHT_API_LOG_LEVEL ?? "") !== "";
  return isAsked ? settings : { ...settings, logLevel: "error" };
}

/** Written at once: the process may end with its client. */
function fileSink(file: string): LogSink {
  const destination = pino.destination({ dest: file, mkdir: true, sync: true });
  return { isTerminal: false, write: (line) => void destination.write(line) };
}

async function idle(running: () => number, mostMs: number): Promise<void> {
  const until = Date.now() + mostMs;
  while (running() > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Passes messages on to a server until the client hangs up. The client of the protocol is loaded when it is used. */
export async function bridgeStdio(options: BridgeOptions): Promise<RunningStdio> {
  const [{ bridge }, { StdioServerTransport }] = await Promise.all([import("./bridge.js"), import("./protocol.js")]);
  const running = await bridge(new StdioServerTransport(), options);
  atHangUp(running.close);
  return running;
}

function atHangUp(close: () => Promise<void>): void {
  process.stdin.once("end", () => void close());
  process.stdin.once("close", () => void close());
}
