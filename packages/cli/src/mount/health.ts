// How a mount is: whether somebody keeps it in step, and how its last pass went.
// In: what passes leave behind in the control folder, and who holds its lock. Out: one verdict, for people and for watchdogs.

import path from "node:path";
import { CONTROL, type Mount, readJson, writeAtOnce } from "./settings.js";

/** A pass as it ended. */
export interface LastPass {
  readonly at: string;
  /** Null for one that did what it was to do. */
  readonly error: string | null;
  /** When one last did; null before the first. */
  readonly ok_at: string | null;
  readonly pages: number;
  readonly left_out: number;
}

export interface Daemon {
  readonly pid: number;
  readonly started_at: string;
  readonly interval_seconds: number;
}

export interface Health {
  readonly healthy: boolean;
  /** `dead`: nobody keeps it in step; `failed`: the last pass did not work; `stale`: none worked lately. */
  readonly status: "ok" | "failed" | "stale" | "dead";
  readonly mount: string;
  readonly bank: string;
  readonly api_url: string;
  readonly mode: "read-only" | "writable";
  readonly daemon_running: boolean;
  readonly daemon_pid: number | null;
  readonly daemon_started_at: string | null;
  readonly daemon_interval_seconds: number | null;
  readonly last_sync_at: string | null;
  readonly last_sync_ok: boolean;
  readonly last_sync_age_seconds: number | null;
  readonly last_error: string | null;
  readonly stale_after_seconds: number;
  readonly mirrored_files: number;
  readonly left_out: number;
}

const fileOf = (dir: string, name: string): string => path.join(dir, CONTROL, name);

export const readPass = (dir: string): LastPass | null => readJson<LastPass>(fileOf(dir, "last-pass.json"));
export const writePass = (dir: string, pass: LastPass): void => writeAtOnce(fileOf(dir, "last-pass.json"), pass);
export const readDaemon = (dir: string): Daemon | null => readJson<Daemon>(fileOf(dir, "daemon.json"));
export const writeDaemon = (dir: string, daemon: Daemon): void => writeAtOnce(fileOf(dir, "daemon.json"), daemon);

/** What is named as the folder's lock, for as long as somebody keeps it in step. */
export const daemonLock = (dir: string): string => fileOf(dir, "daemon");

/** Seconds without a pass that worked, after which what lies there counts as old: three passes, and 15 at least. */
export const staleAfter = (intervalS: number): number => Math.max(3 * intervalS, 15);

/** `runningPid` is the process that keeps it in step; null when none does. */
export function healthOf(mount: Mount, runningPid: number | null, staleAfterS: number | null, now: Date): Health {
  const { dir, bank, connection, isWritable } = mount;
  const [pass, told] = [readPass(dir), readDaemon(dir)];
  const daemon = runningPid !== null && told?.pid === runningPid ? told : null;
  const limit = staleAfterS ?? staleAfter(daemon?.interval_seconds ?? mount.intervalS);
  const ageOf = (at: string): number => Math.max(0, (now.getTime() - Date.parse(at)) / 1000);
  const isOk = pass !== null && pass.error === null;
  const isOld = pass?.ok_at == null || ageOf(pass.ok_at) > limit;
  const status = runningPid === null ? "dead" : pass !== null && !isOk ? "failed" : isOld ? "stale" : "ok";
  return {
    healthy: status === "ok",
    status,
    mount: dir,
    bank,
    api_url: connection.url,
    mode: isWritable ? "writable" : "read-only",
    daemon_running: runningPid !== null,
    daemon_pid: runningPid,
    daemon_started_at: daemon?.started_at ?? null,
    daemon_interval_seconds: daemon?.interval_seconds ?? null,
    last_sync_at: pass?.at ?? null,
    last_sync_ok: isOk,
    last_sync_age_seconds: pass === null ? null : Math.floor(ageOf(pass.at)),
    last_error: pass?.error ?? null,
    stale_after_seconds: limit,
    mirrored_files: pass?.pages ?? 0,
    left_out: pass?.left_out ?? 0,
  };
}
