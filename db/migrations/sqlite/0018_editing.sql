-- oldest: 16
-- Decks as their authors change them, and what became of each question where it was asked.

-- The cards of a server's deck that still lack questions; the deck itself may not be there yet.
CREATE TABLE unfinished_decks (
    guild_id INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    content  TEXT    NOT NULL,  -- JSON: a list of cards
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE question_counts (
    guild_id INTEGER NOT NULL,
    mark     TEXT    NOT NULL,  -- of the question's words and answers, whatever deck it is in
    asked    INTEGER NOT NULL,
    solved   INTEGER NOT NULL,  -- how often somebody had a right answer, or the exact number
    turned   INTEGER NOT NULL,  -- how often the bot’s verdict on an answer did not stand
    PRIMARY KEY (guild_id, mark)
) STRICT, WITHOUT ROWID;
