// Threads: how one of ours ends from inside, in whichever runtime the program has.
// In: the thread's port to its maker. Out: nothing; the thread ends when nothing else keeps it.

import type { MessagePort } from "node:worker_threads";

/** Deno's port to the maker has no `close` (2.9): there a thread ends when its port no longer counts as work to wait for. */
export function endThread(port: MessagePort): void {
  if (typeof port.close === "function") port.close();
  else port.unref();
}
