// telemetry: what an open engine tells of itself.
// In: operations as they run, stages as they end, and the database's state when asked. Out: metrics in the Prometheus text format.
// Each engine has a registry of its own, so that two in one process do not add up.

export { createMetrics, type Metrics, type OperationLabels } from "./metrics.js";
