// What a running server of a profile leaves in its folder for the programs that look for it.
// In: the folder. Out: where it listens, and where programs tell it that they use it.

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface ServerState {
  /** Base URL of the API, with its base path. */
  readonly url: string;
  readonly pid: number;
  /** Loopback port on which programs take and give back their hold. */
  readonly controlPort: number;
  /** Only who may read the folder may hold or stop the server. */
  readonly token: string;
  /** Digests of the settings that it was started with (settings-digest.ts). */
  readonly settings?: Readonly<Record<string, string>>;
}

const FILE = "server.json";

/** The server that was there last; null when none is told of. It may be gone: only a hold shows that it runs. */
export function readState(folder: string): ServerState | null {
  try {
    const state = JSON.parse(readFileSync(path.join(folder, FILE), "utf8")) as ServerState | null;
    const { controlPort = 0, url, token } = state ?? {};
    const isWhole = Number.isInteger(controlPort) && controlPort > 0 && controlPort < 65_536;
    return isWhole && typeof url === "string" && typeof token === "string" ? state : null;
  } catch {
    return null; // no file, or one that is none of ours: both mean that no server is known
  }
}

/** In one step, so that nobody reads half of it. */
export function writeState(folder: string, state: ServerState): void {
  const beside = path.join(folder, `${FILE}.${state.pid}`);
  writeFileSync(beside, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(beside, path.join(folder, FILE));
}

export function removeState(folder: string): void {
  rmSync(path.join(folder, FILE), { force: true });
}
