"""Whatever a table holds comes back from its rows as it was."""

import asyncio
import json
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.decks import PlayedDeck
from bot.tables.model import (
    Alarm,
    Computer,
    End,
    Learning,
    Manners,
    Pace,
    Person,
    Reach,
    SceneText,
    Seat,
    Status,
    Table,
    Tempo,
)
from bot.tables.pending import Offer, Pending
from bot.tables.ports import Change, Entry, Stored
from db.codec import offer_of
from players.core.player import Level
from tests.support.store import FreshStore

# Lone surrogates are no text; Discord never sends them and UTF-8 has no room for them.
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
snowflakes = st.integers(1, 2**63 - 1)
counts = st.integers(0, 10_000)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
payloads = st.dictionaries(text, json_values, max_size=4)
computers = st.builds(Computer, st.sampled_from(Level), text)
people = st.builds(
    Person,
    st.none() | snowflakes,
    text,
    st.none() | snowflakes,
    st.sampled_from(Reach),
    st.booleans(),
    st.none() | computers,
)


@st.composite
def seats(draw: st.DrawFn) -> tuple[Seat, ...]:
    names = draw(st.lists(text.filter(bool), unique=True, max_size=6))
    return tuple(
        Seat(
            name,
            tuple(draw(st.lists(people, max_size=3))),
            draw(st.booleans()),
            draw(text),
            draw(st.none() | st.sampled_from(Level)),
        )
        for name in names
    )


alarms = st.builds(
    Alarm,
    text,
    text,
    counts,
    snowflakes,
    counts,
    snowflakes,
    st.booleans(),
    st.none() | snowflakes,
    st.booleans(),
    st.lists(counts, max_size=3).map(tuple),
    st.none() | snowflakes,
)
offers = st.builds(Offer, text, text, st.none() | text, st.lists(text, max_size=3).map(tuple))
tables = st.builds(
    Table,
    id=st.just(0),
    game=text,
    guild_id=snowflakes,
    home_id=snowflakes,
    channel_id=snowflakes,
    host_id=st.none() | snowflakes,
    status=st.sampled_from(Status),
    version=counts,
    turn=counts,
    commitment=text,
    created_at=snowflakes,
    changed_at=snowflakes,
    options=payloads,
    manners=st.builds(
        Manners,
        st.sampled_from(Pace),
        st.booleans(),
        text,
        st.booleans(),
        st.booleans(),
        tempo=st.sampled_from(Tempo),
        by_word=st.booleans(),
        stand_in=st.booleans(),
        friendly=st.booleans(),
        hints=st.none() | st.booleans(),
    ),
    seats=seats(),
    seats_made=counts,
    draws_taken=counts,
    alarm=st.none() | alarms,
    pending=st.builds(Pending, st.lists(payloads, max_size=3).map(tuple), st.none() | offers),
    closes_at=st.none() | snowflakes,
    trouble=st.none() | text,
    end=st.builds(
        End, st.none() | text, st.lists(text, max_size=3).map(tuple), st.none() | text, st.none(), st.none()
    ),
    learning=st.builds(
        Learning,
        st.dictionaries(text, st.integers(1, 3), max_size=3),
        st.lists(text, max_size=3).map(tuple),
    ),
    rematch_of=st.none(),
)
json_text = json_values.map(json.dumps)
scene_texts = st.builds(SceneText, counts, text, snowflakes, st.integers(1, 9))


def in_order(scenes: list[SceneText]) -> tuple[SceneText, ...]:
    """Scenes by their versions, as a table has them."""
    return tuple(sorted(scenes, key=lambda scene: scene.version))


stored_tables = st.builds(
    Stored,
    table=tables,
    seed=st.binary(min_size=32, max_size=32),
    setup=st.none() | json_text,
    position=st.none() | text,
    scenes=st.lists(scene_texts, max_size=3, unique_by=lambda scene: scene.version).map(in_order),
    deck=st.none() | json_text.map(PlayedDeck.of),
    last_seq=counts,
).map(lambda stored: stored if stored.setup else replace(stored, deck=None))
draws = st.lists(st.tuples(st.integers(1, 100), st.integers(1, 100)), max_size=5).map(tuple)
entries = st.builds(
    Entry,
    seq=st.just(1),
    kind=text,
    at=snowflakes,
    seat=st.none() | text,
    user_id=st.none() | snowflakes,
    interaction_id=st.none() | snowflakes,
    payload=payloads,
    draws=draws,
)


@settings(max_examples=60, deadline=None)
@given(stored_tables, entries)
def test_tables_and_log_lines_survive_the_store(stored: Stored, entry: Entry) -> None:
    async def there_and_back() -> None:
        store = FreshStore()
        written = await store.commit(Change(None, stored, (entry,)))
        assert await store.load(written.table.id) == written
        assert await store.log(written.table.id) == (entry,)

    asyncio.run(there_and_back())


def test_proposals_of_older_files_have_two_parts() -> None:
    assert offer_of("end_round", "1") == Offer("end_round", "1")
    assert offer_of("remove", "1", "2", ["1", "3"]) == Offer("remove", "1", "2", ("1", "3"))
