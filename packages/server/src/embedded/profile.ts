// Profiles: a name for a server of one's own on this machine, with its folder and its port.
// In: a name, the environment. Out: where its data and files lie, and the port that it asks for first.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { HindsightError } from "@hindsight-memory/client";

export const DEFAULT_PROFILE = "default";
/** The API's usual port; named profiles share the thousand behind it (shared/contract/clients.md §5). */
const DEFAULT_PORT = 8888;
const NAMED_PORTS = 1_000;

/** The port that a profile asks for first: 8888 for the default one, else one of 8889–9888 that follows from the name. */
export function portOfProfile(profile: string): number {
  if (profile === DEFAULT_PROFILE) return DEFAULT_PORT;
  return DEFAULT_PORT + 1 + (createHash("sha256").update(profile).digest().readUInt32BE() % NAMED_PORTS);
}

/** `profiles/<name>` in the data folder of `env`, which is `~/.hindsight` unless it says otherwise. */
export function folderOfProfile(profile: string, env: Readonly<Record<string, string | undefined>>): string {
  const parent = env.HINDSIGHT_DATA_DIR?.trim() || path.join(homedir(), ".hindsight");
  return path.resolve(parent, "profiles", profile);
}

/** The profile that `hindsight profile set-active` made the usual one on this machine; null when none is. */
export function activeProfile(): string | null {
  try {
    return readFileSync(path.join(homedir(), ".hindsight", "active_profile"), "utf8").trim() || null;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw cause;
  }
}

export const isProfileName = (profile: string): boolean => /^[a-z0-9][a-z0-9_-]{0,63}$/i.test(profile);

/** @throws HindsightError `bad_argument` for what is no name of a folder everywhere */
export function checkedProfile(profile: string): string {
  if (isProfileName(profile)) return profile;
  const message = `The profile is ${JSON.stringify(profile)}; it is up to 64 letters, digits, "-" and "_", and begins with a letter or digit.`;
  throw new HindsightError(message, undefined, undefined, { code: "bad_argument" });
}
