// A projection kept in step: a pass, a pause, and the next, until it is stopped or its bank is gone.
// In: what a pass does. Out: each pass that was told; trouble is said once, and tried again after longer and longer pauses.

import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "../api.js";

/** The longest pause between tries, unless passes are further apart anyway. */
const LONGEST_PAUSE_MS = 5 * 60_000;

export interface Steps {
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Whether there may be another. Throws for a server that does not answer or refuses, and a disk that takes nothing. */
  pass(): Promise<"goes on" | "is over">;
  /** For people, on stderr. */
  say(text: string): void;
}

/** Resolves when it is stopped or over. Throws when the very first answer is a refusal: the bank's name, say, or the key, will not be right the next time either. */
export async function keepInStep({ everyMs, signal, pass, say }: Steps): Promise<void> {
  let failures = 0;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      const what = await pass();
      if (failures > 0) say("It works again.");
      if (what === "is over") return;
      failures = 0;
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof CliError) || (isFirst && cause.isAnswer)) throw cause;
      failures += 1;
      const pause = pauseMs(everyMs, failures);
      say(`${cause.message} Trying again in ${Math.ceil(pause / 1000)} s.`);
    }
    await sleep(pauseMs(everyMs, failures), undefined, { signal }).catch((cause: unknown) => {
      if (!signal.aborted) throw cause;
    });
  }
}

/** Twice as long after each failure, up to a limit. */
export const pauseMs = (everyMs: number, failures: number): number =>
  failures === 0 ? everyMs : Math.min(everyMs * 2 ** Math.min(failures, 20), Math.max(everyMs, LONGEST_PAUSE_MS));
