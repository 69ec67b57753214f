-- oldest: 16
-- Evenings that people plan: who has registered, in which teams, and the seasons that count them together.

CREATE TABLE seasons (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    title    TEXT    NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER            -- NULL: the one that runs
) STRICT;

CREATE INDEX seasons_guild ON seasons (guild_id);

CREATE TABLE evenings (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,  -- buttons name it for ever: never given twice
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id    INTEGER,            -- NULL: their data were erased
    title      TEXT    NOT NULL,
    starts_at  INTEGER NOT NULL,
    stage      TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    shown      INTEGER NOT NULL,   -- the last version that the message in the channel shows
    programme  TEXT    NOT NULL CHECK (json_valid(programme)),
    people     INTEGER NOT NULL,   -- in a team, at most
    places     INTEGER NOT NULL,
    deck       TEXT    NOT NULL,   -- '' for the built-in one
    locale     TEXT    NOT NULL,
    words      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    message_id INTEGER,
    event_id   INTEGER,            -- Discord's scheduled event; 0 where none may be made
    event_told TEXT    NOT NULL,   -- what it says, so that it is changed only where that has changed
    table_id   INTEGER,
    season_id  INTEGER,            -- NULL: not over, or over before the first season
    why        TEXT    NOT NULL,   -- how it was cancelled
    called     INTEGER NOT NULL    -- when people were told that too few had come, else 0
) STRICT;

CREATE UNIQUE INDEX evenings_live ON evenings (channel_id) WHERE stage IN ('open', 'beginning', 'playing');
CREATE INDEX evenings_guild ON evenings (guild_id, stage);
CREATE INDEX evenings_host ON evenings (host_id);
CREATE INDEX evenings_table ON evenings (table_id);
CREATE INDEX evenings_unshown ON evenings (id) WHERE shown < version;

CREATE TABLE evening_teams (
    evening_id INTEGER NOT NULL REFERENCES evenings (id),
    number     INTEGER NOT NULL,
    name       TEXT    NOT NULL,   -- '' if its people gave none, or one of them had their data erased
    place      INTEGER,
    points     INTEGER,
    PRIMARY KEY (evening_id, number)
) STRICT;

CREATE TABLE evening_people (
    evening_id INTEGER NOT NULL REFERENCES evenings (id),
    ordinal    INTEGER NOT NULL,
    user_id    INTEGER,            -- NULL: their data were erased
    name       TEXT    NOT NULL,
    join_id    INTEGER NOT NULL,   -- the interaction by which they came; 0 for who leads
    place      TEXT    NOT NULL,
    team       INTEGER NOT NULL,   -- 0: none yet
    remind     INTEGER NOT NULL,
    reminded   INTEGER NOT NULL,   -- how many reminders were sent
    owed       TEXT    NOT NULL,   -- a letter that is still to be sent, else ''
    PRIMARY KEY (evening_id, ordinal)
) STRICT;

CREATE INDEX evening_people_user ON evening_people (user_id);
