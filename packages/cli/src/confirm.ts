// Asking before something is gone for good.

import { CliError } from "./api.js";
import { ask } from "./ask.js";
import { harmless } from "./harmless.js";

/** Throws unless somebody at a terminal says yes; `refusal` is what a no means. */
export async function confirm(question: string, refusal = "Nothing was deleted."): Promise<void> {
  if (process.stdin.isTTY !== true) throw new CliError(`${harmless(question)} Nobody can be asked here: add --yes.`);
  if (!/^y(es)?$/i.test(await ask(`${question} [y/N] `))) throw new CliError(refusal);
}
