// One process per data folder: PGlite opens a folder twice without complaint and would ruin it.
// In: a database folder. Out: a lock file beside it ("db.lock"), ours until it is released; or `data_folder_locked`.
//
// A lock outlives a killed process, so it says who took it. On the same machine (host name, boot and PID namespace) the holder is looked
// up in /proc: a PID that is gone, or that now belongs to a process with another start time, is a stale lock. Elsewhere (another container
// or host on a shared volume, or a system without /proc) the holder is judged by its pulse: it touches the file every two seconds.

import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, readlinkSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HindsightError } from "../../errors.js";

export interface FolderLock {
  release(): void;
}

interface Holder {
  /** Host name, boot and PID namespace: where `pid` means something. */
  readonly machine: string;
  readonly host: string;
  readonly pid: number;
  /** Start time of the process in clock ticks since boot; null where /proc is not there. */
  readonly processStart: string | null;
  /** Tells this lock from every other. */
  readonly token: string;
}

const PULSE_MS = 2000;
/** A file that was not touched for so long has no holder. */
const SILENCE_MS = 8000;

/** Takes the lock of `folder`, recovering a stale one. Throws `data_folder_locked` when another process holds it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = `${folder}.lock`;
  mkdirSync(dirname(folder), { recursive: true });
  const mine = self();
  for (let attempt = 0; attempt < 5; attempt++) {
    if (create(file, mine)) return hold(file, mine);
    const found = read(file);
    if (found === null) continue; // released in this moment
    if (await isAlive(file, found.holder)) throw refused(folder, found.holder);
    await takeAway(file, found.text);
  }
  throw refused(folder, read(file)?.holder ?? null);
}

/** Who has the lock of `folder` now; null when nobody alive has it. Takes nothing. */
export async function lockHolder(folder: string): Promise<{ readonly pid: number; readonly host: string } | null> {
  const found = read(`${folder}.lock`);
  if (found?.holder == null || !(await isAlive(`${folder}.lock`, found.holder))) return null;
  return { pid: found.holder.pid, host: found.holder.host };
}

function self(): Holder {
  const host = hostname();
  const boot = readOr("/proc/sys/kernel/random/boot_id", "");
  return {
    machine: `${host} ${boot} ${pidNamespace()}`,
    host,
    pid: process.pid,
    processStart: processStart(process.pid),
    token: randomUUID(),
  };
}

function create(file: string, holder: Holder): boolean {
  try {
    writeFileSync(file, `${JSON.stringify(holder)}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function hold(file: string, mine: Holder): FolderLock {
  const pulse = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      clearInterval(pulse); // somebody removed the file; there is nothing left to keep alive
    }
  }, PULSE_MS);
  pulse.unref();
  return {
    release() {
      clearInterval(pulse);
      if (read(file)?.holder?.token === mine.token) unlinkSync(file);
    },
  };
}

/** The lock's text and its holder; a half-written one (killed while writing) has no holder. Null when there is no file. */
function read(file: string): { readonly text: string; readonly holder: Holder | null } | null {
  const text = readOr(file, null);
  if (text === null) return null;
  try {
    return { text, holder: JSON.parse(text) as Holder };
  } catch {
    return { text, holder: null };
  }
}

async function isAlive(file: string, holder: Holder | null): Promise<boolean> {
  if (holder !== null && holder.machine === self().machine) {
    if (!processExists(holder.pid)) return false;
    if (holder.processStart !== null) return processStart(holder.pid) === holder.processStart;
  }
  // Unknown from here: does the file have a pulse? Its clock may not be ours, so a change counts, not an age, unless the age is huge.
  const before = touchedAt(file);
  if (before === null || Date.now() - before > 30 * SILENCE_MS) return false;
  for (let waited = 0; waited < SILENCE_MS; waited += 500) {
    await sleep(500);
    const now = touchedAt(file);
    if (now !== before) return now !== null;
  }
  return false;
}

/** Removes a stale lock whose text is `stale`. Two processes may try at once: what was moved away is looked at again before it is dropped. */
async function takeAway(file: string, stale: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return; // the other one was faster
    throw error;
  }
  if (readFileSync(aside, "utf8") === stale) return unlinkSync(aside);
  renameSync(aside, file); // the other one's fresh lock: give it back
  await sleep(100);
}

function refused(folder: string, holder: Holder | null): HindsightError {
  const who = holder === null ? "another process" : `process ${holder.pid} on ${holder.host}`;
  return new HindsightError(
    "data_folder_locked",
    `The data folder ${dirname(folder)} is in use by ${who}, and one process at a time may have it. If that is a server, use its URL; if not, ` +
      `stop it and run a server for all: hindsight serve --data-dir ${dirname(folder)}, and a HindsightClient with its URL in each program. ` +
      `Or set HINDSIGHT_DATA_DIR to another folder. (The lock is ${basename(folder)}.lock.)`,
    { details: holder === null ? undefined : { pid: holder.pid, host: holder.host } },
  );
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it is there, and not ours
  }
}

/** Field 22 of /proc/PID/stat (proc(5)), counted from behind the name, which may hold blanks and brackets. A zombie is as good as gone. */
function processStart(pid: number): string | null {
  const stat = readOr(`/proc/${pid}/stat`, null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? "zombie" : (fields[19] ?? null);
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return ""; // no /proc: the host name has to do
  }
}

function touchedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function readOr<T>(file: string, fallback: T): string | T {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return fallback;
  }
}
