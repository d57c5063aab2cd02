-- What changed in a bank, so that a process may keep a bank in its memory and know when its copy is old (docs/decisions/hot-banks.md).
-- Every statement that changes what the arms of recall read leaves a row here, in its own transaction: by trigger, which no new statement can forget.
-- Rows are only ever inserted, so no writer waits for another. The version of a bank is the sum of `changes` over its rows: of two looks at one sum
-- nothing was committed between them. Old rows are folded into one, which leaves the sum as it is.
CREATE TABLE bank_change (
  bank_id    integer NOT NULL,                              -- no foreign key: it would lock the bank's row against writers
  change_no  bigint GENERATED ALWAYS AS IDENTITY,
  changes    integer NOT NULL DEFAULT 1,
  memory_nos integer[],                                     -- whose rows changed; null for too many to name, and for folded rows
  PRIMARY KEY (bank_id, change_no)
);

-- Names no more than 1,000 memories: a reader that has to read more of them reads the bank anew. One statement in 32 folds all but the newest 200 rows of
-- its bank; rows that another folds at the moment are skipped, not waited for. A bank that is being deleted keeps no notes.
CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  key integer;
BEGIN
  INSERT INTO bank_change (bank_id, memory_nos)
  SELECT touched.bank_id, CASE WHEN cardinality(touched.numbers) <= 1000 THEN touched.numbers END
  FROM (SELECT changed.bank_id, array_agg(DISTINCT changed.memory_no) AS numbers FROM changed GROUP BY changed.bank_id) AS touched
  WHERE EXISTS (SELECT FROM bank WHERE bank.bank_id = touched.bank_id);
  IF random() < 1.0 / 32 THEN
    FOR key IN SELECT DISTINCT changed.bank_id FROM changed LOOP
      WITH aged AS MATERIALIZED (
        SELECT change_no FROM bank_change WHERE bank_id = key AND change_no <= (
          SELECT change_no FROM bank_change WHERE bank_id = key ORDER BY change_no DESC OFFSET 200 LIMIT 1) FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM bank_change AS b USING aged WHERE b.bank_id = key AND b.change_no = aged.change_no RETURNING b.changes
      )
      INSERT INTO bank_change (bank_id, changes) SELECT key, sum(gone.changes) FROM gone HAVING count(*) > 0;
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

-- A link is kept with the memory that it starts from.
CREATE OR REPLACE FUNCTION note_link_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bank_change (bank_id, memory_nos)
  SELECT touched.bank_id, CASE WHEN cardinality(touched.numbers) <= 1000 THEN touched.numbers END
  FROM (SELECT changed.bank_id, array_agg(DISTINCT changed.from_no) AS numbers FROM changed GROUP BY changed.bank_id) AS touched
  WHERE EXISTS (SELECT FROM bank WHERE bank.bank_id = touched.bank_id);
  RETURN NULL;
END $$;

CREATE TRIGGER memory_inserted AFTER INSERT ON memory REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER memory_updated AFTER UPDATE ON memory REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER memory_deleted AFTER DELETE ON memory REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();

CREATE TRIGGER posting_inserted AFTER INSERT ON posting REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER posting_updated AFTER UPDATE ON posting REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER posting_deleted AFTER DELETE ON posting REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();

CREATE TRIGGER mention_inserted AFTER INSERT ON memory_entity REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER mention_updated AFTER UPDATE ON memory_entity REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER mention_deleted AFTER DELETE ON memory_entity REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();

-- Vectors and links go with their memory by foreign key, one statement for each memory; the memory's own trigger has noted that.
CREATE TRIGGER vector_inserted AFTER INSERT ON memory_vector REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER vector_updated AFTER UPDATE ON memory_vector REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER vector_deleted AFTER DELETE ON memory_vector REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_change();

CREATE TRIGGER link_inserted AFTER INSERT ON link REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_link_change();
CREATE TRIGGER link_updated AFTER UPDATE ON link REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_link_change();
CREATE TRIGGER link_deleted AFTER DELETE ON link REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_link_change();
