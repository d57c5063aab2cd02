// The `hindsight` command.

import { readFileSync } from "node:fs";
import { CliError } from "./api.js";
import { harmless } from "./harmless.js";
import { program } from "./program.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

try {
  await program(version).parseAsync();
} catch (error) {
  // A HindsightError and a CliError say what to do; anything else is ours to mend, so its stack is shown.
  const known = error instanceof CliError || (error instanceof Error && error.name === "HindsightError");
  process.stderr.write(
    `${known ? `Error: ${harmless((error as Error).message)}` : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}
