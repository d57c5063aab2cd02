-- How often memories of a bank were forgotten. Work that reads memories notes it before it reads them, and what is recorded of its model calls keeps its
-- texts only while the number is still the same: a deletion in between has not seen that record.
ALTER TABLE bank ADD COLUMN forgettings integer NOT NULL DEFAULT 0;
