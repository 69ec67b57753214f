"""Closed tables get smaller by themselves, and nothing that can be asked of them changes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.tables.care import shrinking
from bot.tables.care.shrinking import RESTED, Shrinking, share_deck
from bot.tables.decks import PlayedDeck
from bot.tables.model import Status
from bot.tables.proof.verify import verify
from db.store import SqliteStore
from engines import GAMES
from engines.defizz.dealing import DefizzDealer
from tests.support.clock import settled
from tests.support.tables import ALL_GAMES, ANNE, BOB, House

DEALER: Any = GAMES["defizz"].dealer


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house over a real file, in which no time is lost between tables."""
    monkeypatch.setattr(shrinking, "_PAUSE", 0)
    store = await SqliteStore.open(tmp_path / "gobelet.db")
    house = House(store)
    yield house
    house.tables.deadlines.hold()
    await store.close()


def care(house: House) -> Shrinking:
    return Shrinking(house.store, ALL_GAMES, house.clock, house.tasks)


async def rows(house: House, question: str) -> int:
    return await house.store.door.write(
        lambda it: it.execute(f"SELECT count(*) FROM {question}").fetchone()[0]
    )


async def ended(house: House, game: str) -> int:
    players = (ANNE, BOB) if game == "debacle" else (ANNE, BOB, 3)
    table = await house.playing(*players, game=game)
    await house.advance(40)
    return (await house.tables.stop(house.ask(ANNE), table.id)).id


async def inline(house: House, table_id: int) -> str:
    """Put the deck back into the setup, as older versions kept it; the whole setup."""
    stored = await house.store.load(table_id)
    assert stored is not None
    assert stored.deck is not None
    whole: str = DEALER.join(stored.setup, stored.deck.text)
    write = "UPDATE setups SET setup = ?, deck = NULL WHERE table_id = ?"
    await house.store.door.write(lambda it: it.execute(write, (whole, table_id)))
    return whole


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_an_hour_after_its_end_a_table_is_packed_and_nobody_notices(house: House, game: str) -> None:
    table_id = await ended(house, game)
    before = (
        await house.tables.record(table_id, whole=True),
        await house.store.load(table_id),
        await house.tables.sight(table_id),
    )
    await house.clock.advance(RESTED)
    await care(house).look()
    assert await rows(house, "archives") == 0
    await house.clock.advance(1)
    await care(house).look()
    assert (await rows(house, "archives"), await rows(house, "log")) == (1, 0)
    record, stored, sight = before
    assert await house.tables.record(table_id, whole=True) == record
    assert verify(record, ALL_GAMES).ok
    assert await house.store.load(table_id) == stored
    now = await house.tables.sight(table_id)
    assert (now.table, now.observation, now.scenes) == (sight.table, sight.observation, sight.scenes)


async def test_a_rematch_of_a_packed_table_is_played_and_noted(house: House) -> None:
    table_id = await ended(house, "tasse")
    await house.clock.advance(RESTED + 1)
    await care(house).look()
    rematch = await house.tables.rematch(house.ask(BOB), table_id)
    assert (await house.tables.table(table_id)).end.rematch_id == rematch.id
    assert [line.kind for line in await house.store.log(table_id)][-1] == "rematch"
    await house.clock.advance(RESTED + 1)
    await care(house).look()
    assert await rows(house, f"archives WHERE table_id = {table_id}") == 1
    assert verify(await house.tables.record(table_id), ALL_GAMES).ok


async def test_decks_that_stand_in_old_setups_are_shared_and_the_games_go_on(house: House) -> None:
    over, live = await ended(house, "defizz"), await house.playing(ANNE, BOB, 3, game="defizz")
    whole = [await inline(house, table_id) for table_id in (over, live.id)]
    sight = await house.tables.sight(live.id)
    record = await house.tables.record(over, whole=True)
    await care(house).look()
    assert await rows(house, "setups WHERE deck IS NULL") == 1
    house.restart()
    assert (await house.tables.sight(live.id)).observation == sight.observation
    assert (await house.tables.stop(house.ask(ANNE), live.id)).status is Status.CLOSED
    await house.clock.advance(RESTED + 1)
    await care(house).look()
    assert await rows(house, "setups WHERE deck IS NULL") == 0
    assert await rows(house, "played_decks") == 1
    for table_id, text in zip((over, live.id), whole, strict=True):
        stored = await house.store.load(table_id)
        assert stored is not None
        assert json.loads(DEALER.join(stored.setup, stored.deck.text)) == json.loads(text)
    assert await house.tables.record(over, whole=True) == record
    assert verify(await house.tables.record(live.id), ALL_GAMES).ok


