import type { Logger } from "pino";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Settings } from "../config/index.js";
import { WAIT_SECONDS } from "./bounds.js";

export type LoopSettings = Pick<
  Settings,
  "loopWatchdogEnabled" | "loopWatchdogPollIntervalMs" | "loopWatchdogStallThresholdMs" | "loopLagMetric" | "loopLagReportSeconds"
>;

/** Programs that open a memory load modules, an encoder and their own code meanwhile; on two busy cores that takes 3 to 8 s in turns of up to 2 s. */
const START_MS = 10_000;

/**
 * Counts and logs the times that the event loop did not turn for the threshold or more; shows the longest delay since the last scrape where that is
 * asked for. A standstill that begins within `START_MS` is no fault, and is logged at `debug` alone.
 */
export function eventLoopMetrics(
  registry: Registry,
  settings: LoopSettings,
  log: Pick<Logger, "debug" | "info" | "warn">,
): { stop(): void } {
  const { loopWatchdogEnabled: isWatched, loopWatchdogPollIntervalMs: lookMs, loopWatchdogStallThresholdMs: stallMs } = settings;
  const registers = [registry];
  const stalls = new Counter({
    name: "hindsight_event_loop_stalls_total",
    help: "Times the event loop stood still for the threshold or more.",
    registers,
  });
  const durations = new Histogram({
    name: "hindsight_event_loop_stall_duration_seconds",
    help: "How long the event loop stood still.",
    buckets: WAIT_SECONDS,
    registers,
  });
  let longest = 0;
  if (settings.loopLagMetric) {
    new Gauge({
      name: "hindsight_event_loop_lag",
      help: "Longest delay of the event loop since the last scrape, in seconds.",
      registers,
      collect() {
        this.set(longest / 1000);
        longest = 0;
      },
    });
  }
  const reportMs = settings.loopLagReportSeconds * 1000;
  if (!isWatched && !settings.loopLagMetric && reportMs === 0) return { stop: () => undefined };
  const began = performance.now();
  let [reported, longestToReport] = [began, 0];
  let last = began;
  const timer = setInterval(() => {
    const now = performance.now();
    const delay = Math.max(0, now - last - lookMs);
    const isStart = last - began < START_MS;
    last = now;
    longest = Math.max(longest, delay);
    longestToReport = Math.max(longestToReport, delay);
    if (reportMs > 0 && now - reported >= reportMs) {
      log.info({ ms: Math.round(longestToReport) }, "the longest delay of the event loop since the last report");
      [reported, longestToReport] = [now, 0];
    }
    if (!isWatched || delay < stallMs) return;
    if (isStart) return log.debug({ ms: Math.round(delay) }, "the event loop stood still at the start");
    stalls.inc();
    durations.observe(delay / 1000);
    log.warn({ ms: Math.round(delay) }, "the event loop stood still: nothing was answered meanwhile");
  }, lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
