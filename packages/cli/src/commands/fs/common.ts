// What every verb of `hindsight fs` takes, and the server that it asks.

import type { Command } from "commander";
import { type Api, connect } from "../../api.js";
import { dirOf, type Mount, type MountOptions, mountedAt, mountOf } from "../../mount/settings.js";
import { note } from "../../output.js";

export interface FsOptions extends MountOptions {
  readonly verbose?: boolean;
}

const DIR = ["[dir]", "the folder (HINDSIGHT_FS_DIR, ./hindsight-fs)"] as const;

/** A verb that works on a folder which is mounted. */
export function onMount(group: Command, name: string, description: string, example: string): Command {
  return group
    .command(name)
    .description(description)
    .argument(...DIR)
    .option("-d, --dir <folder>", "as the argument")
    .addHelpText("after", `\nExample:\n  hindsight fs ${name}${example}`);
}

/** A verb that asks a server. */
export function onServer(group: Command, name: string, description: string, example: string): Command {
  return onMount(group, name, description, example)
    .option("-b, --bank <id>", "the bank (HINDSIGHT_BANK_ID); a folder that is mounted knows its own")
    .option("-u, --api-url <url>", "address of the server; otherwise the usual one of all commands")
    .option("-t, --token <key>", "its key; HINDSIGHT_API_KEY or a profile hide it from lists of processes");
}

/** A verb that keeps the folder in step. */
export const onPasses = (group: Command, name: string, description: string, example: string): Command =>
  onServer(group, name, description, example)
    .option("-i, --interval <seconds>", "time between passes (HINDSIGHT_FS_INTERVAL, 30)")
    .option("--writable", "let the files be written, for drafts: the next pass reverts them")
    .option("--no-writable", "files for reading alone (0444), which is so unless it was said otherwise");

/** What a verb was called with: its folder, and its settings where there are such. */
export function called(named: string | undefined, command: Command) {
  const options = command.optsWithGlobals<FsOptions>();
  const dir = dirOf(options, named, process.env);
  return {
    dir,
    mount: (): Mount => mountOf(dir, options, process.env),
    mounted: (): Mount => mountedAt(dir, options, process.env),
    api: ({ connection }: Mount): Api => connect(connection, options.verbose === true ? note : undefined),
  };
}
