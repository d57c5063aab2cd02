-- Large banks: what a window of time finds without reading what lies before it, and statistics that keep up with growth.

-- What lasts longer than a day and a half (a month, a year) and so may reach into a window that begins after it: few, beside those that begin in the window.
CREATE INDEX memory_by_long_event ON memory (bank_id, occurred_start) WHERE occurred_end - occurred_start > interval '36 hours';

-- By default a table is looked at again when a tenth or a fifth of it is new: a bank of 100,000 beside a million others would be unknown to the planner
-- until then, and its postings, which are read from the index alone, would be looked up in the table. The embedded database ignores this.
ALTER TABLE memory SET (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE memory_vector SET (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE posting SET (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

-- The planner shall know nothing of bank_id, and so take any bank for one in two hundred. What it learns of it is wrong where it hurts: beside a bank of a
-- million it meets no other in its sample, takes every other for one row, and then looks a memory up by reading its whole bank, once for each.
ALTER TABLE memory ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE memory_vector ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE memory_entity ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE memory_source ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE posting ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE entity ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE link ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE run ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE chunk ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE document ALTER COLUMN bank_id SET STATISTICS 0;
ALTER TABLE observation_source ALTER COLUMN bank_id SET STATISTICS 0;
