// Upkeep: work that is done now and then, as long as the engine is open.
// In: how often, and the work. Out: a handle to do it at once and to stop it.
// One run after another, never two at once; the timer keeps no process from its end.

export interface Upkeep {
  /** Does it now, behind a run that is under way. */
  run(): Promise<void>;
  /** Tells the run that is under way to end, and waits for it. */
  stop(): Promise<void>;
}

/** `work` handles its own failures. Its signal fires when the upkeep stops. */
export function startUpkeep(everyMs: number, work: (signal: AbortSignal) => Promise<void>): Upkeep {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  function run(): Promise<void> {
    running = running.then(() => (stopping.signal.aborted ? undefined : work(stopping.signal)));
    return running;
  }
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    run,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
