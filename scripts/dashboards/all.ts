// The three dashboards: what is done, what models cost, how the server is.
// In: nothing. Out: dashboards by file name. A test holds every query against the metrics that a server really serves.

import { type Dashboard, percentiles, series, stat } from "./panels.js";

const T = 'tenant=~"$tenant"';
const RATE = "$__rate_interval";
const RANGE = "$__range";

const operations: Dashboard = {
  uid: "hindsight-operations",
  title: "Hindsight: operations",
  rows: [
    {
      title: "Now",
      panels: [
        stat("Operations in this window", "short", `sum(increase(hindsight_operation_operations_total{${T}}[${RANGE}]))`),
        stat("Operations per second", "ops", `sum(rate(hindsight_operation_operations_total{${T}}[${RATE}]))`),
        ...["retain", "recall", "reflect"].map((verb) =>
          stat(`${verb} per second`, "ops", `sum(rate(hindsight_operation_operations_total{operation="${verb}", ${T}}[${RATE}]))`),
        ),
        stat(
          "Failed share",
          "percentunit",
          `sum(rate(hindsight_operation_operations_total{success="false", ${T}}[${RATE}])) / sum(rate(hindsight_operation_operations_total{${T}}[${RATE}]))`,
        ),
      ],
    },
    {
      title: "Rates and times",
      panels: [
        series("Rate by operation", "ops", [
          {
            expr: `sum by (operation, source) (rate(hindsight_operation_operations_total{${T}}[${RATE}]))`,
            legend: "{{operation}} ({{source}})",
          },
        ]),
        series("Failures by operation", "ops", [
          {
            expr: `sum by (operation, source) (rate(hindsight_operation_operations_total{success="false", ${T}}[${RATE}]))`,
            legend: "{{operation}} ({{source}})",
          },
        ]),
        series("Time of recalls", "s", percentiles("hindsight_operation_duration_seconds", `operation="recall", source="api", ${T}`)),
        series("Time by operation, p95", "s", [
          {
            expr: `histogram_quantile(0.95, sum by (le, operation) (rate(hindsight_operation_duration_seconds_bucket{${T}}[${RATE}])))`,
            legend: "{{operation}}",
          },
        ]),
        series("Stages of recall, p95", "s", [
          {
            expr: `histogram_quantile(0.95, sum by (le, phase) (rate(hindsight_recall_phase_duration_seconds_bucket{diagnostic="false"}[${RATE}])))`,
            legend: "{{phase}}",
          },
        ]),
        series("Inside the stages of recall, p95", "s", [
          {
            expr: `histogram_quantile(0.95, sum by (le, phase) (rate(hindsight_recall_phase_duration_seconds_bucket{diagnostic="true"}[${RATE}])))`,
            legend: "{{phase}}",
          },
        ]),
        series("Stages of retain, p95", "s", [
          {
            expr: `histogram_quantile(0.95, sum by (le, phase) (rate(hindsight_retain_phase_duration_seconds_bucket[${RATE}])))`,
            legend: "{{phase}}",
          },
        ]),
        series(
          "Rate by bank",
          "ops",
          [{ expr: `topk(10, sum by (bank_id) (rate(hindsight_operation_operations_total{${T}}[${RATE}])))`, legend: "{{bank_id}}" }],
          12,
          "The ten busiest. Needs HINDSIGHT_API_METRICS_INCLUDE_BANK_ID.",
        ),
      ],
    },
    {
      title: "In the background",
      panels: [
        series(
          "Operations that wait, run and have failed",
          "short",
          [{ expr: `sum by (operation_type, status) (hindsight_async_operations{${T}})`, legend: "{{operation_type}} {{status}}" }],
          12,
          "Needs HINDSIGHT_API_METRICS_BACKLOG_ENABLED; counted every 30 s.",
        ),
        series("Worker slots", "short", [{ expr: "sum by (state) (hindsight_worker_slots)", legend: "{{state}}" }]),
        series(
          "Facts that wait for consolidation, and could not be",
          "short",
          [
            { expr: `sum(hindsight_consolidation_backlog{${T}})`, legend: "waiting" },
            { expr: `sum(hindsight_consolidation_failed{${T}})`, legend: "failed" },
          ],
          12,
          "Needs HINDSIGHT_API_METRICS_BACKLOG_ENABLED; counted every 30 s.",
        ),
        series("Batches that failed to consolidate", "ops", [
          {
            expr: `sum by (failure_class, error_type) (rate(hindsight_consolidation_batch_failures_total[${RATE}]))`,
            legend: "{{failure_class}}: {{error_type}}",
          },
        ]),
        series("Documents by whether any memory came of them", "ops", [
          { expr: `sum by (outcome) (rate(hindsight_retain_documents_total{${T}}[${RATE}]))`, legend: "{{outcome}}" },
        ]),
      ],
    },
  ],
};

