-- Reports of questions again: who made one (each person one a question), and the question's words at the time.

CREATE TABLE reports (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    deck     TEXT    NOT NULL,  -- '' for the built-in one
    card     TEXT    NOT NULL,
    question INTEGER NOT NULL,  -- its place on the card, from 0
    words    TEXT    NOT NULL,
    reason   TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    user_id  INTEGER,           -- unknown of those made before this was kept
    UNIQUE (guild_id, deck, card, question, words, user_id)
) STRICT;

CREATE INDEX reports_user ON reports (user_id);

-- Numbers are never given twice: an old button must not settle a new report.
INSERT INTO sqlite_sequence (name, seq) SELECT 'reports', seq FROM sqlite_sequence WHERE name = 'deck_reports';

INSERT INTO reports (id, guild_id, deck, card, question, words, reason, at)
    SELECT id, guild_id, deck, card, question, '', reason, at FROM deck_reports;

DROP TABLE deck_reports;
