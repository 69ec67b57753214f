-- A turn that is still being composed, what a seat proposes to the others, clocks that run by the moments of
-- clicks, and tables that take twice the time.

ALTER TABLE tables ADD COLUMN accessible INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN draft TEXT CHECK (draft IS NULL OR json_valid(draft));
ALTER TABLE tables ADD COLUMN offer TEXT CHECK (offer IS NULL OR json_valid(offer));
ALTER TABLE tables ADD COLUMN alarm_opened_at INTEGER;
ALTER TABLE tables ADD COLUMN alarm_race INTEGER;
ALTER TABLE tables ADD COLUMN alarm_settle_at INTEGER;
ALTER TABLE tables ADD COLUMN alarm_unseen INTEGER;

UPDATE tables SET alarm_opened_at = alarm_at - 1000 * alarm_seconds, alarm_race = 0 WHERE alarm_at IS NOT NULL;
