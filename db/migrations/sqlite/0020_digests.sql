-- oldest: 16
-- What is kept of a game that is over, once it has been looked back on: true places, what each seat did, and
-- whether it counts for ratings. No row of these says who it was: seat_people does.

-- Whether a table is played for the fun of it alone.
ALTER TABLE tables ADD COLUMN friendly INTEGER NOT NULL DEFAULT 0;

-- The place of the seat among all seats, 1 for the first; NULL until the table has been looked back on.
ALTER TABLE results ADD COLUMN rank INTEGER;

-- What came of looking back, and by which version of that (fold). Where people have private messages with the
-- bot, guild_id does not tell whose they are.
CREATE TABLE digests (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    ended_at INTEGER NOT NULL,
    fold     INTEGER NOT NULL,
    unrated  TEXT,  -- why it does not count, NULL if it does
    changes  INTEGER NOT NULL DEFAULT 0  -- how often something about it changed since
) STRICT;

CREATE INDEX digests_guild ON digests (guild_id, game, ended_at, table_id, changes);

-- What each seat did, in whole numbers by their names.
CREATE TABLE tallies (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    ordinal  INTEGER NOT NULL,  -- the seat, as in seats
    facts    TEXT    NOT NULL CHECK (json_valid(facts)),
    PRIMARY KEY (table_id, ordinal)
) STRICT, WITHOUT ROWID;
