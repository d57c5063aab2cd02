-- Under which name this database's objects lie in object storage: bank numbers repeat from one database to the next, and two of them may share a
-- bucket or a data folder. One row.
CREATE TABLE storage_space (space uuid NOT NULL DEFAULT gen_random_uuid());
INSERT INTO storage_space DEFAULT VALUES;
