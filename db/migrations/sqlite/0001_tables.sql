-- Tables with their seats and people, their secrets, and the log that explains them.
-- Ids of Discord are 64-bit integers, times are ms UTC.

CREATE TABLE tables (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,  -- buttons name it for ever: never given twice
    game          TEXT    NOT NULL,
    guild_id      INTEGER NOT NULL,
    home_id       INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    host_id       INTEGER,
    status        TEXT    NOT NULL CHECK (status IN ('lobby', 'playing', 'paused', 'closed')),
    version       INTEGER NOT NULL,
    published     INTEGER NOT NULL DEFAULT 0,
    turn          INTEGER NOT NULL,
    commitment    TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    changed_at    INTEGER NOT NULL,
    options       TEXT    NOT NULL CHECK (json_valid(options)),
    pace          TEXT    NOT NULL,
    thread        INTEGER NOT NULL,
    locale        TEXT    NOT NULL,
    seats_made    INTEGER NOT NULL,
    draws_taken   INTEGER NOT NULL,
    alarm_key     TEXT,
    alarm_kind    TEXT,
    alarm_seconds INTEGER,
    alarm_at      INTEGER,
    alarm_warned  INTEGER,
    trouble       TEXT,
    ending        TEXT,
    winners       TEXT    NOT NULL CHECK (json_valid(winners)),
    rematch_of    INTEGER REFERENCES tables (id),
    rematch_id    INTEGER REFERENCES tables (id),
    seed          TEXT,  -- revealed (hex) when the table is closed
    last_seq      INTEGER NOT NULL,
    CHECK ((alarm_key IS NULL) = (alarm_at IS NULL))
) STRICT;

CREATE UNIQUE INDEX one_live_table ON tables (game, home_id) WHERE status <> 'closed';
CREATE INDEX live_tables ON tables (status) WHERE status <> 'closed';
CREATE INDEX live_channels ON tables (channel_id) WHERE status <> 'closed';
CREATE INDEX closed_unpublished ON tables (id) WHERE status = 'closed' AND published < version;
CREATE INDEX tables_home ON tables (home_id);
CREATE INDEX tables_channel ON tables (channel_id);
CREATE INDEX tables_host ON tables (host_id);

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    ordinal  INTEGER NOT NULL,  -- in the order of seats, from 0
    name     TEXT    NOT NULL,
    has_left INTEGER NOT NULL,
    PRIMARY KEY (table_id, ordinal),
    UNIQUE (table_id, name)
) STRICT, WITHOUT ROWID;

-- One or more people a seat; user_id is NULL once its owner had their data erased.
CREATE TABLE seat_people (
    table_id INTEGER NOT NULL,
    ordinal  INTEGER NOT NULL,
    person   INTEGER NOT NULL,  -- among those of the seat, from 0
    user_id  INTEGER,
    name     TEXT    NOT NULL,
    join_id  INTEGER,
    reach    TEXT    NOT NULL CHECK (reach IN ('unknown', 'dm', 'button')),
    PRIMARY KEY (table_id, ordinal, person),
    FOREIGN KEY (table_id, ordinal) REFERENCES seats (table_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_people_user ON seat_people (user_id) WHERE user_id IS NOT NULL;

-- Written once, when the game begins (a deck may be long).
CREATE TABLE setups (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    setup    TEXT    NOT NULL CHECK (json_valid(setup))
) STRICT;

-- Written at each action. The seed never changes.
CREATE TABLE positions (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    seed     BLOB    NOT NULL CHECK (length(seed) = 32),
    position TEXT,
    scenes   TEXT    NOT NULL
) STRICT;

CREATE TABLE log (
    id             INTEGER PRIMARY KEY,
    table_id       INTEGER NOT NULL REFERENCES tables (id),
    seq            INTEGER NOT NULL CHECK (seq >= 1),
    kind           TEXT    NOT NULL,
    at             INTEGER NOT NULL,
    seat           TEXT,
    user_id        INTEGER,
    interaction_id INTEGER,
    payload        TEXT    NOT NULL CHECK (json_valid(payload)),
    draws          TEXT    NOT NULL CHECK (json_valid(draws)),
    UNIQUE (table_id, seq)
) STRICT;

CREATE UNIQUE INDEX log_interaction ON log (interaction_id) WHERE interaction_id IS NOT NULL;
CREATE INDEX log_user ON log (user_id) WHERE user_id IS NOT NULL;

CREATE TRIGGER log_keeps_lines BEFORE DELETE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

-- The one change allowed: forgetting who it was.
CREATE TRIGGER log_keeps_words BEFORE UPDATE ON log
WHEN NEW.user_id IS NOT NULL
    OR NEW.id IS NOT OLD.id
    OR NEW.table_id IS NOT OLD.table_id
    OR NEW.seq IS NOT OLD.seq
    OR NEW.kind IS NOT OLD.kind
    OR NEW.at IS NOT OLD.at
    OR NEW.seat IS NOT OLD.seat
    OR NEW.interaction_id IS NOT OLD.interaction_id
    OR NEW.payload IS NOT OLD.payload
    OR NEW.draws IS NOT OLD.draws
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TABLE messages (
    table_id   INTEGER NOT NULL REFERENCES tables (id),
    audience   INTEGER NOT NULL,  -- 0 the channel, otherwise a user id
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    key        TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    posted_at  INTEGER NOT NULL,
    PRIMARY KEY (table_id, audience)
) STRICT, WITHOUT ROWID;

CREATE INDEX messages_audience ON messages (audience) WHERE audience <> 0;
