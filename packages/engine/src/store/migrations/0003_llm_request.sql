-- Calls to language models: what each one said and cost (llm_request, for days), what banks spend by the hour (llm_usage, for months), and what
-- calls under way may still cost (llm_reservation, for minutes).

CREATE TABLE llm_request (
  bank_id         integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  id              uuid NOT NULL,
  call_type       text NOT NULL DEFAULT 'llm' CHECK (call_type IN ('llm', 'embedding', 'rerank', 'decision')),
  operation       text NOT NULL,                            -- the verb or the type of the operation that called
  scope           text NOT NULL,                            -- what the call was for, by the contract's names
  provider        text NOT NULL,
  model           text NOT NULL,
  status          text NOT NULL CHECK (status IN ('success', 'error')),
  trace_id        text NOT NULL,                            -- all calls of one run share it
  span_id         text NOT NULL,
  started_at      timestamptz NOT NULL,
  duration_ms     integer NOT NULL,
  input_tokens    integer NOT NULL,
  output_tokens   integer NOT NULL,
  cached_tokens   integer NOT NULL,
  thoughts_tokens integer NOT NULL,
  total_tokens    integer NOT NULL,
  cost_micro_usd  bigint,                                   -- null: the price of the model is not known
  input           jsonb,
  output          jsonb,
  error           text,
  llm_info        jsonb NOT NULL DEFAULT '{}',              -- parameters of the call, why it finished, the operation's id
  metadata        jsonb NOT NULL DEFAULT '{}',              -- document_id, memory_ids, … of the caller
  PRIMARY KEY (bank_id, id)
);
CREATE INDEX llm_request_by_time ON llm_request (bank_id, started_at DESC);
CREATE INDEX llm_request_of_trace ON llm_request (bank_id, trace_id);
CREATE INDEX llm_request_by_age ON llm_request (started_at); -- what is too old goes, whosever it is

-- One row for each bank and hour (UTC) with a call; a day is the sum of its hours.
CREATE TABLE llm_usage (
  bank_id         integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  hour            timestamptz NOT NULL,
  calls           integer NOT NULL DEFAULT 0,
  failed_calls    integer NOT NULL DEFAULT 0,               -- part of calls
  unpriced_calls  integer NOT NULL DEFAULT 0,               -- part of calls: tokens were counted, money could not be
  input_tokens    bigint NOT NULL DEFAULT 0,
  output_tokens   bigint NOT NULL DEFAULT 0,
  cached_tokens   bigint NOT NULL DEFAULT 0,                -- part of input_tokens
  thoughts_tokens bigint NOT NULL DEFAULT 0,
  cost_micro_usd  bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bank_id, hour)
);
CREATE INDEX llm_usage_by_age ON llm_usage (hour);

-- The same over all banks: what was spent stays spent when a bank is deleted, and calls without a bank count here alone.
CREATE TABLE llm_usage_total (
  hour            timestamptz PRIMARY KEY,                  -- of the tenant, not of a bank
  calls           integer NOT NULL DEFAULT 0,
  failed_calls    integer NOT NULL DEFAULT 0,
  unpriced_calls  integer NOT NULL DEFAULT 0,
  input_tokens    bigint NOT NULL DEFAULT 0,
  output_tokens   bigint NOT NULL DEFAULT 0,
  cached_tokens   bigint NOT NULL DEFAULT 0,
  thoughts_tokens bigint NOT NULL DEFAULT 0,
  cost_micro_usd  bigint NOT NULL DEFAULT 0
);

-- What a call under way is expected to cost. Written before it and taken out with its usage; one that outlives expires_at was lost with its process
-- and is counted as spent.
CREATE TABLE llm_reservation (
  bank_id    integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  id         uuid NOT NULL,
  hour       timestamptz NOT NULL,
  tokens     bigint NOT NULL,
  micro_usd  bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (bank_id, id)
);
