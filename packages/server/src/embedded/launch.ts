// Launching: a process of its own for the server of a profile.
// In: the folder, ports and settings. Out: "ready", or "taken" when another process is about to serve the folder; an error with the reason otherwise.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What the process is told on its command line; secrets travel in its environment. */
export interface Launch {
  readonly folder: string;
  readonly port: number;
  /** A port that the program asked for; any other gives way to a free one. */
  readonly isPortFixed: boolean;
  /** 0 is never. */
  readonly idleTimeoutMs: number;
  readonly keepRunning: boolean;
}

/** What the process says once. */
export type Launched = { readonly is: "ready" | "taken" } | { readonly is: "failed"; readonly reason: string };

/** As the reference's daemon log (shared/contract/clients.md §5). */
const LOG_MAX_BYTES = 10_485_760;

export const logOf = (folder: string): string => path.join(folder, "server.log");

export async function launch(what: Launch, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<Launched> {
  mkdirSync(what.folder, { recursive: true, mode: 0o700 });
  const log = openLog(logOf(what.folder));
  const child = spawn(process.execPath, [...entry(), JSON.stringify(what)], {
    detached: true, // a Ctrl-C in the terminal is for the program; the server ends when it is given back
    windowsHide: true,
    stdio: ["ignore", log, log, "ipc"],
    env: { MALLOC_ARENA_MAX: "2", ...env }, // smaller, as bin/hindsight.js has it
  });
  closeSync(log);
  try {
    return await firstWord(child, timeoutMs);
  } finally {
    if (child.connected) child.disconnect();
    child.unref();
  }
}

function firstWord(child: ChildProcess, timeoutMs: number): Promise<Launched> {
  return new Promise((resolve) => {
    const failed = (reason: string): void => settle({ is: "failed", reason });
    const settle = (result: Launched): void => {
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => {
      child.kill();
      failed(`it was not ready within ${timeoutMs} ms`);
    }, timeoutMs);
    child.once("message", (message) => settle(message as Launched));
    child.once("error", (cause) => failed(cause.message));
    child.once("exit", (code, signal) => failed(`its process ended (${signal ?? `exit ${code}`})`));
  });
}

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > LOG_MAX_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, "a", 0o600);
}

/** The process's module: the built one, or from sources the TypeScript one through tsx, unless what is tested has just been built (as the engine's start-thread.ts). */
function entry(): readonly string[] {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const isSource = import.meta.url.endsWith(".ts");
  const built = isSource ? path.join(folder, "../../dist/embedded") : folder;
  if (!isSource || process.env.HINDSIGHT_TEST_BUILT === "1") return ["--max-semi-space-size=64", path.join(built, "daemon.js")];
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return ["--conditions=source", "--import", tsx, path.join(folder, "daemon.ts")];
}
