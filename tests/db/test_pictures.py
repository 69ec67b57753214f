"""Pictures of decks in the store: each once, for as long as a deck has it that is kept or played (Z26)."""

import json
from functools import partial
from hashlib import sha256

import pytest

from bot.tables.decks import (
    PICTURES_AT_MOST,
    PICTURES_OF_DECK,
    Crowded,
    DeckInfo,
    DeckTexts,
    NewPictures,
    PlayedDeck,
    Room,
    Use,
)
from bot.tables.model import Status
from bot.tables.ports import PictureGone
from db.jobs import decks
from db.jobs.tables import Commit
from db.store import Store
from tests.db.beside import Job, Pair, meanwhile
from tests.support.stored import NOON, act, begin, close, opening

PICTURE = b"RIFF\x00WEBP"
DIGEST = sha256(PICTURE).hexdigest()
TEXT = json.dumps({"cards": [{"picture": {"name": DIGEST}}]})
QUIZ = DeckInfo("Quiz", 2, NOON)
ROOM = Room()
HUNG = NewPictures({DIGEST: PICTURE})


async def test_a_picture_goes_with_the_last_deck_that_has_it(store: Store) -> None:
    for guild in (10, 11):
        await store.put_deck(guild, QUIZ, TEXT, HUNG)
    assert await store.delete_deck(10, "Quiz")
    assert await store.load_picture(DIGEST) == PICTURE
    await store.put_deck(11, QUIZ, '{"cards":[]}')
    assert await store.load_picture(DIGEST) is None


async def test_a_picture_stays_as_long_as_a_table_plays_with_it(store: Store) -> None:
    await store.put_deck(10, QUIZ, TEXT, HUNG)
    deck = PlayedDeck.of(TEXT)
    playing = await store.commit(begin(await store.commit(opening(home_id=21)), deck=deck))
    await store.delete_deck(10, "Quiz")
    assert await store.load_picture(DIGEST) == PICTURE
    ended = await store.commit(close(await store.commit(act(playing, position="{}", deck=None))))
    await store.put_away(ended.table.id)
    assert await store.load_picture(DIGEST) == PICTURE
    await store.forget([ended.table.id], NOON * 2)
    assert await store.load_picture(DIGEST) is None


async def test_no_table_begins_with_a_picture_that_went_with_its_deck(store: Store) -> None:
    await store.put_deck(10, QUIZ, TEXT, HUNG)
    lobby = await store.commit(opening(home_id=21, guild_id=10))
    await store.delete_deck(10, "Quiz")
    with pytest.raises(PictureGone):
        await store.commit(begin(lobby, deck=PlayedDeck.of(TEXT)))
    stored = await store.load(lobby.table.id)
    assert (stored.table.status, stored.setup) == (Status.LOBBY, None)
    await store.put_deck(10, QUIZ, TEXT, HUNG)
    playing = await store.commit(begin(stored, deck=PlayedDeck.of(TEXT)))
    await store.delete_deck(10, "Quiz")
    other = await store.commit(opening(home_id=22, guild_id=10))
    assert (await store.commit(begin(other, deck=playing.deck))).deck == playing.deck, "it is played"


async def test_words_that_look_like_a_picture_keep_no_table_from_beginning(
    store: Store,
) -> None:
    await store.put_deck(10, QUIZ, TEXT)
    lobby = await store.commit(opening(home_id=21, guild_id=10))
    assert (await store.commit(begin(lobby, deck=PlayedDeck.of(TEXT)))).table.status is Status.PLAYING


async def test_cards_to_be_finished_keep_their_pictures(store: Store) -> None:
    await store.put_deck(10, QUIZ, TEXT, HUNG)
    assert await store.change_deck(10, QUIZ, DeckTexts(TEXT), DeckTexts('{"cards":[]}', TEXT))
    assert await store.load_picture(DIGEST) == PICTURE
    assert await store.change_deck(10, QUIZ, DeckTexts('{"cards":[]}', TEXT), DeckTexts('{"cards":[]}'))
    assert await store.load_picture(DIGEST) is None


async def test_a_server_has_no_more_pictures_than_it_may(store: Store) -> None:
    for part in range(6):
        many = {sha256(b"%d.%d" % (part, n)).hexdigest(): b"x" for n in range(60)}
        put = store.put_deck(10, DeckInfo(f"{part}", 2, NOON), json.dumps(sorted(many)), NewPictures(many))
        if part * 60 < PICTURES_AT_MOST:
            await put
        else:
            with pytest.raises(Crowded):
                await put
    assert len(await store.decks(10)) == PICTURES_AT_MOST // 60
    assert await store.load_picture(next(iter(many))) is None


def named(*contents: bytes, room: Room = ROOM) -> tuple[str, NewPictures]:
    """The text of a deck with these pictures, and these by their digests."""
    pictures = {sha256(content).hexdigest(): content for content in contents}
    return json.dumps(sorted(pictures)), NewPictures(pictures, room)


async def test_what_pictures_take_is_added_up_each_once(store: Store) -> None:
    assert await store.weigh_pictures() == Use(0, 0)
    await store.put_deck(10, QUIZ, *named(b"red", b"green"))
    await store.put_deck(10, DeckInfo("Autre", 2, NOON), *named(b"red"))
    await store.put_deck(11, QUIZ, *named(b"green", b"orange"))
    assert await store.weigh_pictures() == Use(3, 14)
    assert await store.weigh_servers() == ((11, Use(2, 11)), (10, Use(2, 8)))


