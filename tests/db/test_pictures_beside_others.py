"""A deck or a table takes a picture while another process deletes the last deck that had it."""

import json
from functools import partial
from hashlib import sha256

import pytest

pytest.importorskip("psycopg", reason="needs psycopg (the extra `postgres`)")

from bot.tables.decks import DeckInfo, PlayedDeck
from bot.tables.model import Status
from bot.tables.pictures import NewPictures
from bot.tables.ports import PictureGone
from db.batch import Commit
from db.jobs import decks
from db.postgres.store import PostgresStore
from tests.db.beside import Job, meanwhile
from tests.support.stored import NOON, begin, opening

PICTURE = b"RIFF\x00WEBP"
DIGEST = sha256(PICTURE).hexdigest()
TEXT = json.dumps({"cards": [{"picture": {"name": DIGEST}}]})
QUIZ = DeckInfo("Quiz", 2, NOON)
BRINGS: Job = partial(
    decks.put_deck, guild_id=10, info=QUIZ, content=TEXT, brought=NewPictures({DIGEST: PICTURE})
)
TAKES: Job = partial(decks.delete_deck, guild_id=11, name="Quiz")


@pytest.mark.parametrize(
    ("first", "before", "second"),
    [(BRINGS, "INSERT INTO deck_pictures", TAKES), (TAKES, "DELETE FROM unfinished_decks", BRINGS)],
)
async def test_a_picture_is_not_lost_with_the_deck_of_another_server(
    pair: tuple[PostgresStore, PostgresStore], first: Job, before: str, second: Job
) -> None:
    await pair[0].put_deck(11, QUIZ, TEXT, NewPictures({DIGEST: PICTURE}))
    await meanwhile(pair, first, before, second)
    assert [await pair[0].decks(10), await pair[0].decks(11)] == [(QUIZ,), ()]
    assert await pair[0].load_picture(DIGEST) == PICTURE
    assert await pair[1].delete_deck(10, "Quiz")
    assert await pair[0].load_picture(DIGEST) is None


@pytest.mark.parametrize("begins_first", [True, False])
async def test_a_table_begins_with_the_picture_of_its_deck_or_not_at_all(
    pair: tuple[PostgresStore, PostgresStore], begins_first: bool
) -> None:
    await pair[0].put_deck(11, QUIZ, TEXT, NewPictures({DIGEST: PICTURE}))
    lobby = await pair[0].commit(opening(home_id=21, guild_id=11))
    begins: Job = Commit(begin(lobby, deck=PlayedDeck.of(TEXT)))
    if begins_first:
        await meanwhile(pair, begins, "INSERT INTO setups", TAKES)
        assert await pair[0].load_picture(DIGEST) == PICTURE
        return
    with pytest.raises(PictureGone):
        await meanwhile(pair, TAKES, "DELETE FROM unfinished_decks", begins)
    assert await pair[0].load_picture(DIGEST) is None
    stored = await pair[0].load(lobby.table.id)
    assert stored is not None
    assert stored.table.status is Status.LOBBY