const tokens = (kind: string): string => `hindsight_llm_tokens_${kind}_tokens_total`;

const llm: Dashboard = {
  uid: "hindsight-llm",
  title: "Hindsight: language models",
  rows: [
    {
      title: "Now",
      panels: [
        stat("Calls in this window", "short", `sum(increase(hindsight_llm_calls_total{${T}}[${RANGE}]))`),
        stat(
          "Tokens in this window",
          "short",
          `sum(increase(${tokens("input")}{${T}}[${RANGE}])) + sum(increase(${tokens("output")}{${T}}[${RANGE}]))`,
        ),
        stat("Input tokens", "short", `sum(increase(${tokens("input")}{${T}}[${RANGE}]))`),
        stat("Output tokens", "short", `sum(increase(${tokens("output")}{${T}}[${RANGE}]))`),
        stat("Cost in this window", "currencyUSD", `sum(increase(hindsight_llm_cost_usd_total{${T}}[${RANGE}]))`),
        stat(
          "Failed share",
          "percentunit",
          `sum(rate(hindsight_llm_calls_total{success="false", ${T}}[${RATE}])) / sum(rate(hindsight_llm_calls_total{${T}}[${RATE}]))`,
        ),
      ],
    },
    {
      title: "By what they are for",
      panels: [
        series("Calls by scope", "ops", [{ expr: `sum by (scope) (rate(hindsight_llm_calls_total{${T}}[${RATE}]))`, legend: "{{scope}}" }]),
        series("Time of calls by scope, p95", "s", [
          {
            expr: `histogram_quantile(0.95, sum by (le, scope) (rate(hindsight_llm_duration_seconds_bucket{${T}}[${RATE}])))`,
            legend: "{{scope}}",
          },
        ]),
        series("Tokens per second", "short", [
          { expr: `sum(rate(${tokens("input")}{${T}}[${RATE}]))`, legend: "input" },
          { expr: `sum(rate(${tokens("cached_input")}{${T}}[${RATE}]))`, legend: "of it cached" },
          { expr: `sum(rate(${tokens("output")}{${T}}[${RATE}]))`, legend: "output" },
          { expr: `sum(rate(${tokens("thoughts")}{${T}}[${RATE}]))`, legend: "of it thoughts" },
        ]),
        series("Tokens by scope", "short", [
          { expr: `sum by (scope) (rate(${tokens("input")}{${T}}[${RATE}]))`, legend: "{{scope}} in" },
          { expr: `sum by (scope) (rate(${tokens("output")}{${T}}[${RATE}]))`, legend: "{{scope}} out" },
        ]),
        series("Failed calls by model", "ops", [
          {
            expr: `sum by (provider, model) (rate(hindsight_llm_calls_total{success="false", ${T}}[${RATE}]))`,
            legend: "{{provider}} {{model}}",
          },
        ]),
        series("Cost per hour by model", "currencyUSD", [
          { expr: `3600 * sum by (provider, model) (rate(hindsight_llm_cost_usd_total{${T}}[${RATE}]))`, legend: "{{provider}} {{model}}" },
        ]),
        series("Calls that a spend limit refused", "ops", [
          {
            expr: `sum by (level, unit, window) (rate(hindsight_llm_spend_refusals_total[${RATE}]))`,
            legend: "{{level}}: {{unit}} per {{window}}",
          },
        ]),
        series("Calls of models without a price", "ops", [
          { expr: `sum by (provider, model) (rate(hindsight_llm_unpriced_calls_total[${RATE}]))`, legend: "{{provider}} {{model}}" },
        ]),
      ],
    },
  ],
};

const share = (status: string): string =>
  `sum(rate(hindsight_http_requests_total{status_class="${status}", ${T}}[${RATE}])) / sum(rate(hindsight_http_requests_total{${T}}[${RATE}]))`;

