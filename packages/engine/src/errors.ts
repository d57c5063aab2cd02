// Errors: the one table of what can go wrong on purpose.
// In: a code from the table and a message that says what to do next.
// Out: a HindsightError that HTTP, MCP and the CLI each translate once; nobody else writes a status code.

interface ErrorSpec {
  /** HTTP status of the contract. */
  readonly status: number;
  /** True when the same call may succeed later without a change. */
  readonly retryable: boolean;
}

export const ERRORS = {
  invalid_request: { status: 422, retryable: false },
  bad_argument: { status: 400, retryable: false },
  invalid_bank_id: { status: 400, retryable: false },
  memory_blocked: { status: 422, retryable: false },
  memory_defense_invalid: { status: 422, retryable: false },
  query_too_long: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  forbidden: { status: 403, retryable: false },
  operation_refused: { status: 403, retryable: false },
  bank_not_found: { status: 404, retryable: false },
  memory_not_found: { status: 404, retryable: false },
  document_not_found: { status: 404, retryable: false },
  attachment_not_found: { status: 404, retryable: false },
  chunk_not_found: { status: 404, retryable: false },
  entity_not_found: { status: 404, retryable: false },
  operation_not_found: { status: 404, retryable: false },
  alias_not_found: { status: 404, retryable: false },
  directive_not_found: { status: 404, retryable: false },
  audit_entry_not_found: { status: 404, retryable: false },
  export_not_found: { status: 404, retryable: false },
  mental_model_not_found: { status: 404, retryable: false },
  knowledge_node_not_found: { status: 404, retryable: false },
  key_not_found: { status: 404, retryable: false },
  tenant_not_found: { status: 404, retryable: false },
  webhook_not_found: { status: 404, retryable: false },
  feature_disabled: { status: 404, retryable: false },
  operation_conflict: { status: 409, retryable: false },
  mental_model_conflict: { status: 409, retryable: false },
  page_conflict: { status: 409, retryable: false },
  alias_conflict: { status: 409, retryable: false },
  chunk_ambiguous: { status: 409, retryable: false },
  bank_full: { status: 409, retryable: false },
  write_conflict: { status: 409, retryable: true },
  gone: { status: 410, retryable: false },
  body_timeout: { status: 408, retryable: true },
  payload_too_large: { status: 413, retryable: false },
  file_unreadable: { status: 400, retryable: false },
  file_over_limit: { status: 413, retryable: false },
  spend_limit_reached: { status: 429, retryable: true },
  request_cancelled: { status: 499, retryable: false },
  internal: { status: 500, retryable: false },
  configuration_invalid: { status: 500, retryable: false },
  llm_not_configured: { status: 400, retryable: false },
  llm_refused: { status: 422, retryable: false },
  llm_calls_no_tools: { status: 500, retryable: false },
  llm_rejected: { status: 502, retryable: false },
  llm_output_invalid: { status: 502, retryable: false },
  llm_output_too_long: { status: 502, retryable: false },
  llm_context_too_long: { status: 400, retryable: false },
  refresh_failed: { status: 502, retryable: true },
  batch_failed: { status: 502, retryable: false },
  llm_unavailable: { status: 503, retryable: true },
  model_unavailable: { status: 503, retryable: true },
  identity_unavailable: { status: 503, retryable: true },
  storage_unavailable: { status: 503, retryable: true },
  database_unavailable: { status: 503, retryable: true },
  data_folder_locked: { status: 503, retryable: false },
  at_capacity: { status: 503, retryable: true },
  deadline_exceeded: { status: 504, retryable: true },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;

/** Every failure that crosses a folder boundary. `message` is for the caller: what happened, and what to do about it. */
export class HindsightError extends Error {
  readonly code: ErrorCode;
  /** Extra fields for the caller, for example the problems of a 422. Never a secret. */
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HindsightError";
    this.code = code;
    this.details = options.details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}
