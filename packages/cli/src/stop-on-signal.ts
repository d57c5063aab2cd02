// What a long-running command does with Ctrl-C and SIGTERM, or when npx is gone: it closes once, and a second signal means now.

import { harmless } from "./harmless.js";

/** Signals closer together than this count as one: a Ctrl-C may come twice, from the terminal and from a parent that passes it on. */
const ONE_SIGNAL_MS = 1_000;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Who started this process, as soon as it can be asked: npx may be gone before the server stands. */
const PARENT = process.ppid;

/** Closes `what` at the first signal and ends the process; a later second signal ends it at once. Returns how to listen no more. */
export function stopOnSignal(what: string, close: () => Promise<void>): () => void {
  let stoppingSince = 0;
  const stop = (): void => {
    if (stoppingSince > 0) {
      if (Date.now() - stoppingSince > ONE_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    process.stderr.write("Stopping …\n");
    close().then(
      () => process.exit(0),
      (cause: unknown) => {
        process.stderr.write(harmless(`The ${what} did not close cleanly: ${cause instanceof Error ? cause.message : String(cause)}\n`));
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const looking = process.env.npm_lifecycle_event === "npx" ? onceOrphaned(stop) : undefined;
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
    clearInterval(looking);
  };
}

/** How often a command of npx looks whether npx is still there. */
const LOOK_MS = 500;

/** npx passes a signal on to the shell between the two alone, and that dies of it without a word: an orphan of it would hold its port and folder. */
function onceOrphaned(stop: () => void): NodeJS.Timeout {
  const looking = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(looking);
    stop();
  }, LOOK_MS);
  return looking.unref();
}
