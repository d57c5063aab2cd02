// A profile's server on this machine, which programs start and share (server/embedded), as the commands reach it.
// In: a name, the environment. Out: its address and key; nothing is started here.

import { readFileSync } from "node:fs";
import path from "node:path";
import util from "node:util";
import { CliError } from "./cli-error.js";
import { type Env, hindsightFolder } from "./profiles.js";

/** Null when there is no such profile. Throws a CliError when there is, and its server does not run. */
export function machineServer(env: Env, name: string): { readonly url: string; readonly key: string | null } | null {
  if (!/^[a-z0-9][a-z0-9_-]*$/i.test(name)) return null;
  const folder = path.join(env.HINDSIGHT_DATA_DIR?.trim() || hindsightFolder(env), "profiles");
  const file = textOf(path.join(folder, `${name}.env`));
  const settings = file === null ? {} : util.parseEnv(file);
  const elsewhere = settings.HINDSIGHT_EMBED_API_URL;
  if (elsewhere) return { url: elsewhere, key: settings.HINDSIGHT_EMBED_API_TOKEN || null };
  const running = textOf(path.join(folder, name, "server.json"));
  if (running !== null) return { url: urlIn(running), key: settings.HINDSIGHT_API_TENANT_API_KEY || null };
  if (file === null) return null;
  throw new CliError(`The server of profile "${name}" does not run: the program that uses it starts it (docs/embedded.md).`);
}

function urlIn(state: string): string {
  try {
    const { url } = JSON.parse(state) as { readonly url?: unknown };
    if (typeof url === "string") return url;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new CliError("The file that says where the profile's server runs (server.json) cannot be understood. Start the server again.");
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new CliError(`${file} cannot be read: ${message}`, { cause });
  }
}
