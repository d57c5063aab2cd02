// telemetry: what an open engine tells of itself.
// In: operations as they run, stages as they end, model calls as they are made, and the database's state when asked.
// Out: metrics in the Prometheus text format, rows of the trace. Each engine has a registry of its own, so that two in one process do not add up.

export { type AuditLog, type AuditLogParts, startAuditLog } from "./audit-log.js";
export { callFields, currentOrigin } from "./call-scope.js";
export { type IncomingCall, inCall, inOperation, inSpan, type NamedWork, type QueuedWork, withSpans } from "./door.js";
export type { LlmMetrics } from "./llm-metrics.js";
export { aroundLlmCall } from "./llm-span.js";
export { type LlmTrace, type LlmWatchParts, startLlmTrace } from "./llm-trace.js";
export { createLog, type LogSettings, type LogSink, withCallFields } from "./log.js";
export { commonLabels, createMetrics, type Metrics, type OperationLabels } from "./metrics.js";
export { type Attributes, annotate, NO_SPAN, type Span, span, type TraceHeaders } from "./span.js";
export { NO_TRACING, openTracing, type Tracing } from "./tracing.js";
