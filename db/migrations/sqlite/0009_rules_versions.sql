-- By which rules stored parts were written, salts of sealed cards, and words that are erased on demand.

ALTER TABLE setups ADD COLUMN rules INTEGER NOT NULL DEFAULT 1 CHECK (rules >= 1);
ALTER TABLE setups ADD COLUMN salt BLOB CHECK (salt IS NULL OR length(salt) = 32);
ALTER TABLE positions ADD COLUMN rules INTEGER NOT NULL DEFAULT 1 CHECK (rules >= 1);  -- of scenes and draft, too

-- Whether what somebody typed was taken out of the line.
ALTER TABLE log ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER log_keeps_words;

-- The changes allowed: forgetting who it was, and with it what they typed.
CREATE TRIGGER log_keeps_words BEFORE UPDATE ON log
WHEN NEW.user_id IS NOT NULL
    OR NEW.id IS NOT OLD.id
    OR NEW.table_id IS NOT OLD.table_id
    OR NEW.seq IS NOT OLD.seq
    OR NEW.kind IS NOT OLD.kind
    OR NEW.at IS NOT OLD.at
    OR NEW.seat IS NOT OLD.seat
    OR NEW.interaction_id IS NOT OLD.interaction_id
    OR NEW.draws IS NOT OLD.draws
    OR (NEW.payload IS NOT OLD.payload AND NOT NEW.erased)
    OR (OLD.erased AND NOT NEW.erased)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

-- Logs of tables that ended long ago may be dropped, where the operator wishes it; their results stay.
ALTER TABLE tables ADD COLUMN forgotten_at INTEGER;

DROP TRIGGER log_keeps_lines;

CREATE TRIGGER log_keeps_lines BEFORE DELETE ON log
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND forgotten_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
