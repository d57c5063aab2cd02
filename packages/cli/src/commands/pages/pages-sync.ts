// hindsight pages sync: the tree of a bank as a folder of Markdown files, kept in step with it. One way: the files are for reading.

import { type Api, CliError } from "../../api.js";
import { harmless } from "../../harmless.js";
import { many, type Output, table } from "../../output.js";
import { openControl } from "../../projection/control.js";
import { keepInStep } from "../../projection/keep-in-step.js";
import { onDisk, onePass } from "../../projection/pass.js";
import type { Projection } from "../../projection/project.js";
import { stopOnSignal } from "../../stop-on-signal.js";
import type { Verb } from "../../verb.js";

/** Exit status when somebody's file was in the way. */
const CONFLICT = 3;
const EVERY = "30s";

interface SyncOptions {
  readonly dir: string;
  readonly watch?: boolean;
  readonly once?: boolean;
  readonly every?: string;
}

export const pagesSync: Verb = (group, connect, print) => {
  group
    .command("sync <bank>")
    .description("write the tree of pages into a folder as Markdown files, and keep it in step")
    .requiredOption("-d, --dir <folder>", "an empty folder, a new one, or that of an earlier sync")
    .option("--once", "one pass, which is what happens without --watch")
    .option("--watch", "go on until stopped")
    .option("--every <time>", `with --watch, the time between passes: 10s, 5m, 1h (${EVERY})`)
    .addHelpText(
      "after",
      `\nExample:\n  hindsight pages sync work --dir ./wiki --watch\n\nExit status ${CONFLICT}: a file that you put or changed there was in the way; it is kept in .hindsight/kept.`,
    )
    .action(async (bank: string, options: SyncOptions) => {
      if (options.watch === true && options.once === true) throw new CliError("--once and --watch exclude one another.");
      if (options.every !== undefined && options.watch !== true) throw new CliError("--every goes with --watch.");
      const everyMs = duration(options.every ?? EVERY);
      await sync(connect(), print(), bank, options, everyMs);
    });
};

async function sync(api: Api, out: Output, bank: string, { dir, watch = false }: SyncOptions, everyMs: number): Promise<void> {
  const control = await openControl(dir, bank).catch(onDisk);
  const stop = new AbortController();
  let hasConflicts = false;
  const say = (text: string): void => void process.stderr.write(`${harmless(text)}\n`);
  if (!control.isStateReadable)
    say("What was written here before is not known any more: files that are not as they should be are kept in .hindsight/kept.");
  let { state } = control;
  let passes = 0;
  const pass = async (): Promise<"goes on" | "is over"> => {
    const result = await onePass(api, control, state, stop.signal);
    state = result.state;
    hasConflicts ||= result.done.has_conflicts;
    passes += 1;
    const told = { dir, bank_gone: result.isGone, ...result.done };
    if (!watch || passes === 1 || result.isGone || result.done.changes.length > 0) show(out, bank, told, watch);
    return result.isGone ? "is over" : "goes on";
  };
  const work = (watch ? keepInStep({ everyMs, signal: stop.signal, pass, say }) : pass()).finally(() => control.release());
  let isOver = false;
  const listenNoMore = stopOnSignal("sync", async () => {
    stop.abort();
    if (!isOver) await work;
    if (hasConflicts) process.exit(CONFLICT);
  });
  await work
    .catch((cause: unknown) => {
      if (stop.signal.aborted) return new Promise(() => undefined); // who stopped it says so and ends the process
      throw cause;
    })
    .finally(listenNoMore);
  isOver = true;
  if (stop.signal.aborted) return;
  process.exitCode = hasConflicts ? CONFLICT : 0;
}

const MOST_STRANGERS = 20;

interface Told extends Projection {
  readonly dir: string;
  readonly bank_gone: boolean;
}

function show(out: Output, bank: string, told: Told, isLine: boolean): void {
  if (isLine && out.format === "json")
    process.stdout.write(`${harmless(JSON.stringify(told))}\n`); // one line for each pass, as programs read a stream
  else out.show(told, () => summary(bank, told));
}

function summary(bank: string, { dir, bank_gone: isGone, changes, unchanged, strangers, left_out: leftOut }: Told): string {
  const rows = changes.map(({ path, what, note }) => [what, path, note ?? ""]);
  const others = strangers.slice(0, MOST_STRANGERS).map((path) => ["not ours", path, "left alone"]);
  const more = strangers.length > MOST_STRANGERS ? [["not ours", `${strangers.length - MOST_STRANGERS} more`, "left alone"]] : [];
  const long = leftOut.map((path) => ["left out", path, "its path is too long for this system"]);
  const all = [...rows, ...long, ...others, ...more];
  const kept = changes.filter(({ what }) => what === "kept").length;
  return [
    ...(all.length === 0 ? [] : [table(["done", "file", "note"], all, 1)]),
    `${dir}: ${changes.length === 0 ? "nothing changed" : `${changes.length} changed`}, ${unchanged} as they were.`,
    ...(kept === 0
      ? []
      : [`${many(kept, "file")} of yours moved into .hindsight/kept: no sync deletes what is there, whatever the bank forgets.`]),
    ...(isGone ? [`Bank '${bank}' is gone; its pages were taken away.`] : []),
  ].join("\n");
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function duration(text: string): number {
  const [, number, unit = "s"] = /^(\d{1,6})([smh])?$/.exec(text.trim()) ?? [];
  const ms = number === undefined ? 0 : Number(number) * (UNITS[unit] ?? 0);
  if (ms < 1_000 || ms > 86_400_000) throw new CliError(`--every takes a time from 1s to 24h, as in 30s or 5m; "${text}" is none.`);
  return ms;
}
