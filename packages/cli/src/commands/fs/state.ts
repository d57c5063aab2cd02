// hindsight fs status, list, logs: how a mount is, what it would hold, and what its background process said.

import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { CliError } from "../../cli-error.js";
import { logOf, runningIn } from "../../mount/daemon.js";
import { type Health, healthOf } from "../../mount/health.js";
import { secondsOf } from "../../mount/settings.js";
import { facts, type Output } from "../../output.js";
import { readBundle } from "../../projection/pass.js";
import { called, onMount, onServer } from "./common.js";

const LINES = 40;

export function fsState(group: Command, print: () => Output): void {
  onMount(group, "status", "whether the folder is kept in step; exit status 1 when it is not", " ./wiki --stale-after 120")
    .option("--stale-after <seconds>", "how old the last pass that worked may be (three times the interval, at least 15)")
    .action(async (named: string | undefined, options: { staleAfter?: string }, command: Command) => {
      const { dir, mounted } = called(named, command);
      const limit = options.staleAfter === undefined ? null : secondsOf(options.staleAfter, "--stale-after");
      const health = healthOf(mounted(), await runningIn(dir), limit, new Date());
      print().show(health, statusText);
      if (!health.healthy) throw new CliError(WHAT_TO_DO[health.status](health));
    });

  onServer(group, "list", "the files that a mount has or would have; nothing is written", " --bank work").action(
    async (named: string | undefined, _options: unknown, command: Command) => {
      const { mount, api } = called(named, command);
      const settings = mount();
      const { folders, files } = await readBundle(api(settings), settings.bank);
      const paths = [...folders.map((folder) => `${folder}/`), ...files.map((file) => file.path)].sort();
      print().show({ bank: settings.bank, paths }, () =>
        files.length === 0 && folders.length === 0 ? `Bank "${settings.bank}" has no pages.` : paths.join("\n"),
      );
    },
  );

  onMount(group, "logs", "what the background process said last", " ./wiki -n 100")
    .option("-n, --lines <number>", "how many lines", String(LINES))
    .action((named: string | undefined, options: { lines: string }, command: Command) => {
      const { dir } = called(named, command);
      const lines = logLines(dir).slice(-secondsOf(options.lines, "--lines"));
      print().show({ file: logOf(dir), lines }, () => lines.join("\n"));
    });
}

function logLines(dir: string): readonly string[] {
  try {
    return readFileSync(logOf(dir), "utf8").trimEnd().split("\n");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new CliError(`There is no log of ${dir}: nothing was started there in the background. "hindsight fs start" does that.`, {
      cause,
    });
  }
}

const WHAT_TO_DO: Readonly<Record<Health["status"], (health: Health) => string>> = {
  ok: () => "",
  dead: ({ mount }) => `Nobody keeps ${mount} in step. "hindsight fs start ${mount}" does.`,
  failed: ({ mount, last_error: error }) => `The last pass did not work: ${error} "hindsight fs logs ${mount}" tells more.`,
  stale: ({ mount, stale_after_seconds: limit }) => `No pass worked in the last ${limit} s. "hindsight fs restart ${mount}" begins anew.`,
};

const statusText = (health: Health): string =>
  facts([
    ["health", health.status],
    ["folder", health.mount],
    ["bank", health.bank],
    ["server", health.api_url],
    ["files", health.mode === "writable" ? "writable; changes are reverted" : "for reading"],
    ["process", health.daemon_pid ?? "none"],
    ["since", health.daemon_started_at],
    ["every", health.daemon_interval_seconds === null ? null : `${health.daemon_interval_seconds} s`],
    ["last pass", health.last_sync_age_seconds === null ? "none yet" : `${health.last_sync_age_seconds} s ago`],
    ["last error", health.last_error],
    ["pages", health.mirrored_files],
  ]);
