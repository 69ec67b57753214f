-- oldest: 16
-- The daily challenge: a promised seed a day, and what people make of it. An attempt is its person's alone, so it
-- goes with them where they have their data erased.
CREATE TABLE daily_seeds (
    day  TEXT   NOT NULL PRIMARY KEY,  -- YYYY-MM-DD, by UTC
    seed TEXT   NOT NULL,
    at   BIGINT NOT NULL  -- since when it has stood (ms UTC)
);

CREATE TABLE daily (
    user_id    BIGINT NOT NULL,
    day        TEXT   NOT NULL,
    discipline TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    guild_id   BIGINT NOT NULL,  -- where it was begun, -1 for private messages
    step       BIGINT NOT NULL,  -- how many answers were given
    score      BIGINT NOT NULL,
    ms         BIGINT NOT NULL,
    detail     TEXT   NOT NULL CHECK (detail::json IS NOT NULL),
    at         BIGINT NOT NULL,  -- when the present task was shown (ms UTC)
    PRIMARY KEY (user_id, day, discipline)
);

CREATE INDEX daily_guild ON daily (guild_id, day, discipline, step, score, ms);
