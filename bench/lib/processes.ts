// What processes cost: processor time of a process with its children, and of the PostgreSQL backends that work for one database.
// In: process ids, a database on this machine. Out: milliseconds of processor time since the start. Linux only (/proc); elsewhere null.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import pg from "pg";

export interface CpuClock {
  /** Milliseconds of processor time since the clock was made, or null where it cannot be read. */
  read(): Promise<number | null>;
  close(): Promise<void>;
}

/** How often the processes are looked at, so that one that ends is missed with no more than this much of its time. */
const LOOK_MS = 500;

/**
 * A clock over the process `pid` with all that it started, and, with `databaseUrl`, over the backends of that database and the server's own background
 * processes. Backends of other databases do not count. Another load on the machine does not change it, but for what it does to the caches.
 */
export async function cpuClock(pid: number | null, databaseUrl: string | null): Promise<CpuClock> {
  if (!existsSync("/proc/self/stat") || pid === null) return { read: async () => null, close: async () => {} };
  const database = databaseUrl === null ? null : await watchDatabase(databaseUrl);
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  let isFirstLook = true;

  async function look(): Promise<void> {
    for (const [key, ms] of timesOf([...tree(pid as number), ...((await database?.pids()) ?? [])])) {
      if (!last.has(key)) first.set(key, isFirstLook ? ms : 0); // one that comes later works for this measurement from its beginning
      last.set(key, ms);
    }
    isFirstLook = false;
  }
  await look();
  let pending = Promise.resolve();
  let failure: unknown = null;
  const lookInTurn = (): Promise<void> => {
    pending = pending.then(look).catch((error: unknown) => {
      failure = error;
    });
    return pending;
  };
  const timer = setInterval(lookInTurn, LOOK_MS);
  return {
    async read() {
      await lookInTurn();
      if (failure !== null) throw failure;
      return [...last].reduce((sum, [key, ms]) => sum + ms - (first.get(key) ?? 0), 0);
    },
    async close() {
      clearInterval(timer);
      await pending;
      await database?.close();
    },
  };
}

/** A process and its living descendants. */
function tree(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = statOf(Number(entry))?.parent;
    if (parent === undefined) continue;
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [Number(entry)]);
    else known.push(Number(entry));
  }
  const all = [root];
  for (const one of all) all.push(...(children.get(one) ?? []));
  return all;
}

/** By process id and start time, since ids are used again. */
function timesOf(pids: readonly number[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const pid of new Set(pids)) {
    const stat = statOf(pid);
    if (stat !== null) times.set(`${pid} ${stat.startedAt}`, (stat.ticks * 1000) / ticksPerSecond());
  }
  return times;
}

export interface ProcessStat {
  readonly parent: number;
  /** User and system time, with that of children which have ended. */
  readonly ticks: number;
  readonly startedAt: string;
}

/** Reads a line of /proc/<pid>/stat; its second field is a name in brackets that may hold anything. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
  return { parent: Number(fields[1]), ticks, startedAt: fields[19] ?? "" };
}

/** Null for a process that has ended. */
function statOf(pid: number): ProcessStat | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return null;
    throw error;
  }
}

let ticks: number | null = null;
function ticksPerSecond(): number {
  ticks ??= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return ticks;
}

/** Looks from the database `postgres`, so that its own connection does not count. */
async function watchDatabase(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  return {
    async pids(): Promise<readonly number[]> {
      const { rows } = await client.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE datname = $1 OR datname IS NULL", [
        name,
      ]);
      return rows.map((row) => row.pid);
    },
    close: () => client.end(),
  };
}
