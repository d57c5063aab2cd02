-- Learning: observations with their evidence and history, mental models, knowledge pages, what became of documents, and webhooks.

-- The evidence of an observation: the facts it stands on. Replaces memory.source_memory_ids, which no index could find by fact.
CREATE TABLE observation_source (
  bank_id        integer NOT NULL,
  observation_no integer NOT NULL,
  memory_no      integer NOT NULL,                          -- the fact
  quote          text,                                      -- the words of the fact that bear the observation out, verbatim; null when none were named
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, observation_no, memory_no),
  FOREIGN KEY (bank_id, observation_no) REFERENCES memory ON DELETE CASCADE,
  FOREIGN KEY (bank_id, memory_no) REFERENCES memory ON DELETE CASCADE,
  CHECK (observation_no <> memory_no)
);
CREATE INDEX observation_of_fact ON observation_source (bank_id, memory_no);
INSERT INTO observation_source (bank_id, observation_no, memory_no)
SELECT o.bank_id, o.memory_no, f.memory_no FROM memory o JOIN memory f ON f.bank_id = o.bank_id AND f.id = ANY(o.source_memory_ids)
WHERE o.kind = 'observation';
ALTER TABLE memory DROP COLUMN source_memory_ids;

-- What an observation said before each change. Version 1 is what it said first.
CREATE TABLE observation_history (
  bank_id                 integer NOT NULL,
  observation_no          integer NOT NULL,
  version                 integer NOT NULL,
  previous_text           text NOT NULL,
  previous_tags           text[] NOT NULL DEFAULT '{}',
  previous_occurred_start timestamptz,
  previous_occurred_end   timestamptz,
  previous_mentioned_at   timestamptz,
  new_source_ids          uuid[] NOT NULL DEFAULT '{}',     -- facts that the change brought
  reason                  text,                             -- why it was changed, as the consolidator said it
  changed_at              timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, observation_no, version),
  FOREIGN KEY (bank_id, observation_no) REFERENCES memory ON DELETE CASCADE
);

-- Facts that wait to be consolidated, oldest first.
CREATE INDEX memory_to_consolidate ON memory (bank_id, memory_no)
  WHERE kind <> 'observation' AND consolidated_at IS NULL AND consolidation_failed_at IS NULL;

-- When a memory changed, as of the statement and not of its transaction's start: writers of a bank go one after another under the bank's lock, so in a
-- bank these times are in the order of commits, and "changed since" loses no write.
ALTER TABLE memory ALTER COLUMN created_at SET DEFAULT clock_timestamp();
ALTER TABLE memory ALTER COLUMN updated_at SET DEFAULT clock_timestamp();
CREATE INDEX memory_by_change ON memory (bank_id, updated_at);

-- What an operation is about, for types of which at most one waits for each subject (`enqueueOnce`): a mental model, a webhook; '' for the whole bank.
ALTER TABLE operation ADD COLUMN subject text COLLATE "C";
CREATE INDEX operation_waiting ON operation (bank_id, type, subject) WHERE status IN ('pending', 'processing') AND subject IS NOT NULL;

-- A standing answer to a stored question.
CREATE TABLE mental_model (
  bank_id                integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  id                     text COLLATE "C" NOT NULL,
  name                   text NOT NULL,
  source_query           text NOT NULL,
  content                text NOT NULL,                     -- Markdown; equal to the rendered structure when there is one
  structure              jsonb,                             -- {version: 2, sections: […]}; null until the first refresh and after a clear
  tags                   text[] NOT NULL DEFAULT '{}',
  max_tokens             integer NOT NULL,
  trigger                jsonb NOT NULL DEFAULT '{}',       -- the fields that were set
  reflect_response       jsonb,                             -- of the last refresh: what it stands on, and what came of it
  refreshed_source_query text,                              -- the question that the content answers; null after a clear
  last_refreshed_at      timestamptz,
  last_full_refreshed_at timestamptz,
  last_refresh_failed_at timestamptz,
  failures               integer NOT NULL DEFAULT 0,        -- failed refreshes since the last good one: the back-off counts from here
  last_memory_seen_at    timestamptz,                       -- watermark: the newest change of a memory in scope that a refresh has seen
  created_at             timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at             timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, id)
);

-- The memories that were put before a model's content: when one is forgotten, the content may still say it.
CREATE TABLE mental_model_source (
  bank_id   integer NOT NULL,
  model_id  text COLLATE "C" NOT NULL,
  memory_id uuid NOT NULL,                                  -- stays when the memory goes: then the model has to unsay it
  text      text NOT NULL,                                  -- what the memory said when it was read
  is_cited  boolean NOT NULL DEFAULT true,                  -- named by the answer as what it stands on
  PRIMARY KEY (bank_id, model_id, memory_id),
  FOREIGN KEY (bank_id, model_id) REFERENCES mental_model ON DELETE CASCADE
);
CREATE INDEX model_of_memory ON mental_model_source (bank_id, memory_id);

