// The settings of a profile's server: `<name>.env` beside its folder, which its owner alone reads.
// In: a name, the environment. Out: settings by name; the file changed line by line, so that remarks of people stay.

import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import util from "node:util";
import { HindsightError } from "@hindsight-memory/client";
import { checkedProfile, folderOfProfile } from "./profile.js";

type Env = Readonly<Record<string, string | undefined>>;
export type ProfileSettings = Readonly<Record<string, string>>;

/** @throws HindsightError `bad_argument` for what is no name of a profile */
export const settingsFileOf = (profile: string, env: Env): string => `${folderOfProfile(checkedProfile(profile), env)}.env`;

/** Null where there is no such file. @throws HindsightError `bad_argument` for one that cannot be read */
export function readProfileSettings(profile: string, env: Env): ProfileSettings | null {
  const file = settingsFileOf(profile, env);
  const text = textOf(file);
  return text === null ? null : parsed(text, file);
}

export interface SettingsChange {
  readonly set: ProfileSettings;
  readonly removed: readonly string[];
}

/** Writes the file whole or not at all, and returns what it says then. @throws HindsightError `bad_argument` for a name or a value that such a file cannot hold */
export function changeProfileSettings(profile: string, env: Env, { set, removed }: SettingsChange): ProfileSettings {
  const file = settingsFileOf(profile, env);
  const before = textOf(file) ?? "";
  const gone = new Set([...Object.keys(set), ...removed]);
  for (const name of Object.keys(set)) if (!/^[A-Z][A-Z0-9_]*$/i.test(name)) throw bad(`"${name}" is no name of a setting.`);
  const lines = before.trimEnd() === "" ? [] : before.trimEnd().split("\n");
  const kept = lines.filter((line) => !gone.has(/^\s*(?:export\s+)?([\w.-]+)\s*=/.exec(line)?.[1] ?? ""));
  const text = `${[...kept, ...Object.entries(set).map(([name, value]) => `${name}=${quoted(value, name)}`)].join("\n")}\n`;
  const wanted = { ...Object.fromEntries(Object.entries(parsed(before, file)).filter(([name]) => !gone.has(name))), ...set };
  const after = parsed(text, file);
  if (!util.isDeepStrictEqual({ ...after }, wanted)) throw bad(`${file} has values that go over several lines: change it by hand.`);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const half = `${file}.${randomUUID()}`;
  writeFileSync(half, text, { mode: 0o600, flag: "wx" });
  renameSync(half, file);
  return after;
}

function parsed(text: string, file: string): ProfileSettings {
  if (typeof util.parseEnv !== "function") throw bad(`${file} is read by Node 20.12 or later; this is ${process.version}.`);
  return util.parseEnv(text) as ProfileSettings;
}

function quoted(value: string, name: string): string {
  if (/^[\w./:@,+-]*$/.test(value)) return value;
  const mark = ["'", '"', "`"].find((each) => !value.includes(each) && (each !== '"' || !value.includes("\\")));
  if (mark === undefined || /[\r\n\0]/.test(value))
    throw bad(`The value of ${name} has every kind of quotation mark, or several lines: the file cannot hold it.`);
  return mark + value + mark;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw bad(`${file} cannot be read: ${message}`);
  }
}

const bad = (message: string): HindsightError => new HindsightError(message, undefined, undefined, { code: "bad_argument" });
