// Settings of logs, metrics and traces: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { flag, integer, setting } from "./setting.js";

const API = "HINDSIGHT_API";

export const TELEMETRY_SETTINGS = {
  metricsIncludeBankId: setting(
    `${API}_METRICS_INCLUDE_BANK_ID`,
    false,
    flag,
    "label metrics by bank: one series per bank, for 1,000 banks",
  ),
  metricsIncludeTenant: setting(`${API}_METRICS_INCLUDE_TENANT`, false, flag, "label metrics by tenant"),
  recallDiagnosticPhases: setting(
    `${API}_RECALL_DIAGNOSTIC_PHASES`,
    true,
    flag,
    "measure what lies inside the stages of recall too, each arm and each part of a result",
  ),
  loopWatchdogEnabled: setting(`${API}_LOOP_WATCHDOG_ENABLED`, true, flag, "count and log the times that the event loop stood still"),
  loopWatchdogPollIntervalMs: setting(
    `${API}_LOOP_WATCHDOG_POLL_INTERVAL_MS`,
    250,
    integer(10, 60_000),
    "how often the event loop is looked at, in milliseconds",
  ),
  loopWatchdogStallThresholdMs: setting(
    `${API}_LOOP_WATCHDOG_STALL_THRESHOLD_MS`,
    1_000,
    integer(10, 600_000),
    "delay from which on the event loop counts as standing still, in milliseconds",
  ),
  loopLagMetric: setting(`${API}_LOOP_LAG_METRIC`, false, flag, "show the longest delay of the event loop since the last scrape"),
} as const;
