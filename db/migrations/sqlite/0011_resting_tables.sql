-- Tables at which nothing happens any more, and servers that we were taken off.

ALTER TABLE tables ADD COLUMN closes_at INTEGER;  -- set when its host is reminded, NULL once somebody acts

-- Which server a table belongs to is asked by its moderators, and when the server's data go.
CREATE INDEX tables_server ON tables (guild_id);
-- Without these, deleting a table reads through all of them to see whether one refers to it.
CREATE INDEX tables_rematch_of ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX tables_rematch_id ON tables (rematch_id) WHERE rematch_id IS NOT NULL;

CREATE TABLE departures (
    guild_id INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL  -- since when we are not there any more
) STRICT;
