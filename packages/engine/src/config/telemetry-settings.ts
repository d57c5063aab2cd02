// Settings of logs, metrics and traces: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { decimal, flag, integer, list, oneOf, setting, text } from "./setting.js";

const API = "HINDSIGHT_API";

/** Unset is `null`. */
const orNull =
  <T>(parse: (value: string, env: string) => T) =>
  (value: string, env: string): T | null =>
    parse(value, env);

const level = oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent");
/** The contract's names of levels. */
const LEVELS: Readonly<Record<string, string>> = { warning: "warn", critical: "fatal" };

export const TELEMETRY_SETTINGS = {
  logLevel: setting(
    `${API}_LOG_LEVEL`,
    "info",
    (value, env) => level(LEVELS[value.trim().toLowerCase()] ?? value, env),
    "least level that is logged: trace, debug, info, warn (or warning), error, fatal (or critical), or silent",
  ),
  metricsIncludeBankId: setting(
    `${API}_METRICS_INCLUDE_BANK_ID`,
    false,
    flag,
    "label metrics by bank: one series per bank, for 1,000 banks",
  ),
  metricsIncludeTenant: setting(`${API}_METRICS_INCLUDE_TENANT`, false, flag, "label metrics by tenant"),
  metricsWorkerLabel: setting(
    `${API}_METRICS_WORKER_LABEL`,
    false,
    flag,
    "label every series by the process of the server, as api_worker; a server is one process here, whose number is 0",
  ),
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
  loopLagReportSeconds: setting(
    `${API}_LOOP_LAG_REPORT_SECONDS`,
    0,
    decimal(0, 86_400),
    "how often the longest delay of the event loop is logged, in seconds; 0 is never",
  ),
  logFormat: setting<"text" | "json">(
    `${API}_LOG_FORMAT`,
    "text",
    oneOf("text", "json"),
    "text for people (in colours on a terminal), or json: one object per line, for machines",
  ),
  logJsonFields: setting(`${API}_LOG_JSON_FIELDS`, [], list, "the only keys of such an object, separated by commas; unset is all"),
  otelTracesEnabled: setting<boolean | null>(
    `${API}_OTEL_TRACES_ENABLED`,
    null,
    orNull(flag),
    "send traces; unset, they are sent where one of OpenTelemetry's own variables names an address",
  ),
  otelEndpoint: setting(
    `${API}_OTEL_EXPORTER_OTLP_ENDPOINT`,
    "",
    text,
    "where traces are sent by OTLP over HTTP, without /v1/traces; unset is OpenTelemetry's own variable, else http://localhost:4318",
  ),
  otelHeaders: setting(`${API}_OTEL_EXPORTER_OTLP_HEADERS`, "", text, "headers for it: key=value, separated by commas"),
  otelServiceName: setting(`${API}_OTEL_SERVICE_NAME`, "", text, "name in traces; unset is hindsight-api or hindsight-worker"),
  otelDeploymentEnvironment: setting<string | null>(
    `${API}_OTEL_DEPLOYMENT_ENVIRONMENT`,
    null,
    orNull(text),
    "name of the environment in traces; unset is development",
  ),
  otelCaptureContent: setting(
    `${API}_OTEL_CAPTURE_CONTENT`,
    false,
    flag,
    "put questions, prompts and answers into traces: whoever reads the traces then reads memories",
  ),
  otelSdkDisabled: setting("OTEL_SDK_DISABLED", false, flag, "OpenTelemetry's own switch: true sends no traces"),
  otelStandardServiceName: setting("OTEL_SERVICE_NAME", "", text, "OpenTelemetry's own name of the service"),
  otelResourceAttributes: setting(
    "OTEL_RESOURCE_ATTRIBUTES",
    "",
    text,
    "OpenTelemetry's own attributes of the service: key=value, separated by commas",
  ),
  otlpEndpoint: setting("OTEL_EXPORTER_OTLP_ENDPOINT", "", text, "OpenTelemetry's own address; naming it switches traces on"),
  otlpTracesEndpoint: setting("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "", text, "the same for traces alone, taken as it is"),
  otlpHeaders: setting("OTEL_EXPORTER_OTLP_HEADERS", "", text, "OpenTelemetry's own headers: key=value, separated by commas"),
  otlpTracesHeaders: setting("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "", text, "the same for traces alone"),
  otlpProtocol: setting(
    "OTEL_EXPORTER_OTLP_PROTOCOL",
    "http/protobuf",
    text,
    "form in which traces are sent: http/protobuf or http/json; gRPC is not spoken",
  ),
  otlpTracesProtocol: setting("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "", text, "the same for traces alone"),
  loopLagMetric: setting(`${API}_LOOP_LAG_METRIC`, false, flag, "show the longest delay of the event loop since the last scrape"),
} as const;
