"""What is kept of closed tables gets smaller by itself, is forgotten by age, and is weighed."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot import meters
from bot.meters import METERS, Meter
from bot.tables.care import shrinking
from bot.tables.care.caretaking import Picturing
from bot.tables.care.shrinking import RESTED, Shrinking, share_deck
from bot.tables.decks import DeckInfo, NewPictures, PlayedDeck, Room
from bot.tables.keeping.retention import DAY, Retention, old_tables
from bot.tables.model import Status
from bot.tables.proof.verify import verify
from bot.tables.tasks import Tasks
from db.store import SqliteStore
from engines import GAMES
from engines.defizz.dealing import DefizzDealer
from tests.support.clock import FakeClock, settled
from tests.support.store import FreshStore
from tests.support.stored import NOON, opening
from tests.support.tables import ALL_GAMES, ANNE, BOB, House, denied, why_denied

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
    whole: str = DEALER.join(stored.setup, stored.deck.text)
    write = "UPDATE setups SET setup = ?, deck = NULL WHERE table_id = ?"
    await house.store.door.write(lambda it: it.execute(write, (whole, table_id)))
    return whole


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_an_hour_after_its_end_a_table_is_packed_and_nobody_notices(house: House, game: str) -> None:
    async def asked() -> tuple[object, ...]:
        sight = await house.tables.sight(table_id)
        record = await house.tables.record(table_id, whole=True)
        assert verify(record, ALL_GAMES).ok
        return record, await house.store.load(table_id), sight.table, sight.observation, sight.scenes

    table_id = await ended(house, game)
    before = await asked()
    await house.clock.advance(RESTED)
    await care(house).look()
    assert await rows(house, "archives") == 0
    await house.clock.advance(1)
    await care(house).look()
    assert (await rows(house, "archives"), await rows(house, "log")) == (1, 0)
    assert await asked() == before


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
    await house.proof(table_id)


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
        assert json.loads(DEALER.join(stored.setup, stored.deck.text)) == json.loads(text)
    assert await house.tables.record(over, whole=True) == record
    await house.proof(live.id)


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


# -- forgetting by age -------------------------------------------------------------------------------------


async def stopped(house: House) -> int:
    table = await house.playing()
    return (await house.tables.stop(house.ask(ANNE), table.id)).id


async def forgotten(house: House, table_id: int) -> bool:
    return (await house.tables.table(table_id)).end.forgotten_at is not None


async def test_once_a_day_what_is_old_enough_is_forgotten() -> None:
    house = House()
    first = await stopped(house)
    Retention(house.store, house.clock, house.tasks, None).start()
    assert house.clock.pending == [], "without a wish nothing is forgotten"
    retention = Retention(house.store, house.clock, house.tasks, 2)
    live = (await house.playing()).id
    house.tables.deadlines.hold()
    retention.start()
    await settled()
    assert not await forgotten(house, first)
    await house.clock.advance(DAY + 1)
    await house.tables.stop(house.ask(ANNE), live)
    await house.clock.advance(2 * DAY)
    assert await forgotten(house, first)
    assert not await forgotten(house, live)
    refusal = await denied(house.tables.record(first))
    assert (refusal.reason, refusal.params) == ("forgotten", {"days": 3})
    retention.stop()
    await house.clock.advance(3 * DAY)
    assert not await forgotten(house, live)


async def test_a_change_that_began_before_cannot_write_the_game_back() -> None:
    store = FreshStore()
    house = House(store)
    table_id = await stopped(house)
    commit = store.commit

    async def forget_first(change):  # another process is quicker
        await store.forget([table_id], house.clock.now())
        return await commit(change)

    store.commit = forget_first
    assert await why_denied(house.tables._note_rematch(table_id, 99)) == "forgotten"
    stored = await store.load(table_id)
    assert (stored.position, stored.setup, stored.table.end.rematch_id) == (None, None, None)
    assert list(await store.log(table_id)) == []


async def test_however_many_there_are_all_are_found(tmp_path) -> None:
    store = await SqliteStore.open(tmp_path / "gobelet.db")
    numbers = [(await store.commit(opening(home_id=home))).table for home in range(12)]
    spread = [f"UPDATE tables SET id = id + {600 * n} WHERE id = {t.id}" for n, t in enumerate(numbers)]
    gone = "UPDATE tables SET status = 'closed'"

    def rewrite(connection) -> None:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for part in ("seat_people", "seats", "positions"):
            connection.execute(f"DELETE FROM {part}")
        connection.execute("DROP TRIGGER log_keeps_lines")
        connection.execute("DELETE FROM log")
        for statement in (*reversed(spread), gone):
            connection.execute(statement)

    await store.door.write(rewrite)
    found = [few async for few in old_tables(store, NOON * 2)]
    assert [number for few in found for number in few] == [t.id + 600 * n for n, t in enumerate(numbers)]
    assert all(len(few) <= 10 for few in found)
    await store.close()


async def test_a_live_table_is_never_forgotten() -> None:
    store = FreshStore()
    house = House(store)
    live, over = (await house.lobby(game="tasse")).id, await stopped(house)
    assert await store.find_old(0, house.clock.now() + 1) == ([over], None)
    assert await store.find_old(0, house.clock.now()) == ([], None)
    assert await store.find_old(0, house.clock.now() + 1, 11) == ([], None)
    assert await store.forget([live, over, over], house.clock.now()) == 1
    assert (await house.tables.table(live)).status is Status.LOBBY


# -- the weight of pictures --------------------------------------------------------------------------------


PICTURE = b"RIFF\x00WEBP"
DIGEST = sha256(PICTURE).hexdigest()


async def test_pictures_are_weighed_soon_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {name: Meter(each.kind, each.help, each.labels, each.buckets) for name, each in METERS.items()}
    monkeypatch.setattr(meters, "METERS", made)
    store, clock, tasks = FreshStore(), FakeClock(0), Tasks()

    def told() -> list[float | None]:
        names = ("pictures", "picture_bytes", "picture_room_bytes")
        return [made[name].values.get(()) for name in names]

    picturing = Picturing(store, Room(all=99), clock, tasks)
    picturing.start()
    await clock.advance(10_000)
    await tasks.drain(5)
    assert told() == [0, 0, 99]
    await store.put_deck(10, DeckInfo("Quiz", 2, 1), json.dumps([DIGEST]), NewPictures({DIGEST: PICTURE}))
    await clock.advance(10 * 60_000)
    await tasks.drain(5)
    assert told() == [1, len(PICTURE), 99]
    picturing.stop()
    await store.put_deck(10, DeckInfo("Quiz", 2, 1), "[]")
    await clock.advance(60 * 60_000)
    await tasks.drain(5)
    assert told() == [1, len(PICTURE), 99]
