-- How ended games came out, a row for each person: what statistics are counted from.
-- place is 1 for winners, the first place behind them for the rest, NULL when nobody won.

CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    ordinal  INTEGER NOT NULL,  -- the seat, as in seats
    person   INTEGER NOT NULL,  -- the person at it, as in seat_people
    user_id  INTEGER,
    game     TEXT    NOT NULL,
    guild_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    place    INTEGER,
    PRIMARY KEY (table_id, ordinal, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_user ON results (user_id, game) WHERE user_id IS NOT NULL;
CREATE INDEX results_guild ON results (guild_id, game, ended_at);

-- Games that ended before this table was made.
INSERT INTO results (table_id, ordinal, person, user_id, game, guild_id, ended_at, won, place)
SELECT
    tables.id,
    seat_people.ordinal,
    seat_people.person,
    seat_people.user_id,
    tables.game,
    tables.guild_id,
    tables.changed_at,
    EXISTS (SELECT 1 FROM json_each(tables.winners) WHERE value = seats.name),
    CASE
        WHEN json_array_length(tables.winners) = 0 THEN NULL
        WHEN EXISTS (SELECT 1 FROM json_each(tables.winners) WHERE value = seats.name) THEN 1
        ELSE 1 + json_array_length(tables.winners)
    END
FROM tables
JOIN setups ON setups.table_id = tables.id
JOIN seats ON seats.table_id = tables.id
JOIN seat_people ON seat_people.table_id = seats.table_id AND seat_people.ordinal = seats.ordinal
WHERE tables.status = 'closed';
