// The `hindsight` command in this process, against a server of one's own.
// In: arguments. Out: what it prints on stdout, and the error it ends with, if any.

import { vi } from "vitest";
import { program } from "../../src/program.js";

export interface Run {
  readonly output: string;
  readonly error: Error | null;
}

/** Runs the command with `env` over the process's environment; stdout has `columns` columns. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>>, columns = 120): Promise<Run> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  let output = "";
  const writing = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
  const width = Object.getOwnPropertyDescriptor(process.stdout, "columns");
  Object.defineProperty(process.stdout, "columns", { value: columns, configurable: true });
  try {
    await program("0.0.0").parseAsync(["node", "hindsight", ...args]);
    return { output, error: null };
  } catch (error) {
    return { output, error: error as Error };
  } finally {
    writing.mockRestore();
    if (width === undefined) Reflect.deleteProperty(process.stdout, "columns");
    else Object.defineProperty(process.stdout, "columns", width);
    vi.unstubAllEnvs();
  }
}

/** As `run` with JSON output, parsed; a test looks into it as it likes. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into replies freely, and fails when they differ.
export async function runJson(args: readonly string[], env: Readonly<Record<string, string>>): Promise<any> {
  const { output, error } = await run([...args, "-o", "json"], env);
  if (output === "" && error !== null) throw error;
  return JSON.parse(output);
}
