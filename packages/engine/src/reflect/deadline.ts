import type { RequestContext } from "../context.js";
import { HindsightError } from "../errors.js";

/** Runs a reflection within its time: `deadline_exceeded` beyond it, `request_cancelled` when the caller hangs up. */
export async function inTime<T>(caller: RequestContext, work: (ctx: RequestContext) => Promise<T>): Promise<T> {
  const seconds = caller.settings.reflectWallTimeout;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLong(seconds)), seconds * 1000);
  const signal = AbortSignal.any([caller.signal, late.signal]);
  try {
    return await work({ ...caller, signal });
  } catch (error) {
    throw signal.aborted ? stopped(signal) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Throws why the reflection has to stop, if it has to. */
export function goOn(signal: AbortSignal): void {
  if (signal.aborted) throw stopped(signal);
}

function stopped(signal: AbortSignal): HindsightError {
  if (signal.reason instanceof HindsightError) return signal.reason;
  return new HindsightError("request_cancelled", "The caller has gone; the reflection was stopped.", { cause: signal.reason });
}

function tooLong(seconds: number): HindsightError {
  return new HindsightError(
    "deadline_exceeded",
    `The reflection took longer than ${seconds} s. Ask with a lower budget, or raise HINDSIGHT_API_REFLECT_WALL_TIMEOUT.`,
  );
}
