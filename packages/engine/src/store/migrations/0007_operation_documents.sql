-- Which documents an operation writes: two operations of one line run side by side when they share none. Null: it has its line to itself.
ALTER TABLE operation ADD COLUMN documents text[] COLLATE "C";
-- The few that are being worked, without a walk past the thousands that wait.
CREATE INDEX operation_at_work ON operation (bank_id, type) WHERE status = 'processing' AND payload IS NOT NULL;
-- The ended ones by age, for the sweep of old records.
CREATE INDEX operation_ended ON operation (completed_at) WHERE status IN ('completed', 'failed', 'cancelled');
