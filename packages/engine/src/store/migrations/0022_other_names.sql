-- Other names of entities: those that a caller gives, and how names in other scripts than Latin are written in Latin letters.

-- As `domain/text/reading.ts` writes it: 'zhangwei' for 张伟; '' for a name that has no such writing; null for one that is not looked at yet, which all
-- names in Latin letters stay. A hint for questions: it is never shown, and two entities may have the same.
ALTER TABLE entity ADD COLUMN reading text COLLATE "C";
ALTER TABLE entity_alias ADD COLUMN reading text COLLATE "C";
CREATE INDEX entity_by_reading ON entity (bank_id, reading) WHERE reading > '';
CREATE INDEX alias_by_reading ON entity_alias (bank_id, reading) WHERE reading > '';
CREATE INDEX entity_unread ON entity (bank_id, id)
  WHERE reading IS NULL AND NOT is_label AND canonical_name ~ '[\u0370-\u1cff\u1f00-\u1fff\u2e80-\ud7ff\uf900-\ufaff]';
CREATE INDEX alias_unread ON entity_alias (bank_id, id)
  WHERE reading IS NULL AND name ~ '[\u0370-\u1cff\u1f00-\u1fff\u2e80-\ud7ff\uf900-\ufaff]';

-- A name that a caller gave, which no memory need have.
ALTER TABLE entity_alias ADD COLUMN is_given boolean NOT NULL DEFAULT false;
