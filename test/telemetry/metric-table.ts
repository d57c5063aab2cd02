// The metrics of a server: names, types and labels.
// In: nothing. Out: the contract's table (ops.md §5) with every switch of labels on, and what this server has beside it. The tests of the served metrics
// and of the dashboards read the same one.

export interface MetricRow {
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
}

const row = (type: MetricRow["type"], ...labels: readonly string[]): MetricRow => ({ type, labels });

const OPERATION = ["operation", "source", "tenant", "success", "budget", "max_tokens", "bank_id"];
const LLM = ["provider", "model", "scope", "success", "tenant"];
const HTTP = ["method", "endpoint", "status_code", "status_class", "tenant"];

export const CONTRACT: Readonly<Record<string, MetricRow>> = {
  hindsight_operation_duration_seconds: row("histogram", ...OPERATION),
  hindsight_operation_operations_total: row("counter", ...OPERATION),
  hindsight_retain_documents_total: row("counter", "tenant", "outcome", "bank_id"),
  hindsight_llm_duration_seconds: row("histogram", ...LLM),
  hindsight_llm_calls_total: row("counter", ...LLM),
  hindsight_llm_tokens_input_tokens_total: row("counter", ...LLM, "token_bucket"),
  hindsight_llm_tokens_output_tokens_total: row("counter", ...LLM, "token_bucket"),
  hindsight_llm_tokens_cached_input_tokens_total: row("counter", ...LLM, "token_bucket"),
  hindsight_llm_tokens_thoughts_tokens_total: row("counter", ...LLM, "token_bucket"),
  hindsight_http_duration_seconds: row("histogram", ...HTTP),
  hindsight_http_requests_total: row("counter", ...HTTP),
  hindsight_http_requests_in_progress_requests: row("gauge", "method", "endpoint"),
  hindsight_db_pool_size: row("gauge"),
  hindsight_db_pool_idle: row("gauge"),
  hindsight_db_pool_min: row("gauge"),
  hindsight_db_pool_max: row("gauge"),
  hindsight_db_pool_waiting: row("gauge"),
  hindsight_db_pool_acquire_wait_seconds: row("histogram"),
  hindsight_event_loop_stalls_total: row("counter"),
  hindsight_event_loop_stall_duration_seconds: row("histogram"),
  hindsight_event_loop_lag: row("gauge"),
  hindsight_process_cpu_seconds: row("gauge", "type"),
  hindsight_process_memory_bytes: row("gauge", "type"),
  hindsight_process_open_fds: row("gauge"),
  hindsight_process_threads: row("gauge"),
  hindsight_async_operations: row("gauge", "tenant", "operation_type", "status", "bank_id"),
  hindsight_consolidation_backlog: row("gauge", "tenant", "bank_id"),
  hindsight_consolidation_failed: row("gauge", "tenant", "bank_id"),
  hindsight_recall_phase_duration_seconds: row("histogram", "phase", "diagnostic"),
  hindsight_retain_phase_duration_seconds: row("histogram", "phase", "store"),
  hindsight_retain_phase_calls_total: row("counter", "phase", "store"),
  hindsight_consolidation_batch_failures_total: row("counter", "failure_class", "error_type"),
  hindsight_validator_phase_duration_seconds: row("histogram"),
  http_server_active_requests: row("gauge", "http_request_method", "url_scheme"),
  http_server_request_duration_seconds: row(
    "histogram",
    "http_request_method",
    "http_route",
    "http_response_status_code",
    "error_type",
    "network_protocol_version",
    "url_scheme",
  ),
};

/** What this server has beside the contract's. */
export const OWN: Readonly<Record<string, MetricRow>> = {
  hindsight_worker_slots: row("gauge", "state"),
  hindsight_llm_cost_usd_total: row("counter", "provider", "model", "scope", "tenant"),
  hindsight_llm_unpriced_calls_total: row("counter", "provider", "model"),
  hindsight_llm_spend_refusals_total: row("counter", "level", "unit", "window"),
  hindsight_llm_trace_dropped_total: row("counter", "what"),
  hindsight_audit_log_dropped_total: row("counter"),
  hindsight_trace_spans_lost_total: row("counter"),
  hindsight_db_health_failures_total: row("counter"),
  hindsight_metrics_refresh_failures_total: row("counter", "what"),
};

/** Of what the runtime and Prometheus show beside them, those that dashboards and alerts ask for. */
export const RUNTIME: Readonly<Record<string, MetricRow>> = {
  process_resident_memory_bytes: row("gauge"),
  up: row("gauge"),
};

/** On every series of ours. */
export const SCOPE = ["otel_scope_name", "otel_scope_schema_url", "otel_scope_version"];

/** Labels that are there only where a setting asks for them. */
export const ON_DEMAND = ["tenant", "bank_id"];
