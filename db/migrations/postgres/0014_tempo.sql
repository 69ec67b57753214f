-- oldest: 13
-- How long the deadlines of the rules are at a table: as written, twice as long, or half.

ALTER TABLE tables ADD COLUMN tempo TEXT NOT NULL DEFAULT 'vif';
