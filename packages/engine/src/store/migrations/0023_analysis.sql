-- By which analysis the texts of a bank were read (`ANALYSIS` in domain/text/analyse.ts); one that was read by an earlier one is read anew in the background.
-- Banks of before this column were read by the first.
ALTER TABLE bank ADD COLUMN analysis smallint NOT NULL DEFAULT 1;

-- In which languages a bank was written: how many memories were ever written in each, {"de": 12, "en": 300}. A question of two words does not tell its
-- language, and is read in those that its bank holds. By trigger, which no new statement can forget; every writer holds the bank's row anyway.
ALTER TABLE bank ADD COLUMN languages jsonb NOT NULL DEFAULT '{}';
UPDATE bank SET languages = held.languages
FROM (SELECT bank_id, jsonb_object_agg(language, written) AS languages
  FROM (SELECT bank_id, language, count(*) AS written FROM memory WHERE language IS NOT NULL GROUP BY bank_id, language) AS each GROUP BY bank_id) AS held
WHERE bank.bank_id = held.bank_id;

CREATE OR REPLACE FUNCTION note_languages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bank SET languages = (
    SELECT jsonb_object_agg(language, written) FROM (
      SELECT language, sum(written) AS written FROM (
        SELECT key AS language, value::bigint AS written FROM jsonb_each_text(bank.languages)
        UNION ALL
        SELECT changed.language, count(*) FROM changed WHERE changed.bank_id = bank.bank_id AND changed.language IS NOT NULL GROUP BY changed.language
      ) AS both_counts GROUP BY language
    ) AS summed)
  WHERE bank_id IN (SELECT changed.bank_id FROM changed WHERE changed.language IS NOT NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER languages_written AFTER INSERT ON memory REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_languages();
