-- Limits against abuse: who opened tables lately, and whom the operator has blocked.

CREATE INDEX live_hosts ON tables (host_id) WHERE status <> 'closed';
CREATE INDEX live_servers ON tables (guild_id) WHERE status <> 'closed';

-- A row for each table opened in the last hour; older ones go. Having one's data erased resets no limit.
CREATE TABLE openings (
    id       INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    guild_id INTEGER NOT NULL
) STRICT;

CREATE INDEX openings_at ON openings (at);
CREATE INDEX openings_user ON openings (user_id, at);
CREATE INDEX openings_guild ON openings (guild_id, at);

CREATE TABLE blocks (
    kind   TEXT    NOT NULL CHECK (kind IN ('user', 'server')),
    id     INTEGER NOT NULL,
    reason TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
