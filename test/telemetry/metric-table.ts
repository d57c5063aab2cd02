// The metrics of a server: names, types and labels.
// In: nothing. Out: the contract's table (ops.md §5) with every switch of labels on, and what this server has beside it. The tests of the served metrics
// and of the dashboards read the same one.

export interface MetricRow {
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, without infinity. */
  readonly buckets?: readonly number[];
}

const row = (type: MetricRow["type"], ...labels: readonly string[]): MetricRow => ({ type, labels });
const bounded = (buckets: readonly number[], ...labels: readonly string[]): MetricRow => ({ type: "histogram", labels, buckets });

/** The contract's, by its letters. */
const A = [0.1, 0.25, 0.5, 0.75, 1, 2, 3, 5, 7.5, 10, 15, 20, 30, 60, 120];
const B = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 15, 30, 60, 120];
const C = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const D = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 10];
/** "The SDK's default bounds" of those without a letter, and ours between them. */
const SDK = [0, 5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000];
const WAITS = [...new Set([...SDK, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5])].sort((a, b) => a - b);

const OPERATION = ["operation", "source", "tenant", "success", "budget", "max_tokens", "bank_id"];
const LLM = ["provider", "model", "scope", "success", "tenant"];
const HTTP = ["method", "endpoint", "status_code", "status_class", "tenant"];

export const CONTRACT: Readonly<Record<string, MetricRow>> = {
  hindsight_operation_duration_seconds: bounded(A, ...OPERATION),
  hindsight_operation_operations_total: row("counter", ...OPERATION),
  hindsight_retain_documents_total: row("counter", "tenant", "outcome", "bank_id"),
  hindsight_llm_duration_seconds: bounded(B, ...LLM),
  hindsight_llm_calls_total: row("counter", ...LLM),
  hindsight_llm_tokens_input_tokens_total: row("counter", ...LLM, "token_bucket"),
  hindsight_llm_tokens_output_tokens_total: row("counter", ...LLM, "token_bucket"),
  hindsight_llm_tokens_cached_input_tokens_total: row("counter", ...LLM, "token_bucket"),
  hindsight_llm_tokens_thoughts_tokens_total: row("counter", ...LLM, "token_bucket"),
  hindsight_http_duration_seconds: bounded(C, ...HTTP),
  hindsight_http_requests_total: row("counter", ...HTTP),
  hindsight_http_requests_in_progress_requests: row("gauge", "method", "endpoint"),
  hindsight_db_pool_size: row("gauge"),
  hindsight_db_pool_idle: row("gauge"),
  hindsight_db_pool_min: row("gauge"),
  hindsight_db_pool_max: row("gauge"),
  hindsight_db_pool_waiting: row("gauge"),
  hindsight_db_pool_acquire_wait_seconds: bounded(WAITS),
  hindsight_event_loop_stalls_total: row("counter"),
  hindsight_event_loop_stall_duration_seconds: bounded(WAITS),
  hindsight_event_loop_lag: row("gauge"),
  hindsight_process_cpu_seconds: row("gauge", "type"),
  hindsight_process_memory_bytes: row("gauge", "type"),
  hindsight_process_open_fds: row("gauge"),
  hindsight_process_threads: row("gauge"),
  hindsight_async_operations: row("gauge", "tenant", "operation_type", "status", "bank_id"),
  hindsight_consolidation_backlog: row("gauge", "tenant", "bank_id"),
  hindsight_consolidation_failed: row("gauge", "tenant", "bank_id"),
  hindsight_recall_phase_duration_seconds: bounded(D, "phase", "diagnostic"),
  hindsight_retain_phase_duration_seconds: bounded(D, "phase", "store"),
  hindsight_retain_phase_calls_total: row("counter", "phase", "store"),
  hindsight_consolidation_batch_failures_total: row("counter", "failure_class", "error_type"),
  hindsight_validator_phase_duration_seconds: bounded(WAITS),
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
  hindsight_extension_hooks_total: row("counter", "hook", "outcome"),
  hindsight_refused_calls_total: row("counter", "reason", "transport"),
  hindsight_rerank_recalls_total: row("counter", "outcome"),
  hindsight_rerank_candidates_total: row("counter", "outcome"),
  hindsight_reranker_circuit: row("gauge", "state"),
  hindsight_hot_bank_hits_total: row("counter"),
  hindsight_hot_bank_catch_ups_total: row("counter"),
  hindsight_hot_bank_misses_total: row("counter"),
  hindsight_hot_bank_loads_total: row("counter"),
  hindsight_hot_bank_reloads_total: row("counter"),
  hindsight_hot_bank_evictions_total: row("counter"),
  hindsight_hot_bank_failures_total: row("counter"),
  hindsight_hot_banks: row("gauge"),
  hindsight_hot_bank_bytes: row("gauge"),
};

/** Phases of recall by the contract's names, those counted as steps and those inside them. */
export const PHASES = {
  steps: [
    "mw_and_routing",
    "http_to_handler",
    "engine_auth",
    "bank_config",
    "semaphore_acquire",
    "fuzzy_tags",
    "generate_query_embedding",
    "parallel_retrieval",
    "rrf_merge",
    "reranking",
    "combined_scoring",
    "token_filtering",
    "hydrate_results",
    "entity_build",
    "chunk_fetch",
    "source_fact_fetch",
    "result_serialization",
    "post_engine",
  ],
  diagnostic: ["engine_call", "recall_async_body", "search_with_retries", "semaphore_wait", "retrieval_temporal_extraction"],
  /** Phases of the contract that are not here, each with why. */
  absent: {
    swr_prelude: "no answer is kept to be shown while a new one is made",
    backend_acquisition: "a recall takes a connection for each statement: hindsight_db_pool_acquire_wait_seconds has the waits",
    store_recall: "there is one store, whose arms are phases of their own (keyword_arm and so on)",
    retrieval_store_recall: "as store_recall",
  },
} as const;

/** Of what the runtime and Prometheus show beside them, those that dashboards and alerts ask for. */
export const RUNTIME: Readonly<Record<string, MetricRow>> = {
  process_resident_memory_bytes: row("gauge"),
  up: row("gauge"),
};

/** On every series of ours. */
export const SCOPE = ["otel_scope_name", "otel_scope_schema_url", "otel_scope_version"];

/** Labels that are there only where a setting asks for them. */
export const ON_DEMAND = ["tenant", "bank_id"];
