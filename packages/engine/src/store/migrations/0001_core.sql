-- The core: banks, documents, chunks, runs, memories, vectors, postings, entities, links, operations.
-- Every table leads its primary key, foreign keys and unique indexes with bank_id (an integer key of the bank, not its public id).

CREATE TABLE bank (
  bank_id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  external_id    text COLLATE "C" NOT NULL UNIQUE,          -- the public bank id; unscoped by nature
  name           text NOT NULL,
  config         jsonb NOT NULL DEFAULT '{}',               -- overrides of bank-scoped settings
  next_memory_no integer NOT NULL DEFAULT 1,                -- taken under the bank's row lock, which also orders the writers of a bank
  next_run_no    integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  last_write_at  timestamptz
);

CREATE TABLE bank_alias (
  bank_id    integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  alias      text COLLATE "C" NOT NULL UNIQUE,              -- resolves before the bank is known; unscoped by nature
  is_primary boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank_id, alias)
);

CREATE TABLE document (
  bank_id            integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  document_id        text COLLATE "C" NOT NULL,
  original_text      text,
  text_length        integer NOT NULL DEFAULT 0,            -- in UTF-16 units
  content_hash       text NOT NULL,                         -- sha256, hex
  retain_params      jsonb NOT NULL DEFAULT '{}',           -- context, event_date, metadata, observation_scopes of the first item
  metadata           jsonb NOT NULL DEFAULT '{}',
  tags               text[] NOT NULL DEFAULT '{}',
  generated          boolean NOT NULL DEFAULT false,        -- the caller gave no id: such documents may collapse into one another
  revision           bigint NOT NULL DEFAULT 0,             -- new with every change, from operation's sequence: what a plan stands on
  replaced_no        bigint,                                -- of its last replace, in operation's sequence: a queued one with a lower number comes too late
  writing            jsonb,                                 -- while it is half written: {operation, mode, retagged?, rescoped?}; null when it is whole
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank_id, document_id)
);
CREATE INDEX document_by_write ON document (bank_id, updated_at DESC);

CREATE TABLE chunk (
  bank_id      integer NOT NULL,
  document_id  text COLLATE "C" NOT NULL,
  chunk_index  integer NOT NULL,
  text         text NOT NULL,
  content_hash text NOT NULL,                               -- sha256, hex; the delta key
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank_id, document_id, chunk_index),
  FOREIGN KEY (bank_id, document_id) REFERENCES document ON DELETE CASCADE
);

-- A run is a stretch of memories that were said one after another: a document's turns, or loose items close in time.
CREATE TABLE run (
  bank_id       integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  run_no        integer NOT NULL,
  document_id   text COLLATE "C",                           -- the document that owns the run; null for loose items
  tags          text[] NOT NULL DEFAULT '{}',               -- sorted; loose items of other tags never join
  first_at      timestamptz,
  last_at       timestamptz,
  next_position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (bank_id, run_no),
  FOREIGN KEY (bank_id, document_id) REFERENCES document ON DELETE CASCADE
);
CREATE INDEX run_of_document ON run (bank_id, document_id) WHERE document_id IS NOT NULL;
CREATE INDEX run_by_time ON run (bank_id, last_at) WHERE document_id IS NULL;

