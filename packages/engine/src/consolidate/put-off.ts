/** A consolidation that fails for no fact's fault is tried again for as long as it takes, ever more seldom. */

import type { RequestContext } from "../context.js";
import { HindsightError } from "../errors.js";
import { isTransient, type OperationWork } from "../operations/index.js";

/** Pause after the first failure, doubled with each further one up to the longest (reference §1.10). */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 1_800_000;

/** Under this name an operation counts its failures since it last got forward. */
export const FAILURES = "failures_in_a_row";

/**
 * What to throw in place of a failure: one that names the time of the next try, and so uses up none of the worker's. A failure that comes again with
 * every try, and one that names its own time, are thrown as they are.
 */
export async function putOff(ctx: RequestContext, work: OperationWork, failuresBefore: number, error: unknown): Promise<unknown> {
  if (!isTransient(error)) return error;
  const known = error instanceof HindsightError ? error : null;
  const details = (typeof known?.details === "object" && known.details !== null ? known.details : {}) as Readonly<Record<string, unknown>>;
  if (details.retryAt !== undefined || known?.code === "spend_limit_reached") return error;
  await ctx.db.transaction((tx) =>
    work.checkpoint(tx, { stage: "consolidating", at: ctx.now().toISOString() }, { [FAILURES]: failuresBefore + 1 }),
  );
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failuresBefore, 20));
  return new HindsightError(known?.code ?? "internal", error instanceof Error ? error.message : String(error), {
    cause: error,
    details: { ...details, retryAt: new Date(ctx.now().getTime() + pauseMs) },
  });
}
