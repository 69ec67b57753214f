-- oldest: 16
-- The daily challenge: a promised seed a day, and what people make of it. An attempt is its person's alone, so it
-- goes with them where they have their data erased.
CREATE TABLE daily_seeds (
    day  TEXT    NOT NULL PRIMARY KEY,  -- YYYY-MM-DD, by UTC
    seed TEXT    NOT NULL,
    at   INTEGER NOT NULL  -- since when it has stood (ms UTC)
) STRICT, WITHOUT ROWID;

CREATE TABLE daily (
    user_id    INTEGER NOT NULL,
    day        TEXT    NOT NULL,
    discipline TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    guild_id   INTEGER NOT NULL,  -- where it was begun, -1 for private messages
    step       INTEGER NOT NULL,  -- how many answers were given
    score      INTEGER NOT NULL,
    ms         INTEGER NOT NULL,
    detail     TEXT    NOT NULL CHECK (json_valid(detail)),
    at         INTEGER NOT NULL,  -- when the present task was shown (ms UTC)
    PRIMARY KEY (user_id, day, discipline)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_guild ON daily (guild_id, day, discipline, step, score, ms);
