// The options of the classes that are used in other programs.
// In: what a program gave. Out: nothing, or an error that names the option that was meant.

import { HindsightError } from "@hindsight-memory/client";
import { unknownOptionProblem } from "@hindsight-memory/engine/known-options";

/** @throws HindsightError `bad_argument` for an option that is not in `names` */
export function checkOptions(what: string, given: unknown, names: readonly string[]): void {
  const problem = unknownOptionProblem(what, given, names);
  if (problem !== null) throw new HindsightError(problem, undefined, undefined, { code: "bad_argument" });
}
