-- Who did what to a bank, and when. No text of a caller stands in it: ids, counts and shapes alone, so that nothing is to be forgotten here.

CREATE TABLE audit_log (
  bank_id    integer NOT NULL REFERENCES bank ON DELETE CASCADE,
  id         uuid NOT NULL,
  action     text NOT NULL,
  transport  text NOT NULL CHECK (transport IN ('http', 'mcp', 'system')),
  started_at timestamptz NOT NULL,
  ended_at   timestamptz NOT NULL,
  request    jsonb,
  response   jsonb,
  metadata   jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (bank_id, id)
);
CREATE INDEX audit_log_by_time ON audit_log (bank_id, started_at DESC);
CREATE INDEX audit_log_by_age ON audit_log (started_at); -- what is too old goes, whosever it is
