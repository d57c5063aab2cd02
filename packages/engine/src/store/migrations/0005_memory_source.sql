-- Facts that several places state are one memory with several sources; names are compared by their normal form.

-- Every place that states a memory, once there is more than one: then its home (document_id and chunk_index of the memory) is among them. A memory
-- without rows here has its home alone. What a place says of its own is kept, so that the memory can move to it when its home is deleted, and no
-- word of the deleted document stays.
CREATE TABLE memory_source (
  bank_id          integer NOT NULL,
  memory_no        integer NOT NULL,
  document_id      text COLLATE "C" NOT NULL,
  chunk_index      integer NOT NULL,
  text             text NOT NULL,
  source_hash      bytea,                                   -- as memory.source_hash
  context          text,
  metadata         jsonb NOT NULL DEFAULT '{}',
  attachment_ids   text[] NOT NULL DEFAULT '{}',
  entity_ids       uuid[] NOT NULL DEFAULT '{}',            -- what this place mentions
  mentioned_at     timestamptz,
  mentioned_offset integer,
  created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, memory_no, document_id, chunk_index),
  FOREIGN KEY (bank_id, memory_no) REFERENCES memory ON DELETE CASCADE,
  FOREIGN KEY (bank_id, document_id) REFERENCES document ON DELETE CASCADE
);
CREATE INDEX source_of_document ON memory_source (bank_id, document_id, chunk_index);

-- When the last of several sources was said; null while there is one. `mentioned_at` stays with the home: this is what "newer" goes by.
ALTER TABLE memory ADD COLUMN last_mentioned_at timestamptz;

-- sha256 of what a fact states, whatever its wording (domain/text/statement-form.ts). Null for what no language model has read, and so never collapses.
ALTER TABLE memory ADD COLUMN statement_hash bytea;
CREATE INDEX memory_by_statement ON memory (bank_id, statement_hash) WHERE statement_hash IS NOT NULL;

-- Equal for spellings of one name (domain/text/name-key.ts). Labels and literal names have keys of their own kind. Until now spellings were equal when
-- they differed in case alone.
ALTER TABLE entity ADD COLUMN name_key text COLLATE "C";
UPDATE entity SET name_key = lower(canonical_name);
DROP INDEX entity_by_name;
CREATE INDEX entity_by_name ON entity (bank_id, lower(canonical_name));
CREATE UNIQUE INDEX entity_by_key ON entity (bank_id, name_key);
-- Who a name may be a misspelling or a short form of.
CREATE INDEX entity_by_initial ON entity (bank_id, kind, left(lower(canonical_name), 1)) WHERE NOT is_label;
