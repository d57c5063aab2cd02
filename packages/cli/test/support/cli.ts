// The `hindsight` command against a server: in this process for the many, as a process of its own for what only that shows.
// In: a server, and arguments. Out: the exit status and what was said; or its JSON.

import { vi } from "vitest";
import { hindsight } from "../../../../test/workers/cli.js";
import { carryOut } from "../../src/carry-out.js";

export interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface Cli {
  (...args: readonly string[]): Promise<Ran>;
  /** What it shows on success; throws what it complained of. */
  text(...args: readonly string[]): Promise<string>;
  /** As `text` with --json, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into replies freely, and fails when they differ.
  json(...args: readonly string[]): Promise<any>;
}

type Env = Readonly<Record<string, string>>;

/** A process takes seconds on a busy machine, so this is the same code without one: from the arguments to the exit status. */
export const cliOf = (url: string, env: Env = {}): Cli => withWords((args) => here(args, { HINDSIGHT_API_URL: url, ...env }));

export const processOf = (url: string, env: Env = {}): Cli =>
  withWords((args) => hindsight(args, { HINDSIGHT_API_URL: url, ...env }).ended);

function withWords(run: (args: readonly string[]) => Promise<Ran>): Cli {
  const text = async (...args: readonly string[]): Promise<string> => {
    const { status, output, errors } = await run(args);
    if (status !== 0) throw new Error(`hindsight ${args.join(" ")} ended with ${status}: ${errors}`);
    return output;
  };
  const json = async (...args: readonly string[]) => JSON.parse(await text(...args, "--json"));
  return Object.assign((...args: readonly string[]) => run(args), { text, json });
}

async function here(args: readonly string[], env: Env): Promise<Ran> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const said = { output: "", errors: "" };
  const listen = (stream: NodeJS.WriteStream, to: keyof typeof said) =>
    vi.spyOn(stream, "write").mockImplementation((text) => {
      said[to] += String(text);
      return true;
    });
  const spies = [listen(process.stdout, "output"), listen(process.stderr, "errors")];
  try {
    const status = await carryOut("0.0.0", args);
    return { status, ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** A table without its frames and spaces: what its cells say, however they are broken. */
export const flat = (text: string): string => text.replace(/[│┌┐└┘├┤┬┴┼─\s]+/g, "");
