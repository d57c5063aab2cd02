// A server of this checkout for a bench: started on a folder of its own and a free port, stopped at the end.
// In: a data folder (default: a new temporary one) and extra environment. Out: its URL, process id, start time and memory.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

export const repository = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to the first good answer of /health. */
  readonly startMs: number;
  readonly dataDir: string;
  /** Stops the server; the folder stays when it was given, else it is removed. */
  stop(): Promise<void>;
}

export interface BenchServerOptions {
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of Node itself, as `--cpu-prof`; the memory flags of the command's first line are then left out. */
  readonly nodeFlags?: readonly string[];
}

export async function startServer(options: BenchServerOptions = {}): Promise<BenchServer> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "hindsight-bench-"));
  const port = await freePort();
  const command = path.join(repository, "packages/cli/bin/hindsight.js");
  if (!existsSync(path.join(repository, "packages/cli/dist/main.js"))) throw new Error('Build first: "npm run build".');
  const started = performance.now();
  // By its own first line, which keeps its memory small; with flags of Node that line does not count.
  const [program, ...first] = options.nodeFlags === undefined ? [command] : [process.execPath, ...options.nodeFlags, command];
  const child = spawn(program as string, [...first, "serve", "--port", String(port), "--data-dir", dataDir], {
    env: { ...process.env, HINDSIGHT_API_LOG_LEVEL: "warn", HINDSIGHT_CP_PORT: "0", ...options.env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await healthy(child, url);
  const startMs = performance.now() - started;
  return {
    url,
    pid: child.pid ?? 0,
    startMs,
    dataDir,
    stop: async () => {
      await ended(child);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function healthy(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with status ${child.exitCode} before it was healthy`);
    const answer = await fetch(`${url}/health`).catch((cause: unknown) => {
      // Not listening yet; anything else would be a fault of the bench.
      if (cause instanceof TypeError) return null;
      throw cause;
    });
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const end = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const tooLong = setTimeout(() => child.kill("SIGKILL"), 20_000);
  await end;
  clearTimeout(tooLong);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(new Error("no free port"))));
    });
  });
}

/** Proportional set size of a process in MB (Linux); null elsewhere. */
export function memoryMb(pid: number): number | null {
  const file = `/proc/${pid}/smaps_rollup`;
  if (!existsSync(file)) return null;
  const kb = /^Pss:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1];
  return kb === undefined ? null : Math.round(Number(kb) / 1024);
}
