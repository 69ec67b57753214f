-- oldest: 16
-- What is kept of a game that is over, once it has been looked back on: true places, what each seat did, and
-- whether it counts for ratings. No row of these says who it was: seat_people does.

-- Whether a table is played for the fun of it alone.
ALTER TABLE tables ADD COLUMN friendly BOOLEAN NOT NULL DEFAULT FALSE;

-- The place of the seat among all seats, 1 for the first; NULL until the table has been looked back on.
ALTER TABLE results ADD COLUMN rank BIGINT;

-- What came of looking back, and by which version of that (fold). Where people have private messages with the
-- bot, guild_id does not tell whose they are.
CREATE TABLE digests (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    guild_id BIGINT NOT NULL,
    game     TEXT   NOT NULL,
    ended_at BIGINT NOT NULL,
    fold     BIGINT NOT NULL,
    unrated  TEXT,  -- why it does not count, NULL if it does
    changes  BIGINT NOT NULL DEFAULT 0  -- how often something about it changed since
);

CREATE INDEX digests_guild ON digests (guild_id, game, ended_at, table_id, changes);

-- What each seat did, in whole numbers by their names.
CREATE TABLE tallies (
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    ordinal  BIGINT NOT NULL,  -- the seat, as in seats
    facts    TEXT   NOT NULL CHECK (facts::json IS NOT NULL),
    PRIMARY KEY (table_id, ordinal)
);