CREATE TABLE memory (
  bank_id                 integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  memory_no               integer NOT NULL,                 -- small key inside the bank, ascending with writing; never shown
  id                      uuid NOT NULL,                    -- the public id
  kind                    text NOT NULL CHECK (kind IN ('world', 'experience', 'observation')),
  text                    text NOT NULL,
  text_hash               bytea NOT NULL,                   -- sha256 of the normalised text; the exact-duplicate key
  context                 text,
  metadata                jsonb NOT NULL DEFAULT '{}',
  tags                    text[] NOT NULL DEFAULT '{}',
  document_id             text COLLATE "C",
  chunk_index             integer,
  run_no                  integer,                          -- null for a memory without neighbours
  position                integer,
  speaker                 text,
  role                    text,                             -- user, assistant, system, tool; null for people
  asks                    boolean NOT NULL DEFAULT false,   -- ends with a question mark
  language                text,                             -- ISO 639-1
  terms                   text[] NOT NULL DEFAULT '{}',     -- the distinct terms posted for this memory: what a deletion must take out
  term_count              integer NOT NULL DEFAULT 0,       -- length of the memory for BM25
  source_hash             bytea,                            -- sha256 of all it was read from but its time; equal source, same memory. Null: not from a retain
  occurred_start          timestamptz,
  occurred_end            timestamptz,
  date_precision          text CHECK (date_precision IN ('year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second')),
  mentioned_at            timestamptz,
  mentioned_offset        integer,                          -- minutes east of UTC of the caller's zone at mentioned_at
  proof_count             integer NOT NULL DEFAULT 1,
  source_memory_ids       uuid[],                           -- observations only
  observation_scopes      jsonb,
  consolidated_at         timestamptz,
  consolidation_failed_at timestamptz,
  edited_at               timestamptz,
  created_at              timestamptz NOT NULL DEFAULT now(),
  updated_at              timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank_id, memory_no),
  UNIQUE (bank_id, id),
  FOREIGN KEY (bank_id, document_id) REFERENCES document ON DELETE CASCADE,
  FOREIGN KEY (bank_id, run_no) REFERENCES run ON DELETE CASCADE
);
CREATE INDEX memory_of_document ON memory (bank_id, document_id, chunk_index) WHERE document_id IS NOT NULL;
CREATE INDEX memory_of_run ON memory (bank_id, run_no, position) WHERE run_no IS NOT NULL;
CREATE INDEX memory_by_text ON memory (bank_id, text_hash);
CREATE INDEX memory_by_mention ON memory (bank_id, mentioned_at DESC NULLS LAST, created_at DESC);
CREATE INDEX memory_by_event ON memory (bank_id, occurred_start) WHERE occurred_start IS NOT NULL;
CREATE INDEX memory_by_kind ON memory (bank_id, kind, memory_no); -- statistics count from it alone
CREATE INDEX memory_consolidated ON memory (bank_id, consolidated_at) WHERE consolidated_at IS NOT NULL;
CREATE INDEX memory_unconsolidable ON memory (bank_id) WHERE consolidation_failed_at IS NOT NULL;

CREATE TABLE embedding_model (
  model_id  smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- one list for all banks
  name      text NOT NULL UNIQUE,
  dimension integer NOT NULL
);

-- Vectors lie apart from the wide rows: a scan of 10,000 × 384 takes 6–17 ms here, five times that inside them.
CREATE TABLE memory_vector (
  bank_id   integer NOT NULL,
  model_id  smallint NOT NULL REFERENCES embedding_model,
  memory_no integer NOT NULL,
  embedding vector NOT NULL,
  PRIMARY KEY (bank_id, memory_no, model_id),               -- in this order a deleted memory finds its vector by index
  FOREIGN KEY (bank_id, memory_no) REFERENCES memory ON DELETE CASCADE
);
ALTER TABLE memory_vector ALTER COLUMN embedding SET STORAGE PLAIN;

-- Memories that wait for their vector. A row is written with the memory and taken out with the vector's insert.
CREATE TABLE embedding_queue (
  bank_id   integer NOT NULL,
  memory_no integer NOT NULL,
  attempts   smallint NOT NULL DEFAULT 0,
  not_before timestamptz,                                   -- a process works on it, or it backs off, until then
  PRIMARY KEY (bank_id, memory_no),
  FOREIGN KEY (bank_id, memory_no) REFERENCES memory ON DELETE CASCADE
);

