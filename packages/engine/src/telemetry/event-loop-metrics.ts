import { Counter, Histogram, type Registry } from "prom-client";

/** How often the loop is looked at, and from which delay on it counts as stalled (the contract's defaults). */
const LOOK_MS = 250;
const STALL_MS = 1_000;

/** Counts the times that the event loop did not turn for a second or more. */
export function eventLoopMetrics(registry: Registry): { stop(): void } {
  const stalls = new Counter({
    name: "hindsight_event_loop_stalls_total",
    help: "Times the event loop did not turn for a second or more.",
    registers: [registry],
  });
  const durations = new Histogram({
    name: "hindsight_event_loop_stall_duration_seconds",
    help: "How long the event loop did not turn.",
    registers: [registry],
  });
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const delay = now - last - LOOK_MS;
    last = now;
    if (delay < STALL_MS) return;
    stalls.inc();
    durations.observe(delay / 1000);
  }, LOOK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
