-- A server's own decks of cards, which cards it has seen of each deck, and what people said of questions.

ALTER TABLE tables ADD COLUMN deck TEXT NOT NULL DEFAULT '';  -- the deck's name, '' for the built-in one

CREATE TABLE decks (
    guild_id INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    cards    INTEGER NOT NULL,  -- how many there are in it
    added_at INTEGER NOT NULL,
    content  TEXT    NOT NULL CHECK (json_valid(content)),
    PRIMARY KEY (guild_id, name)
) STRICT;

CREATE TABLE cards_seen (
    guild_id INTEGER NOT NULL,
    deck     TEXT    NOT NULL,  -- '' for the built-in deck
    card     TEXT    NOT NULL,
    PRIMARY KEY (guild_id, deck, card)
) STRICT, WITHOUT ROWID;

CREATE TABLE deck_reports (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    deck     TEXT    NOT NULL,
    card     TEXT    NOT NULL,
    question INTEGER NOT NULL,  -- its place on the card, from 0
    reason   TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    UNIQUE (guild_id, deck, card, question, reason)
) STRICT;
