-- oldest: 13
-- Several processes over one database: who is alive, and who is home to which servers.

CREATE TABLE processes (
    holder  TEXT    PRIMARY KEY,  -- another one at each start
    address TEXT    NOT NULL,     -- where the other processes reach it
    count   INTEGER NOT NULL,     -- how many slots it shares with them
    pinned  TEXT,                 -- the slots that its operator gave it, with commas; NULL for any
    started INTEGER NOT NULL,
    until   INTEGER NOT NULL,     -- alive until then, unless it gives another sign of life
    leaving INTEGER NOT NULL
) STRICT;

-- A server falls into the slot (guild_id >> 22) % count, as Discord spreads servers over shards.
CREATE TABLE slots (
    count    INTEGER NOT NULL,
    slot     INTEGER NOT NULL,
    holder   TEXT    NOT NULL,  -- '' is nobody
    token    INTEGER NOT NULL,  -- grows each time the slot changes hands
    until    INTEGER NOT NULL,  -- the holder's last sign of life lasts until then
    heard_at INTEGER,           -- when Discord was heard there last
    PRIMARY KEY (count, slot)
) STRICT, WITHOUT ROWID;

-- When the next shard of a bucket may identify itself to Discord's gateway.
CREATE TABLE turns (
    bucket  INTEGER PRIMARY KEY,
    next_at INTEGER NOT NULL
) STRICT;

-- For private messages, which name their server, where the gateway tells only another process of it.
CREATE TABLE guild_names (
    guild_id INTEGER PRIMARY KEY,
    name     TEXT    NOT NULL
) STRICT;

INSERT INTO slots (count, slot, holder, token, until, heard_at) SELECT 1, 0, '', 0, 0, at FROM beats;

DROP TABLE beats;
