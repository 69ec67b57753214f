-- A database as version 1 of the schema left it: a game won, one under way, a lobby closed.
PRAGMA application_id = 1196376645;
PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE log (
    id             INTEGER PRIMARY KEY,
    table_id       INTEGER NOT NULL REFERENCES tables (id),
    seq            INTEGER NOT NULL CHECK (seq >= 1),
    kind           TEXT    NOT NULL,
    at             INTEGER NOT NULL,
    seat           TEXT,
    user_id        INTEGER,
    interaction_id INTEGER,
    payload        TEXT    NOT NULL CHECK (json_valid(payload)),
    draws          TEXT    NOT NULL CHECK (json_valid(draws)),
    UNIQUE (table_id, seq)
) STRICT;
INSERT INTO "log" VALUES(1,1,1,'open',1800000000000,'1',1,101,'{}','[]');
INSERT INTO "log" VALUES(2,1,2,'begin',1800000001000,'1',1,106,'{}','[[6,4]]');
INSERT INTO "log" VALUES(3,1,3,'close',1800000003000,NULL,NULL,NULL,'{}','[[6,1]]');
INSERT INTO "log" VALUES(4,2,1,'open',1800000004000,'1',1,104,'{}','[]');
INSERT INTO "log" VALUES(5,2,2,'begin',1800000005000,'1',1,107,'{}','[[6,2]]');
INSERT INTO "log" VALUES(6,3,1,'open',1800000006000,'1',2,105,'{}','[]');
INSERT INTO "log" VALUES(7,3,2,'close',1800000007000,NULL,NULL,NULL,'{}','[]');
CREATE TABLE messages (
    table_id   INTEGER NOT NULL REFERENCES tables (id),
    audience   INTEGER NOT NULL,  -- 0 the channel, otherwise a user id
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    key        TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    posted_at  INTEGER NOT NULL,
    PRIMARY KEY (table_id, audience)
) STRICT, WITHOUT ROWID;
INSERT INTO "messages" VALUES(2,0,25,500,'','d',1800000005000);
INSERT INTO "messages" VALUES(2,1,70,501,'turn:1','d',1800000005000);
CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
INSERT INTO "migrations" VALUES(1,'tables');
CREATE TABLE positions (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    seed     BLOB    NOT NULL CHECK (length(seed) = 32),
    position TEXT,
    scenes   TEXT    NOT NULL
) STRICT;
INSERT INTO "positions" VALUES(1,X'0000000000000000000000000000000000000000000000000000000000000000','{"round":4}','[]');
INSERT INTO "positions" VALUES(2,X'0202020202020202020202020202020202020202020202020202020202020202','{"round":1}','[]');
INSERT INTO "positions" VALUES(3,X'0101010101010101010101010101010101010101010101010101010101010101',NULL,'[]');
CREATE TABLE seat_people (
    table_id INTEGER NOT NULL,
    ordinal  INTEGER NOT NULL,
    person   INTEGER NOT NULL,  -- among those of the seat, from 0
    user_id  INTEGER,
    name     TEXT    NOT NULL,
    join_id  INTEGER,
    reach    TEXT    NOT NULL CHECK (reach IN ('unknown', 'dm', 'button')),
    PRIMARY KEY (table_id, ordinal, person),
    FOREIGN KEY (table_id, ordinal) REFERENCES seats (table_id, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat_people" VALUES(1,0,0,1,'nom 1',101,'dm');
INSERT INTO "seat_people" VALUES(1,1,0,2,'nom 2',102,'button');
INSERT INTO "seat_people" VALUES(1,1,1,NULL,'',103,'dm');
INSERT INTO "seat_people" VALUES(2,0,0,1,'nom 1',104,'dm');
INSERT INTO "seat_people" VALUES(2,1,0,2,'nom 2',NULL,'unknown');
INSERT INTO "seat_people" VALUES(3,0,0,2,'nom 2',105,'dm');
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    ordinal  INTEGER NOT NULL,  -- in the order of seats, from 0
    name     TEXT    NOT NULL,
    has_left INTEGER NOT NULL,
    PRIMARY KEY (table_id, ordinal),
    UNIQUE (table_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,'1',0);
INSERT INTO "seats" VALUES(1,1,'2',0);
INSERT INTO "seats" VALUES(2,0,'1',0);
INSERT INTO "seats" VALUES(2,1,'2',0);
INSERT INTO "seats" VALUES(3,0,'1',0);
CREATE TABLE setups (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    setup    TEXT    NOT NULL CHECK (json_valid(setup))
) STRICT;
INSERT INTO "setups" VALUES(1,'{"lives":3}');
INSERT INTO "setups" VALUES(2,'{"lives":3}');
CREATE TABLE tables (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,  -- buttons name it for ever: never given twice
    game          TEXT    NOT NULL,
    guild_id      INTEGER NOT NULL,
    home_id       INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    host_id       INTEGER,
    status        TEXT    NOT NULL CHECK (status IN ('lobby', 'playing', 'paused', 'closed')),
    version       INTEGER NOT NULL,
    published     INTEGER NOT NULL DEFAULT 0,
    turn          INTEGER NOT NULL,
    commitment    TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    changed_at    INTEGER NOT NULL,
    options       TEXT    NOT NULL CHECK (json_valid(options)),
    pace          TEXT    NOT NULL,
    thread        INTEGER NOT NULL,
    locale        TEXT    NOT NULL,
    seats_made    INTEGER NOT NULL,
    draws_taken   INTEGER NOT NULL,
    alarm_key     TEXT,
    alarm_kind    TEXT,
    alarm_seconds INTEGER,
    alarm_at      INTEGER,
    alarm_warned  INTEGER,
    trouble       TEXT,
    ending        TEXT,
    winners       TEXT    NOT NULL CHECK (json_valid(winners)),
    rematch_of    INTEGER REFERENCES tables (id),
    rematch_id    INTEGER REFERENCES tables (id),
    seed          TEXT,  -- revealed (hex) when the table is closed
    last_seq      INTEGER NOT NULL,
    CHECK ((alarm_key IS NULL) = (alarm_at IS NULL))
) STRICT;
INSERT INTO "tables" VALUES(1,'tasse',10,20,20,1,'closed',3,3,2,'abababababababababababababababababababababababababababababababab',1800000000000,1800000003000,'{"lives":3}','vif',0,'fr',2,2,NULL,NULL,NULL,NULL,NULL,NULL,'won','["2"]',NULL,2,'0000000000000000000000000000000000000000000000000000000000000000',3);
INSERT INTO "tables" VALUES(2,'tasse',10,20,25,1,'playing',2,1,2,'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',1800000004000,1800000005000,'{}','détente',1,'en',2,1,'turn:1','turn',60,1800000065000,0,NULL,NULL,'[]',1,NULL,NULL,2);
INSERT INTO "tables" VALUES(3,'tasse',10,21,21,2,'closed',2,2,1,'efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef',1800000006000,1800000007000,'{}','vif',0,'fr',1,0,NULL,NULL,NULL,NULL,NULL,NULL,'idle','[]',NULL,NULL,'0101010101010101010101010101010101010101010101010101010101010101',2);
CREATE UNIQUE INDEX one_live_table ON tables (game, home_id) WHERE status <> 'closed';
CREATE INDEX live_tables ON tables (status) WHERE status <> 'closed';
CREATE INDEX live_channels ON tables (channel_id) WHERE status <> 'closed';
CREATE INDEX closed_unpublished ON tables (id) WHERE status = 'closed' AND published < version;
CREATE INDEX tables_home ON tables (home_id);
CREATE INDEX tables_channel ON tables (channel_id);
CREATE INDEX tables_host ON tables (host_id);
CREATE INDEX seat_people_user ON seat_people (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX log_interaction ON log (interaction_id) WHERE interaction_id IS NOT NULL;
CREATE INDEX log_user ON log (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER log_keeps_lines BEFORE DELETE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
CREATE TRIGGER log_keeps_words BEFORE UPDATE ON log
WHEN NEW.user_id IS NOT NULL
    OR NEW.id IS NOT OLD.id
    OR NEW.table_id IS NOT OLD.table_id
    OR NEW.seq IS NOT OLD.seq
    OR NEW.kind IS NOT OLD.kind
    OR NEW.at IS NOT OLD.at
    OR NEW.seat IS NOT OLD.seat
    OR NEW.interaction_id IS NOT OLD.interaction_id
    OR NEW.payload IS NOT OLD.payload
    OR NEW.draws IS NOT OLD.draws
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
CREATE INDEX messages_audience ON messages (audience) WHERE audience <> 0;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',3);
COMMIT;
