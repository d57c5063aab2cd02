-- Copies of banks also hold the names of entities and the evidence of observations, so that what is shown needs no further look (docs/decisions/hot-banks.md).
-- Evidence goes with its fact or its observation by foreign key, one statement for each; the memory's own trigger has noted that.
CREATE OR REPLACE FUNCTION note_evidence_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bank_change (bank_id, memory_nos)
  SELECT touched.bank_id, CASE WHEN cardinality(touched.numbers) <= 1000 THEN touched.numbers END
  FROM (SELECT changed.bank_id, array_agg(DISTINCT changed.observation_no) AS numbers FROM changed GROUP BY changed.bank_id) AS touched
  WHERE EXISTS (SELECT FROM bank WHERE bank.bank_id = touched.bank_id);
  RETURN NULL;
END $$;

CREATE TRIGGER evidence_inserted AFTER INSERT ON observation_source REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_evidence_change();
CREATE TRIGGER evidence_updated AFTER UPDATE ON observation_source REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_evidence_change();
CREATE TRIGGER evidence_deleted AFTER DELETE ON observation_source REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_evidence_change();

-- A name stands beside every memory that mentions it. By row: entities are updated for their counts all the time, and renamed hardly ever.
CREATE OR REPLACE FUNCTION note_new_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bank_change (bank_id, memory_nos)
  SELECT NEW.bank_id, CASE WHEN count(*) <= 1000 THEN array_agg(mention.memory_no) END
  FROM memory_entity AS mention WHERE mention.bank_id = NEW.bank_id AND mention.entity_id = NEW.id HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE TRIGGER entity_renamed AFTER UPDATE ON entity FOR EACH ROW
  WHEN (OLD.canonical_name IS DISTINCT FROM NEW.canonical_name) EXECUTE FUNCTION note_new_name();
