-- Directives: rules that every reflection of the bank obeys. They are put before the model, never searched for, and are no memories.
CREATE TABLE directive (
  bank_id    integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  id         uuid NOT NULL,
  name       text NOT NULL,
  content    text NOT NULL,
  priority   integer NOT NULL DEFAULT 0,                    -- the higher one comes first
  is_active  boolean NOT NULL DEFAULT true,
  tags       text[] NOT NULL DEFAULT '{}',                  -- none: it applies to every reflection
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (bank_id, id)
);
CREATE INDEX directive_in_order ON directive (bank_id, priority DESC, created_at DESC, id DESC);
