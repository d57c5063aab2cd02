// Work that keeps nobody waiting who wants to end.
// In: the work, and the signal of the end. Out: what the work gives, or the words about its end, whichever comes first.

import { CliError } from "./api.js";

/** The work itself goes on unheard after a stop. Leaves no listener behind: a signal lives as long as a watch, with thousands of these. */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal, words: string): Promise<T> {
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new CliError(words));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, stopped]).finally(() => signal.removeEventListener("abort", stop));
}
