-- Facts from which nothing is learnt (of doubtful sources, or that instruct their reader) count as consolidated, and stay so whatever has others consolidated again.
ALTER TABLE memory ADD COLUMN is_learnt boolean NOT NULL DEFAULT true;
ALTER TABLE invalidated_memory ADD COLUMN is_learnt boolean NOT NULL DEFAULT true;
