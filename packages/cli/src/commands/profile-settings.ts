// hindsight profile set-env, remove-env, set-active: the settings of a profile's server on this machine, and the profile that is meant where none is named.

import type { Command } from "commander";
import { CliError } from "../cli-error.js";
import { missing } from "../connection.js";
import type { Output } from "../output.js";
import { masked, profileNames, setActiveProfile } from "../profiles.js";

const SECRET = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|HEADER|COOKIE|DSN/i;
/** What is longer, or has other characters, may be a secret whatever it is called. */
const PLAIN = /^[\w.,:@/ -]{0,48}$/;

export function profileSettings(group: Command, print: () => Output): void {
  group
    .command("set-env <name> <settings...>")
    .description("keep settings of a profile's server on this machine: NAME=value; NAME=- reads the value from standard input")
    .addHelpText("after", "\nExample:\n  hindsight profile set-env notes HINDSIGHT_API_LLM_PROVIDER=openai HINDSIGHT_API_LLM_API_KEY=-")
    .action(async (name: string, settings: readonly string[]) => {
      const { changeProfileSettings, settingsFileOf } = await import("@hindsight-memory/server/embedded");
      const given = settings.map(pair);
      if (given.filter(([, value]) => value === "-").length > 1) throw new CliError("Standard input has one value: give - once.");
      const set: Record<string, string> = {};
      for (const [key, value] of given) set[key] = value === "-" ? await standardInput() : value;
      changeProfileSettings(name, process.env, { set, removed: [] });
      const file = settingsFileOf(name, process.env);
      print().show({ name, set: Object.keys(set), file }, () => `Kept ${Object.keys(set).join(", ")} in ${file}. ${NEXT_START}`);
    });

  group
    .command("remove-env <name> <settings...>")
    .description("forget settings of a profile's server, by their names")
    .addHelpText("after", "\nExample:\n  hindsight profile remove-env notes HINDSIGHT_API_LLM_API_KEY")
    .action(async (name: string, removed: readonly string[]) => {
      const { changeProfileSettings, readProfileSettings, settingsFileOf } = await import("@hindsight-memory/server/embedded");
      const there = readProfileSettings(name, process.env) ?? {};
      const unknown = removed.filter((key) => !Object.hasOwn(there, key));
      const file = settingsFileOf(name, process.env);
      if (unknown.length > 0) throw new CliError(`${file} has no ${unknown.join(", ")}. Nothing was changed.`);
      changeProfileSettings(name, process.env, { set: {}, removed });
      print().show({ name, removed, file }, () => `Took ${removed.join(", ")} out of ${file}. ${NEXT_START}`);
    });

  group
    .command("set-active [name]")
    .description("the profile that is meant where neither -p nor a variable names one; --none: no longer any")
    .option("--none", "none from now on")
    .addHelpText("after", "\nExample:\n  hindsight profile set-active team")
    .action(async (name: string | undefined, { none }: { none?: boolean }) => {
      if ((name === undefined) !== (none === true)) throw new CliError("Give the name of a profile, or --none.");
      if (name !== undefined && !profileNames(process.env).includes(name) && (await settingsOf(name)) === null)
        throw new CliError(missing(name, profileNames(process.env)));
      setActiveProfile(process.env, name ?? null);
      print().show({ active: name ?? null }, () =>
        name === undefined ? "No profile is the active one." : `${name} is the active profile.`,
      );
    });
}

const NEXT_START = "A server that runs takes it up when it is started again.";

/** What is kept for the profile's server, harmless to show; null when nothing is. */
export async function settingsOf(
  name: string,
): Promise<{ readonly settings_file: string; readonly settings: Readonly<Record<string, string>> } | null> {
  if (!/^[a-z0-9][a-z0-9_-]*$/i.test(name)) return null; // a profile of the command line alone
  const { readProfileSettings, settingsFileOf } = await import("@hindsight-memory/server/embedded");
  const found = readProfileSettings(name, process.env);
  if (found === null) return null;
  const settings = Object.fromEntries(Object.entries(found).map(([key, value]) => [key, harmlessValue(key, value)]));
  return { settings_file: settingsFileOf(name, process.env), settings };
}

export function harmlessValue(name: string, value: string): string {
  if (!SECRET.test(name) && URL.canParse(value) && value.includes("://")) {
    const url = new URL(value);
    return `${url.protocol}//${url.username === "" && url.password === "" ? "" : "…@"}${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`;
  }
  return SECRET.test(name) || !PLAIN.test(value) ? (masked(value) ?? "") : value;
}

/** Throws without showing what may be a secret. */
function pair(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new CliError("Each setting is NAME=value, as in HINDSIGHT_API_LLM_PROVIDER=openai.");
  return [text.slice(0, at), text.slice(at + 1)];
}

async function standardInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  const value = Buffer.concat(parts).toString("utf8").trim();
  if (value === "") throw new CliError("Nothing came on standard input.");
  return value;
}
