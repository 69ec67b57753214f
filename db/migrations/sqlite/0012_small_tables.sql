-- What a table keeps takes less room: scenes are rows that are added, a deck stands in the file once however
-- many tables play it, and the parts of closed tables are packed together.

-- What each step did, for telling it; old ones go. Of tables closed before this, positions.scenes has them.
CREATE TABLE scenes (
    table_id  INTEGER NOT NULL REFERENCES tables (id),
    version   INTEGER NOT NULL,  -- of the table, once the step was done
    rules     INTEGER NOT NULL CHECK (rules >= 1),
    opened_at INTEGER NOT NULL,
    events    TEXT    NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

INSERT INTO scenes (table_id, version, rules, opened_at, events)
    SELECT positions.table_id, json_extract(scene.value, '$[0]'), rules,
           coalesce(json_extract(scene.value, '$[2]'), 0), json_extract(scene.value, '$[1]')
    FROM tables
    JOIN positions ON positions.table_id = tables.id
    JOIN json_each(CASE WHEN json_valid(scenes) THEN scenes ELSE '[]' END) AS scene
    WHERE status <> 'closed' AND json_type(scene.value, '$[0]') = 'integer'
      AND json_type(scene.value, '$[1]') = 'array'
    ON CONFLICT DO NOTHING;

UPDATE positions SET scenes = '[]' WHERE table_id IN (SELECT id FROM tables WHERE status <> 'closed');

-- Decks as they are played, each once, by the SHA-256 of its text. The setup then has no more than the order
-- of its cards. Of games begun before this, the setup may hold the whole deck.
CREATE TABLE played_decks (
    digest  TEXT PRIMARY KEY,
    content TEXT NOT NULL CHECK (json_valid(content))
) STRICT;

ALTER TABLE setups ADD COLUMN deck TEXT REFERENCES played_decks (digest);

CREATE INDEX setups_deck ON setups (deck) WHERE deck IS NOT NULL;

-- A deck is kept as long as a table has played with it.
CREATE TRIGGER last_table_takes_deck AFTER DELETE ON setups WHEN OLD.deck IS NOT NULL
BEGIN
    DELETE FROM played_decks
    WHERE digest = OLD.deck AND NOT EXISTS (SELECT 1 FROM setups WHERE deck = OLD.deck);
END;

-- Log, scenes and position of a closed table, packed: see db/archive.py.
CREATE TABLE archives (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    last_seq INTEGER NOT NULL,  -- of the last log line in it
    content  BLOB    NOT NULL
) STRICT;

-- Who stands in the packed log, where it has numbers; user_id is NULL once they had their data erased.
CREATE TABLE archived_people (
    table_id INTEGER NOT NULL REFERENCES archives (table_id),
    person   INTEGER NOT NULL,
    user_id  INTEGER,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX archived_people_user ON archived_people (user_id) WHERE user_id IS NOT NULL;

ALTER TABLE tables ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;

CREATE INDEX closed_unpacked ON tables (id)
    WHERE status = 'closed' AND NOT archived AND forgotten_at IS NULL;

DROP TRIGGER log_keeps_lines;

CREATE TRIGGER log_keeps_lines BEFORE DELETE ON log
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND forgotten_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM archives WHERE table_id = OLD.table_id AND last_seq >= OLD.seq)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TRIGGER archives_keep_lines BEFORE DELETE ON archives
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND forgotten_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM log WHERE table_id = OLD.table_id AND seq = OLD.last_seq)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TRIGGER archives_stay BEFORE UPDATE ON archives
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