async def test_what_is_too_heavy_changes_nothing(store: Store) -> None:
    await store.put_deck(10, QUIZ, *named(b"12345"))
    for room, scope in ((Room(deck=7), "deck"), (Room(server=7), "server"), (Room(all=7), "all")):
        before = await store.load_deck_texts(10, "Quiz")
        text, pictures = named(b"12345", b"678", room=room)
        for change in (
            store.put_deck(10, QUIZ, text, pictures),
            store.change_deck(10, QUIZ, before, DeckTexts(text), pictures),
        ):
            with pytest.raises(Crowded) as crowded:
                await change
            assert (crowded.value.scope, crowded.value.heavy) == (scope, True)
        assert await store.load_deck_texts(10, "Quiz") == before
        assert await store.weigh_pictures() == Use(1, 5)
    await store.put_deck(10, QUIZ, *named(b"12345", b"678", room=Room(8, 8, 8)))
    assert await store.weigh_pictures() == Use(2, 8)


async def test_others_fill_the_bot_but_neither_the_server_nor_the_deck(store: Store) -> None:
    await store.put_deck(10, QUIZ, *named(b"12345"))
    await store.put_deck(11, QUIZ, *named(b"678", room=Room(4, 4, 8)))
    with pytest.raises(Crowded) as crowded:
        await store.put_deck(11, QUIZ, *named(b"678", b"9", room=Room(4, 4, 8)))
    assert crowded.value.scope == "all"


async def test_a_deck_beyond_a_lowered_limit_may_be_changed_and_shrink(store: Store) -> None:
    text, pictures = named(b"12345", b"678")
    await store.put_deck(10, QUIZ, text, pictures)
    none = Room(0, 0, 0)
    assert await store.change_deck(10, QUIZ, DeckTexts(text), DeckTexts(text + " "), NewPictures(room=none))
    await store.put_deck(10, QUIZ, *named(b"678", b"1234", room=none))
    assert await store.weigh_pictures() == Use(2, 7)


async def test_a_deck_has_no_more_pictures_than_its_zip_may(store: Store) -> None:
    text, pictures = named(*(b"%d" % n for n in range(PICTURES_OF_DECK)))
    await store.put_deck(10, QUIZ, text, pictures)
    more, also = named(*(b"%d" % n for n in range(PICTURES_OF_DECK + 1)))
    with pytest.raises(Crowded) as crowded:
        await store.change_deck(10, QUIZ, DeckTexts(text), DeckTexts(more), also)
    assert (crowded.value.scope, crowded.value.most, crowded.value.heavy) == ("deck", PICTURES_OF_DECK, False)


async def test_a_picture_that_no_question_shows_is_not_kept(store: Store) -> None:
    text, _ = named(b"red")
    await store.put_deck(10, QUIZ, text, named(b"red", b"green")[1])
    assert await store.weigh_pictures() == Use(1, 3)
    assert await store.change_deck(10, QUIZ, DeckTexts(text), DeckTexts("[]"), named(b"blue")[1])
    assert await store.weigh_pictures() == Use(0, 0)


async def test_with_a_server_its_pictures_go_those_played_and_those_of_unfinished_cards_too(
    store: Store,
) -> None:
    played, shared = named(b"played"), named(b"shared")
    await store.put_deck(10, QUIZ, *played)
    await store.put_deck(10, DeckInfo("Autre", 2, NOON), *shared)
    text, pictures = named(b"unfinished")
    begun = DeckInfo("Commencé", 0, NOON)
    assert await store.change_deck(10, begun, DeckTexts(), DeckTexts(None, text), pictures)
    await store.put_deck(11, QUIZ, *shared)
    lobby = await store.commit(opening(home_id=21, guild_id=10))
    playing = await store.commit(begin(lobby, deck=PlayedDeck.of(played[0])))
    await store.commit(close(await store.commit(act(playing, position="{}", deck=None))))
    await store.put_deck(10, QUIZ, "{}")
    assert await store.weigh_pictures() == Use(3, 22)
    await store.note_departure(10, NOON)
    while await store.purge_some(10):
        pass
    assert await store.weigh_pictures() == Use(1, 6)
    assert await store.weigh_servers() == ((11, Use(1, 6)),)


async def test_erasing_a_person_leaves_the_pictures_of_the_server(store: Store) -> None:
    """A deck is the server's, whoever wrote it: nobody's number stands beside it."""
    await store.put_deck(10, QUIZ, TEXT, HUNG)
    await store.commit(opening(home_id=21, guild_id=10))
    await store.erase(1)
    assert await store.load_picture(DIGEST) == PICTURE


BRINGS: Job = partial(decks.put_deck, guild_id=10, info=QUIZ, content=TEXT, new=HUNG)
TAKES: Job = partial(decks.delete_deck, guild_id=11, name="Quiz")


@pytest.mark.parametrize(
    ("first", "before", "second"),
    [(BRINGS, "INSERT INTO deck_pictures", TAKES), (TAKES, "DELETE FROM unfinished_decks", BRINGS)],
)
async def test_a_picture_is_not_lost_with_the_deck_of_another_server(
    pair: Pair, first: Job, before: str, second: Job
) -> None:
    await pair[0].put_deck(11, QUIZ, TEXT, HUNG)
    await meanwhile(pair, first, before, second)
    assert [await pair[0].decks(10), await pair[0].decks(11)] == [(QUIZ,), ()]
    assert await pair[0].load_picture(DIGEST) == PICTURE
    assert await pair[1].delete_deck(10, "Quiz")
    assert await pair[0].load_picture(DIGEST) is None


@pytest.mark.parametrize("begins_first", [True, False])
async def test_a_table_begins_with_the_picture_of_its_deck_or_not_at_all(
    pair: Pair, begins_first: bool
) -> None:
    await pair[0].put_deck(11, QUIZ, TEXT, HUNG)
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
    assert stored.table.status is Status.LOBBY
