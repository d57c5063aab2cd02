// Python programs of others, for the tests that point them at a server.
// In: HINDSIGHT_TEST_PYTHON, or what `node scripts/test-python.mjs` left behind. Out: a program run to its end, with all that it printed.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const VENV = fileURLToPath(new URL("../../.cache/test-python/venv", import.meta.url));

/** Folder of the programs; null where they are not installed. */
export function pythonPrograms(): string | null {
  const given = process.env.HINDSIGHT_TEST_PYTHON;
  if (given !== undefined && given !== "") return given;
  return existsSync(path.join(VENV, "complete")) ? path.join(VENV, process.platform === "win32" ? "Scripts" : "bin") : null;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one of the programs (`python`, `st`) in `cwd`. */
export function runPython(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(pythonPrograms() ?? "", program), args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      ...(cwd === undefined ? {} : { cwd }),
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part: Buffer) => {
        output += part.toString("utf8");
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
