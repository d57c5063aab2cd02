// Asking before something is gone for good.

import { createInterface } from "node:readline/promises";
import { CliError } from "./api.js";
import { harmless } from "./harmless.js";

/** Throws unless somebody at a terminal says yes; `refusal` is what a no means. */
export async function confirm(question: string, refusal = "Nothing was deleted."): Promise<void> {
  const shown = harmless(question);
  if (process.stdin.isTTY !== true) throw new CliError(`${shown} Nobody can be asked here: add --yes.`);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${shown} [y/N] `);
  asking.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError(refusal);
}
