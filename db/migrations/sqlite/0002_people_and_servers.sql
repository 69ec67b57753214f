-- What is kept beside the tables: how to reach people, settings of servers, facts of the bot itself.

CREATE TABLE contacts (
    user_id       INTEGER PRIMARY KEY,
    dm_channel_id INTEGER,
    open          INTEGER NOT NULL,
    locale        TEXT
) STRICT;

CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT    NOT NULL CHECK (json_valid(settings))
) STRICT;

CREATE TABLE facts (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row: the last sign of life.
CREATE TABLE beats (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
