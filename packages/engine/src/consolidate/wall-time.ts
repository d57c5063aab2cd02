import type { RequestContext } from "../context.js";
import { HindsightError } from "../errors.js";

/** Runs a consolidation within its time. Beyond it the context's signal fires, and what the work then throws is `deadline_exceeded`. */
export async function withinWallTime<T>(caller: RequestContext, work: (ctx: RequestContext) => Promise<T>): Promise<T> {
  const seconds = caller.settings.consolidationWallTimeout;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), seconds * 1000);
  timer.unref();
  try {
    return await work({ ...caller, signal: AbortSignal.any([caller.signal, late.signal]) });
  } catch (error) {
    if (!late.signal.aborted || caller.signal.aborted) throw error;
    const message = `The consolidation took longer than ${seconds} s (HINDSIGHT_API_CONSOLIDATION_WALL_TIMEOUT). What it had done is kept.`;
    throw new HindsightError("deadline_exceeded", message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
