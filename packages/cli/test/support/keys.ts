// The `hindsight` command on a terminal, driven by keys: a pseudo-terminal of util-linux `script` (see terminal.ts for where there is one).
// In: arguments and environment. Out: what is on the screen, keys that are pressed, and the end.

import { spawn } from "node:child_process";
import { HINDSIGHT } from "../../../../test/support/command.js";

export const KEYS = { enter: "\r", escape: "\u001b", interrupt: "\u0003" } as const;

export interface Terminal {
  /** Presses keys, and waits for what comes to the screen then; the test's own time limit ends the wait. */
  press(keys: string, shows: RegExp): Promise<string>;
  shows(pattern: RegExp): Promise<string>;
  readonly ended: Promise<{ readonly status: number | null; readonly screen: string }>;
  kill(): void;
}

/** 30 lines of 100 columns. */
export function atTerminal(args: readonly string[], env: Readonly<Record<string, string>>): Terminal {
  const words = [process.execPath, ...HINDSIGHT, ...args];
  const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qec", `stty rows 30 cols 100; exec ${line}`, "/dev/null"], {
    env: { ...process.env, CI: "false", TERM: "xterm", ...env }, // ink draws no frames where CI is set
    stdio: ["pipe", "pipe", "inherit"],
  });
  let screen = "";
  let seen = 0;
  const waiting = new Set<() => void>();
  child.stdout.on("data", (data: Buffer) => {
    screen += data.toString();
    for (const look of waiting) look();
  });
  const ended = new Promise<{ readonly status: number | null; readonly screen: string }>((resolve) =>
    child.once("close", (status) => resolve({ status, screen })),
  );
  const shows = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(screen.slice(seen));
        if (found === null) return;
        waiting.delete(look);
        resolve(screen.slice(seen));
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended before it showed ${pattern}: ${screen.slice(-2000)}`)));
    });
  return {
    press(keys, pattern) {
      seen = screen.length;
      child.stdin.write(keys);
      return shows(pattern);
    },
    shows,
    ended,
    kill: () => void child.kill("SIGKILL"),
  };
}
