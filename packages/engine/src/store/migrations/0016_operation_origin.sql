-- The call that queued an operation: its request id and its place in a trace. Null: none did.
ALTER TABLE operation ADD COLUMN origin jsonb;
