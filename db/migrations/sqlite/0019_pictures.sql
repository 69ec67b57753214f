-- oldest: 16
-- Pictures that servers bring with their decks.

-- Each once, by the SHA-256 of its bytes, whoever brought it.
CREATE TABLE pictures (
    digest  TEXT PRIMARY KEY,
    content BLOB NOT NULL  -- WebP
) STRICT;

-- Which pictures the questions of a server's deck name, finished or not.
CREATE TABLE deck_pictures (
    guild_id INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    picture  TEXT    NOT NULL REFERENCES pictures (digest),
    PRIMARY KEY (guild_id, name, picture)
) STRICT, WITHOUT ROWID;

CREATE INDEX deck_pictures_picture ON deck_pictures (picture);

-- Which pictures are in the decks that tables play with.
CREATE TABLE played_pictures (
    deck    TEXT NOT NULL REFERENCES played_decks (digest) ON DELETE CASCADE,
    picture TEXT NOT NULL REFERENCES pictures (digest),
    PRIMARY KEY (deck, picture)
) STRICT, WITHOUT ROWID;

CREATE INDEX played_pictures_picture ON played_pictures (picture);

-- A picture is kept as long as a deck has it.
CREATE TRIGGER last_deck_takes_picture AFTER DELETE ON deck_pictures
BEGIN
    DELETE FROM pictures
    WHERE digest = OLD.picture
      AND NOT EXISTS (SELECT 1 FROM deck_pictures WHERE picture = OLD.picture)
      AND NOT EXISTS (SELECT 1 FROM played_pictures WHERE picture = OLD.picture);
END;

CREATE TRIGGER last_played_deck_takes_picture AFTER DELETE ON played_pictures
BEGIN
    DELETE FROM pictures
    WHERE digest = OLD.picture
      AND NOT EXISTS (SELECT 1 FROM deck_pictures WHERE picture = OLD.picture)
      AND NOT EXISTS (SELECT 1 FROM played_pictures WHERE picture = OLD.picture);
END;
