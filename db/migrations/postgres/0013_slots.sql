-- oldest: 13
-- Several processes over one database: who is alive, and who is home to which servers.

CREATE TABLE processes (
    holder  TEXT    PRIMARY KEY,  -- another one at each start
    address TEXT    NOT NULL,     -- where the other processes reach it
    count   BIGINT  NOT NULL,     -- how many slots it shares with them
    pinned  TEXT,                 -- the slots that its operator gave it, with commas; NULL for any
    started BIGINT  NOT NULL,
    until   BIGINT  NOT NULL,     -- alive until then, unless it gives another sign of life
    leaving BOOLEAN NOT NULL
);

-- A server falls into the slot (guild_id >> 22) % count, as Discord spreads servers over shards.
CREATE TABLE slots (
    count    BIGINT NOT NULL,
    slot     BIGINT NOT NULL,
    holder   TEXT   NOT NULL,  -- '' is nobody
    token    BIGINT NOT NULL,  -- grows each time the slot changes hands
    until    BIGINT NOT NULL,  -- the holder's last sign of life lasts until then
    heard_at BIGINT,           -- when Discord was heard there last
    PRIMARY KEY (count, slot)
);

-- When the next shard of a bucket may identify itself to Discord's gateway.
CREATE TABLE turns (
    bucket  BIGINT PRIMARY KEY,
    next_at BIGINT NOT NULL
);

-- For private messages, which name their server, where the gateway tells only another process of it.
CREATE TABLE guild_names (
    guild_id BIGINT PRIMARY KEY,
    name     TEXT   NOT NULL
);

INSERT INTO slots (count, slot, holder, token, until, heard_at) SELECT 1, 0, '', 0, 0, at FROM beats;

DROP TABLE beats;
