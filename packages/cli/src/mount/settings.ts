// What a mount is: a bank of a server as a folder of Markdown files, and how often it is brought up to date.
// In: options, the folder's own config.json, the environment. Out: one set of settings, the first that says something winning in this order.
// A folder may be somebody else's, so that its config.json names a server but never gets a key: a key goes to an address that the user has named.

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli-error.js";
import { type Connection, connectionOf } from "../connection.js";
import { checkedUrl, type Env } from "../profiles.js";
import type { Place } from "../projection/disk.js";

/** What is ours in the folder (shared/contract/clients.md §3). */
export const CONTROL = ".hindsight-fs";
const CONFIG = "config.json";
const USUAL_DIR = "hindsight-fs";
const USUAL_INTERVAL_S = 30;
const LONGEST_INTERVAL_S = 86_400;

export interface MountOptions {
  readonly dir?: string;
  readonly bank?: string;
  readonly apiUrl?: string;
  readonly token?: string;
  readonly interval?: string;
  readonly writable?: boolean;
  /** Of the program. */
  readonly profile?: string;
}

export interface Mount {
  /** Absolute. */
  readonly dir: string;
  readonly bank: string;
  readonly intervalS: number;
  readonly isWritable: boolean;
  readonly connection: Pick<Connection, "url" | "key">;
  readonly profile: string | null;
}

interface Saved {
  readonly bank: string;
  readonly api_url: string;
  readonly profile: string | null;
  readonly interval_seconds: number;
  readonly writable: boolean;
}

export const dirOf = ({ dir }: MountOptions, named: string | undefined, env: Env): string =>
  path.resolve(dir ?? named ?? (env.HINDSIGHT_FS_DIR || USUAL_DIR));

/** The settings of what is to be mounted, or is. Throws a CliError that says which one is missing or wrong. */
export function mountOf(dir: string, options: MountOptions, env: Env): Mount {
  const saved = savedIn(dir);
  const bank = options.bank ?? saved?.bank ?? env.HINDSIGHT_BANK_ID;
  if (!bank) throw new CliError("Which bank? Give --bank, or set HINDSIGHT_BANK_ID.");
  return {
    dir,
    bank,
    intervalS: secondsOf(options.interval ?? saved?.interval_seconds ?? (env.HINDSIGHT_FS_INTERVAL || USUAL_INTERVAL_S), "--interval"),
    isWritable: options.writable ?? saved?.writable ?? false,
    ...serverOf(options, saved, env),
  };
}

/** The settings of a folder that is mounted already. Throws a CliError when it is none. */
export function mountedAt(dir: string, options: MountOptions, env: Env): Mount {
  if (savedIn(dir) === null)
    throw new CliError(`Nothing is mounted at ${dir}. "hindsight fs mount ${dir} --bank BANK" mounts a bank there.`);
  return mountOf(dir, options, env);
}

/** Whether the folder is still there, with its settings. */
export const isMounted = ({ dir }: Pick<Mount, "dir">): boolean => existsSync(path.join(dir, CONTROL, CONFIG));

/** How files lie in the folder. */
export const placeOf = ({ isWritable }: Pick<Mount, "isWritable">): Omit<Place, "root"> => ({
  control: CONTROL,
  mode: isWritable ? 0o644 : 0o444,
});

/** Keeps all but the key. */
export function saveMount({ dir, bank, connection, profile, intervalS, isWritable }: Mount): void {
  const saved: Saved = { bank, api_url: connection.url, profile, interval_seconds: intervalS, writable: isWritable };
  writeAtOnce(path.join(dir, CONTROL, CONFIG), saved);
}

/** Writes JSON, whole or not at all. */
export function writeAtOnce(file: string, value: unknown): void {
  const half = `${file}.${randomUUID()}`;
  writeFileSync(half, `${JSON.stringify(value, null, 1)}\n`, { flag: "wx" });
  renameSync(half, file);
}

/** Null when there is no such file. Throws a CliError for one that is no JSON. */
export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new CliError(`${file} cannot be read: ${(cause as Error).message}. Delete it, and mount again.`, { cause });
  }
}

/** A number of whole seconds. Throws a CliError that names the option. */
export function secondsOf(value: string | number, option: string): number {
  const seconds = Number(value);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_INTERVAL_S) return seconds;
  throw new CliError(`${option} takes whole seconds from 1 to ${LONGEST_INTERVAL_S}; "${value}" is none.`);
}

function savedIn(dir: string): Saved | null {
  const file = path.join(dir, CONTROL, CONFIG);
  const saved = readJson<Partial<Saved>>(file);
  if (saved === null) return null;
  if (typeof saved.bank === "string" && typeof saved.api_url === "string")
    return { profile: null, interval_seconds: USUAL_INTERVAL_S, writable: false, ...saved } as Saved;
  throw new CliError(`${file} does not say which bank of which server this is. Delete it, and mount again.`);
}

function serverOf({ apiUrl, token, profile: named }: MountOptions, saved: Saved | null, env: Env): Pick<Mount, "connection" | "profile"> {
  if (apiUrl !== undefined)
    return { connection: { url: checkedUrl(apiUrl), key: token ?? (env.HINDSIGHT_API_KEY || null) }, profile: null };
  const ofProfile = named === undefined && saved?.profile && !env.HINDSIGHT_API_URL ? saved.profile : undefined;
  const here = ofProfile === undefined ? usual(env, named) : known(env, ofProfile);
  if (here !== null && (saved === null || named !== undefined || here.connection.url === saved.api_url))
    return token === undefined ? here : { ...here, connection: { ...here.connection, key: token } };
  const url = saved?.api_url ?? "";
  if (token !== undefined) throw new CliError(`The folder is of ${url}: give that as --api-url, so that the token goes there.`);
  return { connection: { url, key: null }, profile: here === null ? (ofProfile ?? null) : null };
}

/** The server that commands speak to here. Throws a CliError for a profile that there is none of. */
function usual(env: Env, profile: string | undefined): Pick<Mount, "connection" | "profile"> {
  const { url, key } = connectionOf(env, profile);
  return { connection: { url, key }, profile: env.HINDSIGHT_API_URL ? null : (profile ?? (env.HINDSIGHT_PROFILE || null)) };
}

/** The server of a profile that a folder was mounted with; null when that is gone or does not run. */
function known(env: Env, profile: string): Pick<Mount, "connection" | "profile"> | null {
  try {
    return usual(env, profile);
  } catch (cause) {
    if (cause instanceof CliError) return null; // the folder's own address is left, without a key
    throw cause;
  }
}