const api: Dashboard = {
  uid: "hindsight-api-service",
  title: "Hindsight: API service",
  rows: [
    {
      title: "HTTP",
      panels: [
        stat("Requests in this window", "short", `sum(increase(hindsight_http_requests_total{${T}}[${RANGE}]))`),
        stat("Requests per second", "reqps", `sum(rate(hindsight_http_requests_total{${T}}[${RATE}]))`),
        stat("In progress", "short", "sum(hindsight_http_requests_in_progress_requests)"),
        stat("5xx share", "percentunit", share("5xx")),
        stat("p95", "s", `histogram_quantile(0.95, sum by (le) (rate(hindsight_http_duration_seconds_bucket{${T}}[${RATE}])))`, 8),
        series("Rate by endpoint", "reqps", [
          { expr: `sum by (method, endpoint) (rate(hindsight_http_requests_total{${T}}[${RATE}]))`, legend: "{{method}} {{endpoint}}" },
        ]),
        series("Time of requests", "s", percentiles("hindsight_http_duration_seconds", T)),
        series("Share of failures", "percentunit", [
          { expr: share("4xx"), legend: "4xx" },
          { expr: share("5xx"), legend: "5xx" },
        ]),
        series("In progress by endpoint", "short", [
          { expr: "sum by (method, endpoint) (hindsight_http_requests_in_progress_requests)", legend: "{{method}} {{endpoint}}" },
        ]),
      ],
    },
    {
      title: "Connections to the database",
      panels: [
        stat("Open", "short", "sum(hindsight_db_pool_size)"),
        stat("Idle", "short", "sum(hindsight_db_pool_idle)"),
        stat("At work", "short", "sum(hindsight_db_pool_size) - sum(hindsight_db_pool_idle)"),
        stat("Used share", "percentunit", "(sum(hindsight_db_pool_size) - sum(hindsight_db_pool_idle)) / sum(hindsight_db_pool_max)"),
        stat("Waiting", "short", "sum(hindsight_db_pool_waiting)", 8),
        series("Connections", "short", [
          { expr: "sum by (instance) (hindsight_db_pool_size)", legend: "open {{instance}}" },
          { expr: "sum by (instance) (hindsight_db_pool_idle)", legend: "idle {{instance}}" },
          { expr: "sum by (instance) (hindsight_db_pool_max)", legend: "at most {{instance}}" },
          { expr: "sum by (instance) (hindsight_db_pool_waiting)", legend: "waiting {{instance}}" },
        ]),
        series("Waits for a connection", "s", percentiles("hindsight_db_pool_acquire_wait_seconds", "")),
      ],
    },
    {
      title: "Process",
      panels: [
        stat("Memory", "bytes", "sum(process_resident_memory_bytes)"),
        stat("Most memory so far", "bytes", 'max(hindsight_process_memory_bytes{type="rss_max"})'),
        stat("Threads", "short", "sum(hindsight_process_threads)"),
        stat("Descriptors", "short", "sum(hindsight_process_open_fds)"),
        stat("Processor", "percentunit", `sum(rate(hindsight_process_cpu_seconds[${RATE}]))`, 8),
        series("Memory over time", "bytes", [{ expr: "sum by (instance) (process_resident_memory_bytes)", legend: "{{instance}}" }]),
        series("Processor over time", "percentunit", [
          { expr: `sum by (instance, type) (rate(hindsight_process_cpu_seconds[${RATE}]))`, legend: "{{type}} {{instance}}" },
        ]),
        series("Threads and descriptors over time", "short", [
          { expr: "sum by (instance) (hindsight_process_threads)", legend: "threads {{instance}}" },
          { expr: "sum by (instance) (hindsight_process_open_fds)", legend: "descriptors {{instance}}" },
        ]),
        series("Standstills of the event loop", "short", [
          { expr: `sum by (instance) (increase(hindsight_event_loop_stalls_total[${RATE}]))`, legend: "{{instance}}" },
        ]),
        series("What the server could not tell of itself", "ops", [
          { expr: `sum(rate(hindsight_trace_spans_lost_total[${RATE}]))`, legend: "spans" },
          { expr: `sum(rate(hindsight_audit_log_dropped_total[${RATE}]))`, legend: "audit entries" },
          { expr: `sum by (what) (rate(hindsight_llm_trace_dropped_total[${RATE}]))`, legend: "model calls: {{what}}" },
        ]),
      ],
    },
  ],
};

/** By file name in deploy/monitoring/grafana/. */
export const DASHBOARDS: Readonly<Record<string, Dashboard>> = { "operations.json": operations, "llm.json": llm, "api-service.json": api };
