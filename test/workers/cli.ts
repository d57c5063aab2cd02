// The `hindsight` command as a process of its own.
// In: arguments and environment. Out: its end with all that it said, and a promise of a line.

import { type ChildProcess, spawn } from "node:child_process";
import { HINDSIGHT } from "../support/command.js";

export interface Command {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly status: number | null; readonly output: string; readonly errors: string }>;
  /** Resolves at the first output that matches; rejects when the command ends before. */
  ready(pattern: RegExp): Promise<RegExpExecArray>;
}

export function hindsight(args: readonly string[], env: Readonly<Record<string, string>>): Command {
  const child = spawn(process.execPath, [...HINDSIGHT, ...args], {
    env: { ...process.env, HINDSIGHT_API_LOG_LEVEL: "fatal", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  const listeners = new Set<() => void>();
  child.stdout.on("data", (data: Buffer) => {
    output += data.toString();
    for (const listener of listeners) listener();
  });
  child.stderr.on("data", (data: Buffer) => {
    errors += data.toString();
  });
  const ended = new Promise<{ readonly status: number | null; readonly output: string; readonly errors: string }>((resolve) => {
    child.once("close", (status) => resolve({ status, output, errors }));
  });
  return {
    child,
    ended,
    ready: (pattern) =>
      new Promise((resolve, reject) => {
        listeners.add(() => {
          const found = pattern.exec(output);
          if (found !== null) resolve(found);
        });
        void ended.then(() => reject(new Error(`It ended before it was ready: ${output}${errors}`)));
      }),
  };
}
