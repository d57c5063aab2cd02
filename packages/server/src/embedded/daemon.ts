// The process of a profile's server: starts it, says so, and ends when nobody needs it.
// In: a Launch as its argument, settings in its environment. Out: a server, server.json in the folder, and one word to who started it.

import path from "node:path";
import { HindsightError, loadSettings, lockFolder } from "@hindsight-memory/engine";
import { type RunningServer, startServer } from "../start-server.js";
import { openControl } from "./control.js";
import { whenIdle } from "./idle.js";
import type { Launch, Launched } from "./launch.js";
import { digestsOf } from "./settings-digest.js";
import { removeState, writeState } from "./state.js";

const launch = JSON.parse(process.argv[2] ?? "{}") as Launch;

/** Who started it may be gone by now: then nobody hears, and nobody needs to. */
function say(word: Launched): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve();
    process.send(word, () => resolve());
  });
}

async function serve(): Promise<void> {
  const { folder } = launch;
  const lock = await lockFolder(path.join(folder, "server")).catch((cause: unknown) => {
    if (cause instanceof HindsightError && cause.code === "data_folder_locked") return null;
    throw cause;
  });
  if (lock === null) return end({ is: "taken" }, 0);
  const server = await startOnPort(launch.port);
  let isEnding = false;
  const stop = (): void => {
    if (isEnding) return;
    isEnding = true;
    removeState(folder); // from here on nobody finds it
    control.letGo();
    unwatch();
    server.close().then(
      () => leave(0),
      (cause: unknown) => {
        process.stderr.write(`The server did not close cleanly: ${reasonOf(cause)}\n`);
        leave(1);
      },
    );
  };
  const leave = (status: number): void => {
    lock.release();
    control.close();
    process.exitCode = status;
    setTimeout(() => process.exit(), 1_000).unref(); // connections that do not end are no reason to stay
  };
  const control = await openControl({ keepRunning: launch.keepRunning, onEnd: stop });
  const unwatch = whenIdle(launch.idleTimeoutMs, () => server.engine.idle(), stop);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  const url = server.url + loadSettings(process.env).basePath;
  const { port: controlPort, token } = control;
  writeState(folder, { url, pid: process.pid, controlPort, token, settings: digestsOf(process.env, token) });
  await say({ is: "ready" });
}

/** A port that follows from a name may be another program's: then any free one will do. */
async function startOnPort(port: number): Promise<RunningServer> {
  try {
    return await startServer({ env: { ...process.env, HINDSIGHT_API_PORT: String(port) } });
  } catch (cause) {
    const isTaken = cause instanceof Error && (cause.cause as NodeJS.ErrnoException | undefined)?.code === "EADDRINUSE";
    if (!isTaken || launch.isPortFixed || port === 0) throw cause;
    return startOnPort(0);
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

async function end(word: Launched, status: number): Promise<void> {
  await say(word);
  process.exit(status);
}

serve().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.stack : String(cause)}\n`);
  return end({ is: "failed", reason: reasonOf(cause) }, 1);
});
