-- Facts whose words an observation may have without standing on them: they were before the model that wrote it. They count for nothing but forgetting.
CREATE TABLE observation_reading (
  bank_id        integer NOT NULL,
  observation_no integer NOT NULL,
  memory_no      integer NOT NULL,                          -- the fact
  PRIMARY KEY (bank_id, observation_no, memory_no),
  FOREIGN KEY (bank_id, observation_no) REFERENCES memory ON DELETE CASCADE,
  FOREIGN KEY (bank_id, memory_no) REFERENCES memory ON DELETE CASCADE
);
CREATE INDEX observation_that_read ON observation_reading (bank_id, memory_no);
