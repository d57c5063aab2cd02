-- Attachments inside content: which document holds which, and which objects the storage has for a bank. The bytes lie in object storage, by their hash.
CREATE TABLE attachment (
  bank_id       integer NOT NULL,
  document_id   text COLLATE "C" NOT NULL,
  attachment_id text COLLATE "C" NOT NULL,                  -- the first 12 hex digits of the hash
  hash          text COLLATE "C" NOT NULL,                  -- sha256 of the bytes, hex
  kind          text NOT NULL CHECK (kind IN ('image', 'file')),
  media_type    text NOT NULL,
  byte_size     integer NOT NULL,
  filename      text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank_id, document_id, attachment_id),
  FOREIGN KEY (bank_id, document_id) REFERENCES document ON DELETE CASCADE
);
CREATE INDEX attachment_by_id ON attachment (bank_id, attachment_id);
CREATE INDEX attachment_by_hash ON attachment (bank_id, hash);

-- Written before the bytes are: what no attachment and no waiting operation names any more is swept by this list.
CREATE TABLE stored_object (
  bank_id integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  hash    text COLLATE "C" NOT NULL,
  put_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank_id, hash)
);

ALTER TABLE memory ADD COLUMN attachment_ids text[] NOT NULL DEFAULT '{}'; -- those that the memory rests on
