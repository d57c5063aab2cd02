// hindsight fs mount, start, sync: the pages of a bank as files, once, from now on here, or from now on in the background.

import type { Command } from "commander";
import { CliError } from "../../cli-error.js";
import { harmless } from "../../harmless.js";
import { logOf, runningIn, startDaemon } from "../../mount/daemon.js";
import { daemonLock, writeDaemon } from "../../mount/health.js";
import { openMount, type Passed, passesOf, passOf, passText } from "../../mount/pass.js";
import { type Mount, saveMount } from "../../mount/settings.js";
import type { Output } from "../../output.js";
import { stopOnSignal } from "../../stop-on-signal.js";
import { called, onPasses } from "./common.js";

type Called = ReturnType<typeof called>;

export function fsMount(group: Command, print: () => Output): void {
  onPasses(group, "mount", "the pages of a bank as a folder of Markdown files, kept in step until Ctrl-C", " ./wiki --bank work")
    .option("--once", "one pass, as sync")
    .option("--detach", "in the background, as start")
    .action(async (named: string | undefined, { once, detach }: { once?: boolean; detach?: boolean }, command: Command) => {
      if (once === true && detach === true) throw new CliError("--once and --detach exclude one another.");
      const call = called(named, command);
      if (once === true) await sync(call, print());
      else if (detach === true) await start(call.mount(), print());
      else await keep(call, told(print()));
    });
  onPasses(group, "start", "the same in the background", " ./wiki --bank work").action(
    (named: string | undefined, _options: unknown, command: Command) => start(called(named, command).mount(), print()),
  );
  onPasses(group, "sync", "one pass, also while the background keeps the folder in step", " ./wiki").action(
    (named: string | undefined, _options: unknown, command: Command) => sync(called(named, command), print()),
  );
  group
    .command("run <dir>", { hidden: true })
    .description("the background process itself")
    .addHelpText("after", "\nExample:\n  hindsight fs run ./wiki")
    .action((named: string, _options: unknown, command: Command) => run(called(named, command)));
}

/** Makes the folder ours and keeps the settings in it; a folder that is somebody's or another bank's is refused before anything is written. */
async function open(mount: Mount): Promise<void> {
  const control = await openMount(mount);
  try {
    saveMount(mount);
  } finally {
    control.release();
  }
}

async function sync({ mount, api }: Called, out: Output): Promise<void> {
  const settings = mount();
  await open(settings);
  const stop = new AbortController();
  const work = passOf(api(settings), settings, stop.signal);
  const listenNoMore = stopOnSignal("pass", async () => {
    stop.abort();
    await work;
  });
  out.show(await work.finally(listenNoMore), passText);
}

export async function start(mount: Mount, out: Output): Promise<void> {
  const running = await runningIn(mount.dir);
  if (running !== null) {
    out.show(
      { dir: mount.dir, bank: mount.bank, pid: running, already_running: true },
      ({ dir }) => `${dir} is mounted already (process ${running}). "hindsight fs restart" takes other settings.`,
    );
    return;
  }
  await open(mount);
  const word = await startDaemon(mount, process.env);
  if (word.is === "refused") throw new CliError(`Nothing was mounted: ${word.why} The log is ${logOf(mount.dir)}.`);
  const line = word.is === "mounted" ? word.line : `The first pass did not work yet: ${word.why}`;
  out.show({ dir: mount.dir, bank: mount.bank, pid: word.pid, already_running: false, is_in_step: word.is === "mounted" }, ({ pid }) =>
    [line, `Kept in step in the background (process ${pid}); "hindsight fs stop ${mount.dir}" ends it.`].join("\n"),
  );
}

interface Teller {
  passed(passed: Passed): void;
  say(text: string): void;
}

const told = (out: Output): Teller => ({
  passed: (passed) => {
    if (out.format === "json")
      process.stdout.write(`${harmless(JSON.stringify(passed))}\n`); // one line for each pass, as programs read a stream
    else if (passed.changes.length > 0 || passed.bank_gone) out.show(passed, passText);
  },
  say: (text) => void process.stderr.write(`${harmless(text)}\n`),
});

/** Passes in this process until it is told to stop. */
async function keep({ mount, api }: Called, { passed, say }: Teller): Promise<void> {
  const settings = mount();
  const { dir } = settings;
  await open(settings);
  const { lockFolder } = await import("@hindsight-memory/engine/folder-lock");
  const lock = await lockFolder(daemonLock(dir)).catch((cause: Error & { readonly details?: { readonly pid?: number } }) => {
    if ((cause as { readonly code?: unknown }).code !== "data_folder_locked") throw cause;
    throw new CliError(
      `${dir} is kept in step already (process ${cause.details?.pid ?? "unknown"}). "hindsight fs stop ${dir}" ends that.`,
      { cause },
    );
  });
  writeDaemon(dir, { pid: process.pid, started_at: new Date().toISOString(), interval_seconds: settings.intervalS });
  const stop = new AbortController();
  const work = passesOf(api(settings), settings, { signal: stop.signal, told: passed, say }).finally(() => lock.release());
  const listenNoMore = stopOnSignal("mount", async () => {
    stop.abort();
    await work.catch((cause: unknown) => {
      if (!(cause instanceof CliError)) throw cause; // a pass that was stopped says so
    });
  });
  await work.finally(() => {
    if (!stop.signal.aborted) listenNoMore();
  });
}

/** Lines for the log, with their time; the first word goes to who started this. */
async function run(call: Called): Promise<void> {
  const say = (text: string): void =>
    void process.stdout.write(`[${new Date().toISOString().slice(0, 19).replace("T", " ")}] ${harmless(text)}\n`);
  let isSaid = false;
  const first = (word: unknown): void => {
    if (!isSaid && process.connected) process.send?.(word);
    isSaid = true;
  };
  const passed = (each: Passed): void => {
    const line = passText(each);
    if (!isSaid || each.changes.length > 0 || each.bank_gone) say(line);
    first({ is: "mounted", line });
  };
  const waiting = (why: string): void => {
    say(why);
    first({ is: "waiting", why });
  };
  say(`Keeping ${call.dir} in step.`);
  try {
    await keep(call, { passed, say: waiting });
    say("Ended.");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    say(why);
    first({ is: "refused", why });
    process.exitCode = 1;
  }
}
