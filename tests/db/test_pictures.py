"""Pictures of decks in the store: each once, for as long as a deck has it that is kept or played (Z26)."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from bot.tables.decks import PICTURES_AT_MOST, Crowded, DeckInfo, DeckTexts, PlayedDeck
from db.store import Store
from tests.support.stored import NOON, act, begin, close, opening

PICTURE = b"RIFF\x00WEBP"
DIGEST = sha256(PICTURE).hexdigest()
TEXT = json.dumps({"cards": [{"picture": {"name": DIGEST}}]})
SQL = pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
QUIZ = DeckInfo("Quiz", 2, NOON)


@SQL
async def test_a_picture_goes_with_the_last_deck_that_has_it(store: Store) -> None:
    for guild in (10, 11):
        await store.put_deck(guild, QUIZ, TEXT, {DIGEST: PICTURE})
    assert await store.delete_deck(10, "Quiz")
    assert await store.load_picture(DIGEST) == PICTURE
    await store.put_deck(11, QUIZ, '{"cards":[]}')
    assert await store.load_picture(DIGEST) is None


@SQL
async def test_a_picture_stays_as_long_as_a_table_plays_with_it(store: Store) -> None:
    await store.put_deck(10, QUIZ, TEXT, {DIGEST: PICTURE})
    deck = PlayedDeck.of(TEXT)
    playing = await store.commit(begin(await store.commit(opening(home_id=21)), deck=deck))
    await store.delete_deck(10, "Quiz")
    assert await store.load_picture(DIGEST) == PICTURE
    ended = await store.commit(close(await store.commit(act(playing, position="{}", deck=None))))
    await store.put_away(ended.table.id)
    assert await store.load_picture(DIGEST) == PICTURE
    await store.forget([ended.table.id], NOON * 2)
    assert await store.load_picture(DIGEST) is None


@SQL
async def test_cards_to_be_finished_keep_their_pictures(store: Store) -> None:
    await store.put_deck(10, QUIZ, TEXT, {DIGEST: PICTURE})
    assert await store.change_deck(10, QUIZ, DeckTexts(TEXT), DeckTexts('{"cards":[]}', TEXT))
    assert await store.load_picture(DIGEST) == PICTURE
    assert await store.change_deck(10, QUIZ, DeckTexts('{"cards":[]}', TEXT), DeckTexts('{"cards":[]}'))
    assert await store.load_picture(DIGEST) is None


@SQL
async def test_a_server_has_no_more_pictures_than_it_may(store: Store) -> None:
    for part in range(6):
        many = {sha256(b"%d.%d" % (part, n)).hexdigest(): b"x" for n in range(60)}
        put = store.put_deck(10, DeckInfo(f"{part}", 2, NOON), json.dumps(sorted(many)), many)
        if part * 60 < PICTURES_AT_MOST:
            await put
        else:
            with pytest.raises(Crowded):
                await put
    assert len(await store.decks(10)) == PICTURES_AT_MOST // 60
    assert await store.load_picture(next(iter(many))) is None
