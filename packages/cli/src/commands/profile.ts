// hindsight configure, hindsight profile …: servers that the commands know, by name or without one.

import { rmSync } from "node:fs";
import type { Command } from "commander";
import { ask } from "../ask.js";
import { CliError } from "../cli-error.js";
import { confirm } from "../confirm.js";
import { connectionOf, missing, usualAddress } from "../connection.js";
import { facts, type Output, table } from "../output.js";
import {
  activeProfile,
  checkedUrl,
  deleteProfile,
  masked,
  type Profile,
  profileFile,
  profileNames,
  readProfile,
  setActiveProfile,
  writeProfile,
} from "../profiles.js";
import { profileSettings, settingsOf } from "./profile-settings.js";

interface AddressOptions {
  readonly apiUrl?: string;
  readonly apiKey?: string;
}

const URL_OPTION = ["--api-url <url>", "address of the server"] as const;
const KEY_OPTION = ["--api-key <key>", "key of the server; - reads it from standard input, where no list of processes shows it"] as const;

export function configure(program: Command, print: () => Output): void {
  program
    .command("configure")
    .description("say which server the commands speak to: asked at a terminal, or by the options")
    .option(...URL_OPTION)
    .option(...KEY_OPTION)
    .addHelpText("after", "\nExample:\n  hindsight configure --api-url https://memory.example --api-key -")
    .action(async (options: AddressOptions, command: Command) => {
      const name = command.optsWithGlobals<{ profile?: string }>().profile ?? (process.env.HINDSIGHT_PROFILE || null);
      const before = wasThere(name);
      save(print, name, await asked(options, before));
    });
}

export function profile(program: Command, print: () => Output): void {
  const group = program.command("profile").description("servers by name; -p NAME or HINDSIGHT_PROFILE speaks to one");

  group
    .command("create <name>")
    .description("keep the address and the key of a server under a name, or change them")
    .option(...URL_OPTION)
    .option(...KEY_OPTION)
    .addHelpText("after", "\nExample:\n  hindsight profile create team --api-url https://memory.example --api-key -")
    .action(async (name: string, options: AddressOptions) => save(print, name, await asked(options, wasThere(name))));

  group
    .command("list")
    .description("the profiles that there are")
    .addHelpText("after", "\nExample:\n  hindsight profile list")
    .action(() => {
      const profiles = profileNames(process.env).map((name) => ({ name, ...told(wasThere(name)) }));
      print().show({ profiles }, () =>
        profiles.length === 0
          ? 'There are no profiles. "hindsight profile create NAME --api-url URL" makes one.'
          : table(
              ["profile", "address", "key"],
              profiles.map(({ name, api_url: url, api_key: key }) => [name, url ?? "the usual address", key ?? "–"]),
              1,
            ),
      );
    });

  group
    .command("show [name]")
    .description("a profile; without a name, the server that commands speak to here, and why")
    .addHelpText("after", "\nExample:\n  hindsight profile show team")
    .action(async (name: string | undefined, _options: unknown, command: Command) => {
      if (name === undefined) {
        const { url, key, from } = connectionOf(process.env, command.optsWithGlobals<{ profile?: string }>().profile);
        print().show({ api_url: url, api_key: masked(key), from }, ({ api_key: shown }) =>
          facts([
            ["address", url],
            ["key", shown],
            ["found in", from],
          ]),
        );
        return;
      }
      const settings = await settingsOf(name);
      const found = readProfile(process.env, name);
      if (found === null && settings === null) throw new CliError(missing(name, profileNames(process.env)));
      const file = found === null ? null : profileFile(process.env, name);
      const shown = { name, ...told(found), file, active: activeProfile(process.env) === name, ...settings };
      print().show(shown, () =>
        facts([
          ["profile", shown.active ? `${name}, the active one` : name],
          ...(found === null
            ? []
            : ([
                ["address", shown.api_url ?? "the usual address"],
                ["key", shown.api_key],
                ["file", file],
              ] as const)),
          ...(settings === null
            ? []
            : ([["settings of its server", settings.settings_file], ...Object.entries(settings.settings)] as const)),
        ]),
      );
    });

  group
    .command("delete <name>")
    .description("forget a profile with its key and its settings; the memories of its server stay")
    .option("-y, --yes", "do not ask")
    .addHelpText("after", "\nExample:\n  hindsight profile delete team --yes")
    .action(async (name: string, options: { yes?: boolean }) => {
      const isKept = profileNames(process.env).includes(name);
      const settings = await settingsOf(name);
      if (!isKept && settings === null) throw new CliError(missing(name, profileNames(process.env)));
      if (options.yes !== true) await confirm(`Delete profile "${name}" with its key and its settings?`);
      if (isKept) deleteProfile(process.env, name);
      if (settings !== null) rmSync(settings.settings_file);
      if (activeProfile(process.env) === name) setActiveProfile(process.env, null);
      print().show({ name, deleted: true }, () => `Deleted profile ${name}.`);
    });

  profileSettings(group, print);
}

/** What a profile says; null also for a file that cannot be understood: it is listed, deleted and written anew all the same. */
function wasThere(name: string | null): Profile | null {
  try {
    return readProfile(process.env, name);
  } catch (cause) {
    if (cause instanceof CliError) return null;
    throw cause;
  }
}

const told = (profile: Profile | null) => ({ api_url: profile?.url ?? null, api_key: masked(profile?.key ?? null) });

function save(print: () => Output, name: string | null, profile: Profile): void {
  const file = writeProfile(process.env, name, profile);
  print().show({ name, ...told(profile), file }, savedText);
}

const savedText = (saved: { name: string | null; api_url: string | null; api_key: string | null; file: string }): string =>
  facts([
    ["profile", saved.name ?? "the one without a name"],
    ["address", saved.api_url ?? "the usual address"],
    ["key", saved.api_key],
    ["file", saved.file],
  ]);

/** What was given, else what somebody at the terminal says, else what was there. */
async function asked({ apiUrl, apiKey }: AddressOptions, before: Profile | null): Promise<Profile> {
  if (apiUrl !== undefined || apiKey !== undefined) {
    const url = apiUrl === undefined ? (before?.url ?? null) : checkedUrl(apiUrl);
    // Another server is not told the key of the one before.
    const kept = url === (before?.url ?? null) ? (before?.key ?? null) : null;
    return { url, key: apiKey === undefined ? kept : await keyOf(apiKey) };
  }
  if (process.stdin.isTTY !== true)
    throw new CliError("Nobody can be asked here: give --api-url, and --api-key where the server wants one.");
  const usual = before?.url ?? usualAddress(process.env);
  const url = checkedUrl((await ask(`Address of the server [${usual}]: `)) || usual);
  const kept = url === before?.url ? before.key : null;
  const key = await ask(`Key, if it wants one${kept === null ? "" : ` [${masked(kept)}]`}: `, { isSecret: true });
  return { url, key: key || kept };
}

async function keyOf(text: string): Promise<string | null> {
  if (text !== "-") return text.trim() || null;
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8").trim() || null;
}
