-- Clocks that the host has stopped, moments at which there is more to see, and tables that show all at once.

ALTER TABLE tables ADD COLUMN at_once INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN alarm_looks TEXT CHECK (alarm_looks IS NULL OR json_valid(alarm_looks));
ALTER TABLE tables ADD COLUMN alarm_stopped_at INTEGER;
