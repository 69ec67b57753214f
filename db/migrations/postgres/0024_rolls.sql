-- oldest: 16
-- What was rolled at a table that is over: how often each face of six-sided dice, and how many other draws there
-- were. Where people have private messages with the bot, guild_id does not tell whose they are.
CREATE TABLE rolls (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    guild_id BIGINT NOT NULL,
    game     TEXT   NOT NULL,
    ones     BIGINT NOT NULL,
    twos     BIGINT NOT NULL,
    threes   BIGINT NOT NULL,
    fours    BIGINT NOT NULL,
    fives    BIGINT NOT NULL,
    sixes    BIGINT NOT NULL,
    others   BIGINT NOT NULL
);

-- Has all that is summed up in it, so that a server's dice are read in one go.
CREATE INDEX rolls_guild ON rolls (guild_id, game, ones, twos, threes, fours, fives, sixes, others);
