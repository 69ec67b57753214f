-- oldest: 16
-- Who wishes to be called to tables, which tables have called, and where the week is told of.

-- A wish to be called, from so many people on; the hours are those of the server's clocks, NULL for any.
CREATE TABLE calls (
    guild_id   INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    user_id    INTEGER NOT NULL,
    least      INTEGER NOT NULL,
    from_hour  INTEGER,
    until_hour INTEGER,
    channel_id INTEGER NOT NULL,  -- where it was wished
    kept_at    INTEGER NOT NULL,  -- ms UTC: wished last, or sat down last at a table of this game
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX calls_user ON calls (user_id);
CREATE INDEX calls_kept ON calls (kept_at);

-- When somebody was called last (ms UTC), wherever that was.
CREATE TABLE called (
    user_id INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL
) STRICT;

CREATE INDEX called_at ON called (at);

-- The one message by which a table calls; its id is NULL until it is known to be there.
CREATE TABLE call_outs (
    table_id   INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    channel_id INTEGER NOT NULL,
    message_id INTEGER
) STRICT;

-- The post of the week that a server has chosen. The day counts from Monday (0), by the server's clocks.
CREATE TABLE weeklies (
    guild_id   INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    weekday    INTEGER NOT NULL,
    hour       INTEGER NOT NULL,
    next_at    INTEGER NOT NULL,  -- ms UTC
    trouble    TEXT  -- why nothing is posted any more, NULL if it is
) STRICT;

CREATE INDEX weeklies_next ON weeklies (next_at) WHERE trouble IS NULL;
