"""What stands beside the tables of earlier versions is read by this one: people, servers, decks, pictures."""

import json
from hashlib import sha256
from io import BytesIO

import pytest
from PIL import Image

from bot.tables.decks import Use
from bot.tables.model import Status
from bot.tables.playing.capabilities.decks import SEEN
from cogs.defizz.decks import count_questions
from engines.defizz.deck import Deck
from engines.defizz.drawings import DRAWINGS, is_brought
from engines.defizz.editing import read_book
from tests.stored.frozen import NOTES, image, kept, standing, versions
from tests.stored.room import Room
from tests.stored.wanting import GUILDS
from tests.support.slots import take_all

BY_DECKS = ("0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.6.0")
"""The versions that kept seen cards by the names of their decks; since then it is by the words on them."""
LIVE = [table for table in kept() if table.live]

every_version = pytest.mark.parametrize("version", versions())
every_version_with_pictures = pytest.mark.parametrize(
    "version", [version for version in versions() if "soiree" in NOTES[version]["rules"]]
)


async def decks_of(room: Room, guild_id: int) -> dict[str, Deck]:
    """The decks of a server as their game reads them, by their names."""
    found = {}
    for info in await room.store.decks(guild_id):
        deck = room.tables.game("defizz").dealer.read(await room.store.load_deck(guild_id, info.name))
        assert len(deck.cards) == info.cards
        found[info.name] = deck
    return found


@every_version
async def test_what_is_known_of_people_and_servers_is_read(version: str) -> None:
    async with standing(image(version), version) as room:
        store, first = room.store, next(table for table in LIVE if table.version == version)
        table = await room.tables.table(first.id)
        players = [person.user_id for person in table.people()]
        assert None not in players
        contacts = [await store.contact(user_id) for user_id in players]
        assert [contact.user_id for contact in contacts] == players
        assert await store.server(GUILDS["tasse"]) == {"sips": True, "locale": "en"}
        assert [report.reason for report in await store.reports(GUILDS["defizz"])] == ["Deux réponses vont."]
        assert (await take_all(store, room.clock.now())).away > 0
        assert (await store.posted(first.id))[0].channel_id == table.channel_id
        live = {live.table_id for live in await store.live() if live.status is not Status.CLOSED}
        assert live == {table.id for table in LIVE if table.version == version}


@every_version
async def test_decks_are_read_with_what_was_seen_of_them(version: str) -> None:
    async with standing(image(version), version) as room:
        decks = await decks_of(room, GUILDS["defizz"])
        assert decks
        known = await room.tables.decks.count_seen("defizz", GUILDS["defizz"], list(decks))
        seen = {name: await room.store.list_seen_cards(GUILDS["defizz"], name) for name in (SEEN, *decks)}
        if version in BY_DECKS:  # kept until their decks go, and not asked for any more
            assert all(seen[name] <= {card.id for card in deck.cards} for name, deck in decks.items())
            assert all(seen[name] for name in decks)
            assert not seen[SEEN]
        else:
            assert all(0 < known[name] <= len(deck.cards) for name, deck in decks.items())
            assert not any(seen[name] for name in decks)


@every_version_with_pictures
async def test_pictures_are_read_with_the_decks_that_have_them(version: str) -> None:
    async with standing(image(version), version) as room:
        decks = await decks_of(room, GUILDS["soiree"])
        asked = [one for deck in decks.values() for card in deck.cards for one in card.questions]
        names = {question.picture.name for question in asked if question.picture is not None}
        brought = {name for name in names if is_brought(name)}
        assert brought
        assert names - brought
        assert names - brought <= set(DRAWINGS)
        contents = {name: await room.store.load_picture(name) for name in brought}
        assert {name: sha256(content).hexdigest() for name, content in contents.items()} == {
            name: name for name in brought
        }
        assert {Image.open(BytesIO(content)).format for content in contents.values()} == {"WEBP"}
        use = Use(len(contents), sum(map(len, contents.values())))
        assert await room.store.weigh_pictures() == use
        assert list(await room.store.weigh_servers()) == [(GUILDS["soiree"], use)]
        for name in decks:
            assert await room.store.delete_deck(GUILDS["soiree"], name)
        assert await room.store.weigh_pictures() == use, "tables play with them"


@every_version_with_pictures
async def test_unfinished_cards_and_counts_of_questions_are_read(version: str) -> None:
    async with standing(image(version), version) as room:
        guild_id = GUILDS["soiree"]
        decks = await decks_of(room, guild_id)
        (name,) = await room.store.list_unfinished(guild_id)
        texts = await room.store.load_deck_texts(guild_id, name)
        book = read_book(name, texts.content, texts.unfinished)
        assert [len(card["questions"]) for card in book.unfinished] == [2]
        assert json.loads(book.content or "") == json.loads(texts.content)
        assert book.rest == texts.unfinished
        asked = await room.store.list_asked(guild_id)
        counts = [count for deck in decks.values() for count in count_questions(deck, asked, ())]
        assert counts
        assert all(count.asked > 0 for count in counts)
        assert any(count.solved for count in counts)
