// A command line, carried out.
// In: arguments. Out: the exit status; a failure is told on stderr, in a line that says what to do.

import { CommanderError } from "commander";
import { CliError, Interrupted } from "./cli-error.js";
import { harmless } from "./harmless.js";
import { program } from "./program.js";

/** `args` begin behind the name of the program. */
export async function carryOut(version: string, args: readonly string[]): Promise<number> {
  const root = program(version);
  try {
    await root.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // What was wrong with the arguments is said already; help and version end this way as well, with 0.
    if (error instanceof CommanderError) return error.exitCode;
    process.stderr.write(`${told(error)}\n`);
    if (root.opts<{ verbose?: boolean }>().verbose === true)
      for (const line of causesOf(error)) process.stderr.write(`  because: ${line}\n`);
    return error instanceof Interrupted ? INTERRUPTED_STATUS : 1;
  }
}

/** What a shell says of a program that Ctrl-C ended. */
const INTERRUPTED_STATUS = 130;

/** A HindsightError and a CliError say what to do; anything else is ours to mend, so its stack is shown. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return harmless(String(error));
  if (error instanceof Interrupted) return error.message;
  const isKnown = error instanceof CliError || error.name === "HindsightError";
  return harmless(isKnown ? `Error: ${error.message}` : (error.stack ?? error.message));
}

/** What a failure came of, one below the other, in words. */
function causesOf(error: unknown): readonly string[] {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Error ? [harmless(cause.message), ...causesOf(cause)] : [];
}
