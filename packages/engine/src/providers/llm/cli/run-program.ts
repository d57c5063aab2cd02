// One run of a program. In: its path, arguments, variables and stdin, and a signal. Out: what it wrote; at the deadline its whole process group is killed.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { at } from "../../http/read-answer.js";
import { ModelCallError } from "../adapter.js";
import { brokenCall } from "../adapters/exchange.js";
import type { Secrets } from "../adapters/failures.js";

export interface ProgramRun {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly stdin: string;
  readonly signal: AbortSignal;
  readonly secrets: Secrets;
}

export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly secrets: Secrets;
}

/** More than any answer: a program that writes on and on is stopped. */
const MOST_STDOUT_CHARS = 32 * 1024 * 1024;
const MOST_STDERR_CHARS = 64 * 1024;

/** Throws ModelCallError: `timeout` or `cancelled` by the signal, `unreachable` when it cannot be started, `unavailable` when it writes without end. */
export async function runProgram({ path, args, env, folder, stdin, signal, secrets }: ProgramRun): Promise<ProgramOutput> {
  if (signal.aborted) throw brokenCall(signal.reason, signal);
  // A group of its own (on Windows there are none), so that what the program starts ends with it.
  const child = spawn(path, args, { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"], detached: process.platform !== "win32" });
  const stop = () => killGroup(child.pid);
  signal.addEventListener("abort", stop, { once: true });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (stdout.length > MOST_STDOUT_CHARS) stop();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-MOST_STDERR_CHARS);
  });
  child.stdin.on("error", () => undefined); // a program that ends before it has read all: its exit tells why
  child.stdin.end(stdin);
  try {
    const [exitCode] = (await once(child, "close")) as [number | null];
    if (signal.aborted) throw brokenCall(signal.reason, signal);
    if (stdout.length > MOST_STDOUT_CHARS) throw new ModelCallError("unavailable", "the program wrote without end and was stopped");
    return { stdout, stderr, exitCode, secrets };
  } catch (cause) {
    if (cause instanceof ModelCallError) throw cause;
    throw new ModelCallError("unreachable", `the program cannot be started (${String(at(cause, "code") ?? "unknown")})`, { cause });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch (cause) {
    if (at(cause, "code") !== "ESRCH") throw cause; // it had ended already
  }
}
