// Which server the commands speak to, and with which key.
// In: the environment and the profile that was named. Out: an address, a key, and where they were found.

import { CliError } from "./cli-error.js";
import { machineServer } from "./machine-profile.js";
import { activeProfile, checkedUrl, type Env, profileNames, readProfile } from "./profiles.js";

export interface Connection {
  readonly url: string;
  readonly key: string | null;
  /** Where the address was found, for people. */
  readonly from: string;
}

/**
 * The environment goes first, then the named profile, then the active one, then `~/.hindsight/config`, then the address that a server started in this environment takes.
 * The key of a file goes to the address of that file alone: with HINDSIGHT_API_URL set, only HINDSIGHT_API_KEY is sent.
 */
export function connectionOf(env: Env, named?: string): Connection {
  const key = checkedKey(env.HINDSIGHT_API_KEY || null, "HINDSIGHT_API_KEY");
  if (env.HINDSIGHT_API_URL) return { url: checkedUrl(env.HINDSIGHT_API_URL, "HINDSIGHT_API_URL"), key, from: "HINDSIGHT_API_URL" };
  const active = named || env.HINDSIGHT_PROFILE ? null : activeProfile(env);
  const isActive = active !== null && profileNames(env).includes(active); // else it is a server of this machine, for programs that start it
  const name = isActive ? active : named || env.HINDSIGHT_PROFILE || null;
  const profile = readProfile(env, name);
  const local = name !== null && profile === null ? machineServer(env, name) : null;
  if (local !== null) {
    const from = `profile ${name}, a server of this machine`;
    return { url: checkedUrl(local.url, from), key: key ?? checkedKey(local.key, from), from };
  }
  if (name !== null && profile === null) throw new CliError(missing(name, profileNames(env)));
  const file = name === null ? "~/.hindsight/config" : `profile ${name}`;
  return {
    url: profile?.url ? checkedUrl(profile.url, file) : usualAddress(env),
    key: key ?? checkedKey(profile?.key ?? null, file),
    from:
      name === null
        ? profile === null
          ? "the usual address"
          : "~/.hindsight/config"
        : `profile ${name}${isActive ? ", which is the active one" : ""}`,
  };
}

export function missing(name: string, names: readonly string[]): string {
  const there = names.length === 0 ? "There are none yet" : `There are ${names.join(", ")}`;
  return `There is no profile "${name}". ${there}; "hindsight profile create ${name} --api-url URL" makes it.`;
}

/** The host and port that a server started in this environment would take. */
export function usualAddress(env: Env): string {
  const host = env.HINDSIGHT_API_HOST || "localhost";
  return `http://${host === "0.0.0.0" || host === "::" ? "localhost" : host}:${env.HINDSIGHT_API_PORT || "8888"}`;
}

/** A line break at the end of a key that was copied is no part of it; what no header carries is said to be so, and not shown. */
function checkedKey(key: string | null, where: string): string | null {
  if (key === null) return null;
  if (!/^[\x20-\x7e]*$/.test(key.trim())) throw new CliError(`The key of ${where} has characters that no request can carry. Copy it anew.`);
  return key.trim();
}
