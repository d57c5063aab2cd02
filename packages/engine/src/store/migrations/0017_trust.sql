-- Trust: how far the source of a memory is to be believed, and in which ways its text instructs whoever reads it. Both go with a fact out of use and back.
ALTER TABLE memory ADD COLUMN trust text NOT NULL DEFAULT 'normal' CHECK (trust IN ('high', 'normal', 'low'));
ALTER TABLE memory ADD COLUMN instruction_signs text[] NOT NULL DEFAULT '{}';
ALTER TABLE invalidated_memory ADD COLUMN trust text NOT NULL DEFAULT 'normal' CHECK (trust IN ('high', 'normal', 'low'));
ALTER TABLE invalidated_memory ADD COLUMN instruction_signs text[] NOT NULL DEFAULT '{}';