@pytest.mark.parametrize(
    "setup",
    [
        "{",
        "[]",
        '{"deck":{"cards":[{"id":"a"},{"id":"a"}]}}',
        '{"deck":{"cards":[{"id":3}]},"deck":[]}',
        '{"deck":{"name":"x"}}',
    ],
)
def test_a_setup_that_would_not_come_back_unchanged_stays_whole(setup: str) -> None:
    assert share_deck(setup, DEALER) is None


def test_a_dealer_that_loses_something_changes_nothing() -> None:
    class Careless(DefizzDealer):
        def join(self, setup: str, deck: str) -> str:
            return super().join(setup, deck).replace("3.0", "3")

    setup = '{"deck":{"cards":[{"id":"a","number":3.0}]}}'
    assert share_deck(setup, DEALER) is not None
    assert share_deck(setup, Careless()) is None


def test_3_and_3_0_stay_apart() -> None:
    setup = '{"deck":{"cards":[{"id":"b","number":3.0},{"id":"a","number":3}],"name":"é"},"seats":[]}'
    found = share_deck(setup, DEALER)
    assert found is not None
    assert found[0] == '{"deck":["b","a"],"seats":[]}'
    assert found[1] == PlayedDeck.of('{"cards":[{"id":"a","number":3},{"id":"b","number":3.0}],"name":"é"}')
    assert DEALER.join(found[0], found[1].text) == setup


async def test_a_table_that_fails_is_left_as_it_is_and_the_others_are_packed(house: House) -> None:
    first, second = await ended(house, "tasse"), await ended(house, "diavolo")
    await house.store.door.write(lambda it: it.execute("INSERT INTO archives VALUES (?, 1, x'00')", (first,)))
    await house.clock.advance(RESTED + 1)
    with capture_logs() as lines:
        await care(house).look()
    assert [line["table"] for line in lines if line["log_level"] == "error"] == [first]
    assert await rows(house, f"tables WHERE archived AND id = {second}") == 1
    assert await rows(house, f"log WHERE table_id = {first}") > 0


async def test_it_looks_by_itself_until_it_is_stopped(house: House) -> None:
    table_id = await ended(house, "tasse")
    shrinking_care = care(house)
    shrinking_care.start()
    shrinking_care.start()
    assert len(house.clock.pending) == 1
    await house.clock.advance(RESTED // 2)
    assert await rows(house, "archives") == 0
    await house.clock.advance(RESTED)
    await settled()
    assert await rows(house, f"archives WHERE table_id = {table_id}") == 1
    shrinking_care.stop()
    assert house.clock.pending == []


async def test_a_deck_that_was_exchanged_in_the_file_is_found_out(house: House) -> None:
    table = await house.playing(ANNE, BOB, 3, game="defizz")
    stored = await house.store.load(table.id)
    assert stored is not None
    assert stored.deck is not None
    forged = replace(stored.deck, text=stored.deck.text.replace("é", "e", 1), digest="ab" * 32)

    def forge(connection: Any) -> None:
        connection.execute("INSERT INTO played_decks VALUES (?, ?)", (forged.digest, forged.text))
        connection.execute("UPDATE setups SET deck = ?", (forged.digest,))

    await house.store.door.write(forge)
    house.restart()
    assert (await house.tables.sight(table.id)).unread is not None
    await settled()
    closed = await house.tables.stop(house.ask(ANNE), table.id)
    record = await house.tables.record(closed.id)
    assert (record.setup, verify(record, ALL_GAMES).ok) == (None, False)
