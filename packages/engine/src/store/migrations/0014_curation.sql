-- Curation: facts that a caller edited, or took out of use and may put back; entities that a caller made one, and may take apart.

-- Which of text, context, dates, kind and entities a caller gave a fact in place of what was retained: these stay when the fact moves to another source.
ALTER TABLE memory ADD COLUMN edited_fields text[] NOT NULL DEFAULT '{}';

-- Facts out of use. Nothing that reads memories looks here, so that no reader has to leave them out; what is needed to bring one back is in the row and
-- in the two tables below. Index terms, vectors and what was learnt are made anew then.
CREATE TABLE invalidated_memory (
  LIKE memory INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  reason         text,
  invalidated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  mentions       jsonb NOT NULL DEFAULT '[]',               -- the names of its entities, by which it finds them again: [{id, name, key, kind}]
  PRIMARY KEY (bank_id, memory_no),
  UNIQUE (bank_id, id),
  FOREIGN KEY (bank_id) REFERENCES bank ON DELETE CASCADE,
  FOREIGN KEY (bank_id, document_id) REFERENCES document ON DELETE CASCADE
);
CREATE INDEX invalidated_of_document ON invalidated_memory (bank_id, document_id);

-- As memory_source.
CREATE TABLE invalidated_source (
  LIKE memory_source INCLUDING DEFAULTS,
  PRIMARY KEY (bank_id, memory_no, document_id, chunk_index),
  FOREIGN KEY (bank_id, memory_no) REFERENCES invalidated_memory ON DELETE CASCADE,
  FOREIGN KEY (bank_id, document_id) REFERENCES document ON DELETE CASCADE
);
CREATE INDEX invalidated_source_of_document ON invalidated_source (bank_id, document_id);

-- The links of facts out of use. A link between two of them is kept by either, and comes back when both are back.
CREATE TABLE invalidated_link (
  bank_id   integer NOT NULL,
  memory_no integer NOT NULL,                               -- the one end that keeps it
  from_no   integer NOT NULL,
  to_no     integer NOT NULL,
  kind      text NOT NULL,
  weight    real NOT NULL,
  PRIMARY KEY (bank_id, from_no, to_no, kind),
  FOREIGN KEY (bank_id, memory_no) REFERENCES invalidated_memory ON DELETE CASCADE
);
CREATE INDEX invalidated_link_of ON invalidated_link (bank_id, memory_no);

-- Names that are an entity's because a caller said so: each was an entity of its own, and is one again after a split.
CREATE TABLE entity_alias (
  bank_id    integer NOT NULL,
  id         uuid NOT NULL,                                 -- of the entity that it was
  entity_id  uuid NOT NULL,
  name       text NOT NULL,
  name_key   text COLLATE "C" NOT NULL,
  kind       text NOT NULL,
  metadata   jsonb NOT NULL DEFAULT '{}',
  path       uuid[] NOT NULL DEFAULT '{}',                  -- the entities that it came through, the first first: with each of them it goes again
  merged_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, id),
  FOREIGN KEY (bank_id, entity_id) REFERENCES entity ON DELETE CASCADE
);
CREATE UNIQUE INDEX alias_by_key ON entity_alias (bank_id, name_key);
CREATE INDEX alias_by_name ON entity_alias (bank_id, lower(name));
CREATE INDEX alias_of_entity ON entity_alias (bank_id, entity_id);

-- Which memories mention an entity by an alias. No foreign key to memories, as for memory_entity.
CREATE TABLE alias_mention (
  bank_id   integer NOT NULL,
  alias_id  uuid NOT NULL,
  memory_no integer NOT NULL,
  is_beside boolean NOT NULL DEFAULT false,                 -- the memory has the entity's own name as well
  PRIMARY KEY (bank_id, memory_no, alias_id),
  FOREIGN KEY (bank_id, alias_id) REFERENCES entity_alias ON DELETE CASCADE
);
CREATE INDEX mention_of_alias ON alias_mention (bank_id, alias_id, memory_no);
