// Profiles: servers by name, each with its address and key, in files that only their owner reads.
// In: a name and the home folder. Out: the address and the key. `~/.hindsight/config` is the one without a name.

import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { parse, stringify } from "smol-toml";
import { CliError } from "./cli-error.js";

export interface Profile {
  /** Null when the file names none: the usual address. */
  readonly url: string | null;
  readonly key: string | null;
}

export type Env = Readonly<Record<string, string | undefined>>;

const ENDING = ".toml";

export const hindsightFolder = (env: Env): string => path.join(env.HOME || env.USERPROFILE || homedir(), ".hindsight");
const profileFolder = (env: Env): string => path.join(hindsightFolder(env), "cli-profiles");

/** Where a profile lies; null is the one without a name. Throws a CliError on a name that is none: it would be another file. */
export function profileFile(env: Env, name: string | null): string {
  if (name === null) return path.join(hindsightFolder(env), "config");
  if (!/^\w[\w.-]*$/.test(name)) throw new CliError(`"${name}" is no name for a profile: letters, digits, ".", "_" and "-".`);
  return path.join(profileFolder(env), `${name}${ENDING}`);
}

/** Null when there is none of that name. Throws a CliError when its file cannot be read or understood. */
export function readProfile(env: Env, name: string | null): Profile | null {
  const file = profileFile(env, name);
  const text = textOf(file);
  if (text === null) return null;
  let fields: Readonly<Record<string, unknown>>;
  try {
    fields = parse(text);
  } catch (cause) {
    // The parser's message shows the line, which may be the key's.
    const at = (cause as { readonly line?: number }).line;
    throw new CliError(
      `${file} is no TOML${at === undefined ? "" : ` (line ${at})`}. "${name === null ? "hindsight configure" : `hindsight profile create ${name}`}" writes it anew.`,
    );
  }
  return { url: word(fields.api_url, "api_url", file), key: word(fields.api_key, "api_key", file) };
}

/** Writes a file that nobody but its owner reads, whole or not at all. Returns its path. */
export function writeProfile(env: Env, name: string | null, { url, key }: Profile): string {
  const file = profileFile(env, name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const half = `${file}.${randomUUID()}`;
  const fields = { ...(url === null ? {} : { api_url: url }), ...(key === null ? {} : { api_key: key }) };
  writeFileSync(half, `${stringify(fields)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(half, file);
  return file;
}

export function deleteProfile(env: Env, name: string): void {
  rmSync(profileFile(env, name));
}

export function profileNames(env: Env): readonly string[] {
  try {
    const files = readdirSync(profileFolder(env)).filter((file) => file.endsWith(ENDING));
    return files.map((file) => file.slice(0, -ENDING.length)).sort();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw cause;
  }
}

/** The profile that is meant where none is named; null when that is none. Another of the same name may be a server of this machine (server/embedded). */
export const activeProfile = (env: Env): string | null => textOf(activeFile(env))?.trim() || null;

/** Null takes it away. */
export function setActiveProfile(env: Env, name: string | null): void {
  rmSync(activeFile(env), { force: true });
  if (name === null) return;
  mkdirSync(hindsightFolder(env), { recursive: true, mode: 0o700 });
  writeFileSync(activeFile(env), `${name}\n`, { mode: 0o600, flag: "wx" });
}

const activeFile = (env: Env): string => path.join(hindsightFolder(env), "active_profile");

/** Enough of a key to tell it from another, never enough to use it. */
export function masked(key: string | null): string | null {
  if (key === null) return null;
  return key.length < 12 ? "…" : `${key.slice(0, 3)}…${key.slice(-3)}`;
}

/** An address as it is kept; `where` it was found is said of one that is wrong. Throws a CliError on what is none. */
export function checkedUrl(text: string, where?: string): string {
  const found = where === undefined ? "" : `${where}: `;
  const url = URL.canParse(text) ? new URL(text) : null;
  // Not shown: the password would stand in errors and lists.
  if (url !== null && (url.username !== "" || url.password !== ""))
    throw new CliError(
      `${found}the address has a name and a password in it, which no request carries. Leave them out; a key is given by itself.`,
    );
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CliError(`${found}"${text}" is no address: http://host:port or https://host.`);
  return text.replace(/\/+$/, "");
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

function word(value: unknown, field: string, file: string): string | null {
  if (value === undefined || value === "") return null;
  if (typeof value !== "string") throw new CliError(`${field} in ${file} is no text.`);
  return value;
}