CREATE TABLE mental_model_history (
  bank_id                   integer NOT NULL,
  model_id                  text COLLATE "C" NOT NULL,
  version                   integer NOT NULL,
  kind                      text NOT NULL,                  -- what wrote it: refresh, edit, clear, failure
  outcome                   text,
  failure_reason            text,
  error_message             text,
  previous_content          text,                           -- null for a failure, and once a memory in it was forgotten
  previous_reflect_response jsonb,
  changed_at                timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, model_id, version),
  FOREIGN KEY (bank_id, model_id) REFERENCES mental_model ON DELETE CASCADE
);

-- What finds a model by meaning and by words.
CREATE TABLE mental_model_vector (
  bank_id   integer NOT NULL,
  id        text COLLATE "C" NOT NULL,
  model_id  smallint NOT NULL REFERENCES embedding_model,
  embedding vector NOT NULL,
  PRIMARY KEY (bank_id, id),
  FOREIGN KEY (bank_id, id) REFERENCES mental_model ON DELETE CASCADE
);
CREATE TABLE mental_model_term (
  bank_id   integer NOT NULL,
  term      text COLLATE "C" NOT NULL,
  id        text COLLATE "C" NOT NULL,
  frequency smallint NOT NULL,
  length    integer NOT NULL,                               -- terms of the whole model
  PRIMARY KEY (bank_id, term, id),
  FOREIGN KEY (bank_id, id) REFERENCES mental_model ON DELETE CASCADE
);
CREATE INDEX term_of_model ON mental_model_term (bank_id, id);

-- Folders and pages. A page is a mental model with a place in the tree.
CREATE TABLE knowledge_node (
  bank_id         integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,                -- kf-… or kp-…
  parent_id       text COLLATE "C",
  kind            text NOT NULL CHECK (kind IN ('folder', 'page')),
  name            text NOT NULL,
  mental_model_id text COLLATE "C",
  sort_order      integer NOT NULL DEFAULT 0,
  managed         boolean NOT NULL DEFAULT false,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, id),
  FOREIGN KEY (bank_id, parent_id) REFERENCES knowledge_node ON DELETE CASCADE,
  FOREIGN KEY (bank_id, mental_model_id) REFERENCES mental_model ON DELETE CASCADE,
  CHECK ((kind = 'page') = (mental_model_id IS NOT NULL))
);
CREATE UNIQUE INDEX page_by_name ON knowledge_node (bank_id, coalesce(parent_id, ''), name) WHERE kind = 'page';
CREATE UNIQUE INDEX page_of_model ON knowledge_node (bank_id, mental_model_id) WHERE mental_model_id IS NOT NULL;
CREATE INDEX node_of_folder ON knowledge_node (bank_id, parent_id);

-- What became of a document, newest last.
CREATE TABLE document_event (
  bank_id              integer NOT NULL,
  document_id          text COLLATE "C" NOT NULL,
  event_no             bigint GENERATED ALWAYS AS IDENTITY,
  kind                 text NOT NULL,                       -- retain, append, reprocess, retag, fact_…, observations_cleared, consolidation
  operation_id         uuid,
  fact_id              uuid,
  facts_added          integer NOT NULL DEFAULT 0,
  facts_removed        integer NOT NULL DEFAULT 0,
  observations_created uuid[] NOT NULL DEFAULT '{}',
  observations_updated uuid[] NOT NULL DEFAULT '{}',
  observations_removed uuid[] NOT NULL DEFAULT '{}',
  created_at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, document_id, event_no),
  FOREIGN KEY (bank_id, document_id) REFERENCES document ON DELETE CASCADE
);

-- Where events of a bank are told. Deliveries are operations with the webhook as subject.
CREATE TABLE webhook (
  bank_id     integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  id          uuid NOT NULL,
  url         text NOT NULL,
  secret      text,                                         -- signs deliveries; never shown, never logged
  event_types text[] NOT NULL,
  enabled     boolean NOT NULL DEFAULT true,
  http_config jsonb NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, id)
);

-- Recorded calls of learning that still have their texts: a deletion takes the texts out, and mostly there are none.
CREATE INDEX llm_text_of_learning ON llm_request (bank_id) WHERE operation <> 'retain' AND NOT llm_info ? 'forgotten';