-- The inverted index of the keyword arm: terms come from the engine's own analysis, so both engines rank alike.
-- Place and length ride along, so that BM25 over a memory and over its neighbours needs no other table.
CREATE TABLE posting (
  bank_id           integer NOT NULL,
  term              text COLLATE "C" NOT NULL,
  memory_no         integer NOT NULL,
  frequency         smallint NOT NULL,                      -- in "speaker: text"
  context_frequency smallint NOT NULL DEFAULT 0,            -- in the session date and the item's context
  term_count        smallint NOT NULL,                      -- length of the memory, as memory.term_count
  run_no            integer,
  position          integer,
  PRIMARY KEY (bank_id, term, memory_no)
  -- No foreign key: it would be looked up for each of the 15 postings of a memory, four times what the postings themselves cost (PGlite, 750 rows:
  -- 5 ms and 21–127 ms of checks). Postings are written with their memory in one transaction and taken out by `forget/`.
);

CREATE TABLE entity (
  bank_id        integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  id             uuid NOT NULL,
  canonical_name text NOT NULL,
  kind           text NOT NULL DEFAULT 'concept',           -- person, place, organisation, product, code, date, concept
  is_label       boolean NOT NULL DEFAULT false,
  metadata       jsonb NOT NULL DEFAULT '{}',
  first_seen     timestamptz,
  last_seen      timestamptz,
  mention_count  integer NOT NULL DEFAULT 0,
  PRIMARY KEY (bank_id, id)
);
CREATE UNIQUE INDEX entity_by_name ON entity (bank_id, lower(canonical_name));

CREATE TABLE memory_entity (
  bank_id   integer NOT NULL,
  memory_no integer NOT NULL,
  entity_id uuid NOT NULL,
  PRIMARY KEY (bank_id, memory_no, entity_id)
  -- No foreign keys, as for postings (800 rows: 23 ms and 440 ms of checks).
);
CREATE INDEX memory_of_entity ON memory_entity (bank_id, entity_id, memory_no);

CREATE TABLE link (
  bank_id integer NOT NULL,
  from_no integer NOT NULL,
  to_no   integer NOT NULL,
  kind    text NOT NULL CHECK (kind IN ('semantic', 'temporal', 'causes', 'caused_by', 'enables', 'prevents')),
  weight  real NOT NULL CHECK (weight BETWEEN 0 AND 1),
  PRIMARY KEY (bank_id, from_no, to_no, kind),
  FOREIGN KEY (bank_id, from_no) REFERENCES memory ON DELETE CASCADE,
  FOREIGN KEY (bank_id, to_no) REFERENCES memory ON DELETE CASCADE,
  CHECK (from_no <> to_no)
);
CREATE INDEX link_back ON link (bank_id, to_no, kind);

CREATE TABLE operation (
  bank_id         integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  operation_id    uuid NOT NULL,
  sequence        bigint GENERATED ALWAYS AS IDENTITY,      -- order of submission
  parent_id       uuid,
  type            text NOT NULL,
  status          text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  payload         jsonb,                                    -- null for parents, which are never claimed
  result_metadata jsonb NOT NULL DEFAULT '{}',
  progress        jsonb,
  error_message   text,
  items_count     integer NOT NULL DEFAULT 0,
  document_id     text,
  attempts        integer NOT NULL DEFAULT 0,               -- counted when claimed, so that a crash cannot loop for ever
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  leased_until    timestamptz,
  worker_id       text,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at    timestamptz,
  PRIMARY KEY (bank_id, operation_id)
);
CREATE INDEX operation_by_id ON operation (operation_id);
CREATE INDEX operation_to_claim ON operation (next_attempt_at) WHERE status = 'pending' AND payload IS NOT NULL;
CREATE INDEX operation_by_time ON operation (bank_id, created_at DESC);
CREATE INDEX operation_of_parent ON operation (bank_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX operation_in_line ON operation (bank_id, type, sequence) WHERE status IN ('pending', 'processing') AND payload IS NOT NULL;
