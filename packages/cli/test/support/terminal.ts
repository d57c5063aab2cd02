// The `hindsight` command on a terminal: a pseudo-terminal of util-linux `script`, where this machine has one.
// In: arguments, environment, and what somebody types at which prompt. Out: the exit status, and all that came to the screen.

import { spawn, spawnSync } from "node:child_process";
import { HINDSIGHT } from "../../../../test/support/command.js";

/** Other systems have a `script` with other options. */
export const hasTerminal = process.platform === "linux" && spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

export const ENTER = "\r";
export const CTRL_C = "\u0003";

/** Each text of `typed` is typed once its prompt is on the screen, one after the other. */
export function onTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  typed: readonly (readonly [prompt: string, text: string])[] = [],
): Promise<{ readonly status: number | null; readonly screen: string }> {
  const words = [process.execPath, ...HINDSIGHT, ...args];
  const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    env: { ...process.env, ...env },
    stdio: [typed.length === 0 ? "ignore" : "pipe", "pipe", "inherit"],
  });
  let screen = "";
  let answered = 0;
  const left = [...typed];
  child.stdout?.on("data", (data: Buffer) => {
    screen += data.toString();
    const [prompt, text] = left[0] ?? [];
    if (prompt === undefined || !screen.slice(answered).includes(prompt)) return;
    answered = screen.length;
    left.shift();
    child.stdin?.write(text);
  });
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, screen })));
}
