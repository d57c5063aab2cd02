// The process that keeps a mount in step in the background: started, found and ended by the lock of its folder.
// In: a mount. Out: a process of its own and its first word; or its end.

import { spawn } from "node:child_process";
import { closeSync, constants, fstatSync, ftruncateSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CliError } from "../cli-error.js";
import { daemonLock } from "./health.js";
import { CONTROL, type Mount } from "./settings.js";

/** What the process says once. */
export type FirstWord =
  | { readonly is: "mounted"; readonly line: string }
  | { readonly is: "waiting"; readonly why: string }
  | { readonly is: "refused"; readonly why: string };

/** As the embedded server's log. */
const LOG_MAX_BYTES = 10_485_760;
const FIRST_WORD_MS = 150_000;
const END_MS = 30_000;

export const logOf = (dir: string): string => path.join(dir, CONTROL, "daemon.log");

/** The process that keeps `dir` in step; null when none does. */
export async function runningIn(dir: string): Promise<number | null> {
  const { lockHolder } = await import("@hindsight-memory/engine/folder-lock");
  const holder = await lockHolder(daemonLock(dir));
  if (holder !== null && holder.host !== hostname())
    throw new CliError(`${dir} is kept in step by process ${holder.pid} on ${holder.host}. Ask there.`);
  return holder?.pid ?? null;
}

/** Starts it; resolves when its first pass has ended. Its folder is opened already, and its settings are kept there. */
export async function startDaemon({ dir, connection }: Mount, env: NodeJS.ProcessEnv): Promise<FirstWord & { readonly pid: number }> {
  const log = openLog(logOf(dir));
  const { npm_lifecycle_event: _, ...own } = env; // a command of npx ends with npx (stop-on-signal.ts); this one stays
  const child = spawn(process.execPath, [...entry(), "fs", "run", dir], {
    detached: true, // a Ctrl-C in the terminal is for others
    windowsHide: true,
    stdio: ["ignore", log, log, "ipc"],
    env: { ...own, HINDSIGHT_API_URL: connection.url, HINDSIGHT_API_KEY: connection.key ?? "" },
  });
  closeSync(log);
  const word = await new Promise<FirstWord>((resolve) => {
    const timer = setTimeout(resolve, FIRST_WORD_MS, {
      is: "waiting",
      why: `no answer within ${FIRST_WORD_MS / 1000} s`,
    } satisfies FirstWord);
    child.once("message", (message) => resolve(message as FirstWord));
    child.once("error", (cause) => resolve({ is: "refused", why: cause.message }));
    child.once("exit", (code, signal) => resolve({ is: "refused", why: `its process ended (${signal ?? `exit ${code}`})` }));
    child.once("message", () => clearTimeout(timer));
    child.once("exit", () => clearTimeout(timer));
  });
  if (child.connected) child.disconnect();
  child.unref();
  return { ...word, pid: child.pid ?? 0 };
}

/** Ends the process that keeps `dir` in step, and waits for that; null when there was none. */
export async function stopDaemon(dir: string): Promise<number | null> {
  const pid = await runningIn(dir);
  if (pid === null) return null;
  process.kill(pid, "SIGTERM");
  const until = Date.now() + END_MS;
  while ((await runningIn(dir)) === pid) {
    if (Date.now() > until) throw new CliError(`Process ${pid} does not end. Its log is ${logOf(dir)}.`);
    await sleep(50);
  }
  return pid;
}

/** Never through a link: the folder may be somebody else's. */
function openLog(file: string): number {
  const log = openSync(file, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0), 0o600);
  if (fstatSync(log).size > LOG_MAX_BYTES) ftruncateSync(log);
  return log;
}

/** The command's own module: the built one, or from sources the TypeScript one through tsx. */
function entry(): readonly string[] {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  if (!import.meta.url.endsWith(".ts")) return [path.join(folder, "../main.js")];
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return ["--conditions=source", "--import", tsx, path.join(folder, "../main.ts")];
}
