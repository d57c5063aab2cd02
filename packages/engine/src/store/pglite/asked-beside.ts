// Asking beside a folder: another process, which may not open the database, asks by a file next to its folder.
// In: the file, how often to look, and what answers it. Out: a handle to stop; an answer that is under way is waited for.

import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 50;

export interface Answering {
  stop(): Promise<void>;
}

/** One answer at a time. `answer` takes the file away, and handles its own failures. The clock keeps no process from its end. */
export function answerBeside(file: string, everyMs: number, answer: () => Promise<void>): Answering {
  let under: Promise<void> | null = null;
  const clock = setInterval(() => {
    if (under !== null || !existsSync(file)) return;
    under = answer().finally(() => {
      under = null;
    });
  }, everyMs);
  clock.unref();
  return {
    async stop() {
      clearInterval(clock);
      await under;
    },
  };
}

/** For whoever asks: is it there within so many milliseconds? */
export async function comes(there: () => boolean, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(POLL_MS)) if (there()) return true;
  return there();
}
