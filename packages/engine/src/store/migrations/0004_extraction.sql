-- Reading by a language model: what a chunk was read from, which tags a memory has of the model's labels, and what was paid for and is not yet stored.

-- sha256 of all that decides what a model makes of the chunk, but its date and context. Null: no model has read it. A chunk whose source is here was
-- read, whatever became of its memories, and is not read and paid for again.
ALTER TABLE chunk ADD COLUMN source_hash bytea;

-- Tags that come from labels. They stay when the document's tags are replaced, since they say what the memory is about.
ALTER TABLE memory ADD COLUMN label_tags text[] NOT NULL DEFAULT '{}';

-- Chunks that a queued retain has had read and has not stored yet: after a crash nothing is paid twice. They go with the operation's payload.
CREATE TABLE extraction (
  bank_id      integer NOT NULL,
  operation_id uuid NOT NULL,
  reading_key  bytea NOT NULL,                              -- sha256 of the chunk's source and of what stands around it
  readings     jsonb NOT NULL,
  usage        jsonb NOT NULL,                              -- tokens of all calls that it took
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank_id, operation_id, reading_key),
  FOREIGN KEY (bank_id, operation_id) REFERENCES operation ON DELETE CASCADE
);
