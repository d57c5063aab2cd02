import { sql } from "../db.js";

/** The columns of a recorded call under the alias `r`. Durations are whole milliseconds, so the end follows from the start. */
export const LLM_REQUEST_DETAIL = sql`r.id, r.call_type AS "callType", r.operation, r.scope, r.provider, r.model, r.status, r.trace_id AS "traceId",
  r.span_id AS "spanId", r.started_at AS "startedAt", r.started_at + r.duration_ms * interval '1 millisecond' AS "endedAt", r.duration_ms AS "durationMs",
  r.input_tokens AS "inputTokens", r.output_tokens AS "outputTokens", r.cached_tokens AS "cachedTokens", r.thoughts_tokens AS "thoughtsTokens",
  r.total_tokens AS "totalTokens", r.cost_micro_usd / 1e6 AS "costUsd", r.input, r.output, r.error, r.llm_info AS "llmInfo", r.metadata`;
