-- oldest: 16
-- Pictures that servers bring with their decks.

-- Each once, by the SHA-256 of its bytes, whoever brought it.
CREATE TABLE pictures (
    digest  TEXT PRIMARY KEY,
    content BYTEA NOT NULL  -- WebP
);

-- Which pictures the questions of a server's deck name, finished or not.
CREATE TABLE deck_pictures (
    guild_id BIGINT  NOT NULL,
    name     TEXT    NOT NULL,
    picture  TEXT    NOT NULL REFERENCES pictures (digest),
    PRIMARY KEY (guild_id, name, picture)
);

CREATE INDEX deck_pictures_picture ON deck_pictures (picture);

-- Which pictures are in the decks that tables play with.
CREATE TABLE played_pictures (
    deck    TEXT NOT NULL REFERENCES played_decks (digest) ON DELETE CASCADE,
    picture TEXT NOT NULL REFERENCES pictures (digest),
    PRIMARY KEY (deck, picture)
);

CREATE INDEX played_pictures_picture ON played_pictures (picture);

-- A picture is kept as long as a deck has it.
CREATE FUNCTION last_deck_takes_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM pictures
    WHERE digest = OLD.picture
      AND NOT EXISTS (SELECT 1 FROM deck_pictures WHERE picture = OLD.picture)
      AND NOT EXISTS (SELECT 1 FROM played_pictures WHERE picture = OLD.picture);
    RETURN NULL;
END
$$;

CREATE TRIGGER last_deck_takes_picture AFTER DELETE ON deck_pictures
FOR EACH ROW EXECUTE FUNCTION last_deck_takes_picture();

CREATE TRIGGER last_played_deck_takes_picture AFTER DELETE ON played_pictures
FOR EACH ROW EXECUTE FUNCTION last_deck_takes_picture();
