"""What people typed goes with their data: out of logs, positions and scenes, of live tables too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.tables.decks import DeckInfo
from bot.tables.model import SceneText, Status, Table
from bot.tables.proof.verify import verify
from db.store import SqliteStore
from engines.defizz.model import Answer, Choose, Roll
from engines.tasse import model as tasse
from tests.engines.defizz.decks import chrono, deck
from tests.support.clock import settled
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House

WORDS = "Sacré-Cœur de ma grand-mère"


@pytest.fixture
async def house(any_store: Any) -> House:
    own = deck(*(chrono("Reims") for _ in range(3)))
    await any_store.put_deck(10, DeckInfo("Chrono", 2, 0), json.dumps(own))
    return House(any_store)


async def quiz(house: House, *users: int, said: str = WORDS) -> tuple[Table, int]:
    """A quiz in which everybody who was asked has answered once; and who spoke first."""
    lobby = await house.lobby(*users, game="defizz", reader="bot", first="1")
    await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", "Chrono")
    table = await house.tables.begin(house.ask(ANNE), lobby.id)
    await house.tables.act(house.ask(ANNE), table.id, Roll())
    seen = (await house.tables.sight(table.id)).observation
    opponent = seen.opponents[0] if seen.die.kind == "duel" else None
    await house.tables.act(house.ask(ANNE), table.id, Choose(0, opponent, seen.least))
    awaited = (await house.tables.sight(table.id)).to_act
    speaker = users[int(awaited[0]) - 1]
    await house.tables.act(house.ask(speaker), table.id, Answer(said))
    return await house.tables.table(table.id), speaker


async def stored_text(house: House, table_id: int) -> str:
    """All that the store keeps of a table, in one text."""
    stored = await house.store.load(table_id)
    log = await house.store.log(table_id)
    return f"{stored.position}{stored.scenes}{[(entry.payload, entry.user_id) for entry in log]}"


async def erased(house: House, user_id: int) -> None:
    for table_id in await house.tables.tables_of(user_id):
        await house.tables.gone(table_id, user_id)
    await house.tables.erase(user_id, house.store)


async def test_answers_go_out_of_a_table_that_has_ended_and_it_replays_to_the_same_end(house: House) -> None:
    table, speaker = await quiz(house, ANNE, BOB, CHLOE)
    await house.tables.stop(house.ask(ANNE), table.id)
    before = verify(await house.tables.record(table.id), ALL_GAMES)
    await erased(house, speaker)
    text = await stored_text(house, table.id)
    assert WORDS not in text
    assert json.dumps(WORDS) not in text
    record = await house.tables.record(table.id)
    after = verify(record, ALL_GAMES)
    assert (before.ok, before.erased, after.ok, after.erased) == (True, 0, True, 1)
    assert after.replayed == before.replayed > 2
    assert [line.kind for line in record.entries if line.erased] == ["act"]


async def test_answers_go_out_of_a_table_where_the_others_play_on(house: House) -> None:
    table, speaker = await quiz(house, ANNE, BOB, CHLOE)
    await erased(house, speaker)
    assert (await house.tables.table(table.id)).status is Status.PLAYING
    assert WORDS not in await stored_text(house, table.id)
    house.restart()
    await house.advance(24 * 60 * 60)
    assert WORDS not in await stored_text(house, table.id)
    assert (await house.tables.table(table.id)).incident is None
    await house.tables.stop(house.ask(next(iter({ANNE, BOB, CHLOE} - {speaker})), None, True), table.id)
    assert verify(await house.tables.record(table.id), ALL_GAMES).ok


async def test_a_table_that_goes_on_is_shown_once_more(house: House) -> None:
    """Whoever was just showing it has noted an older version than it has now."""
    table, speaker = await quiz(house, ANNE, BOB, CHLOE)
    await house.tables.gone(table.id, speaker)
    house.told.clear()
    await house.tables.erase(speaker, house.store)
    await settled()
    assert house.told == [table.id]


async def test_words_of_others_stay(house: House) -> None:
    table, speaker = await quiz(house, ANNE, BOB, CHLOE)
    await house.tables.stop(house.ask(ANNE), table.id)
    await erased(house, next(iter({ANNE, BOB, CHLOE} - {speaker})))
    assert WORDS in await stored_text(house, table.id)


async def test_announcements_in_words_go_too(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, game="tasse", first="1")
    await house.tables.act(house.ask(ANNE), table.id, tasse.Roll())
    await house.tables.act(house.ask(ANNE), table.id, tasse.Say("allez je dis soixante-six"))
    await house.tables.stop(house.ask(ANNE), table.id)
    assert "soixante" in await stored_text(house, table.id)
    await erased(house, ANNE)
    assert "soixante" not in await stored_text(house, table.id)
    verdict = verify(await house.tables.record(table.id), ALL_GAMES)
    assert (verdict.ok, verdict.erased) == (True, 1)


async def test_a_second_try_after_a_stop_in_between_erases_the_rest(house: House) -> None:
    first, _ = await quiz(house, ANNE, BOB, CHLOE)
    await house.tables.stop(house.ask(ANNE), first.id)
    second, speaker = await quiz(house, ANNE, BOB, CHLOE)
    await house.tables.stop(house.ask(ANNE), second.id)
    await house.tables._blank(first.id, speaker)
    await erased(house, speaker)
    for table_id in (first.id, second.id):
        assert WORDS not in await stored_text(house, table_id)
        assert verify(await house.tables.record(table_id), ALL_GAMES).ok


@pytest.mark.parametrize("damaged", ["no JSON", '{"challenge": [3]}', "[]"])
async def test_what_cannot_be_read_may_hold_words_and_goes(damaged: str) -> None:
    house = House()
    own = deck(*(chrono("Reims") for _ in range(3)))
    await house.store.put_deck(10, DeckInfo("Chrono", 2, 0), json.dumps(own))
    table, speaker = await quiz(house, ANNE, BOB, CHLOE)
    await house.tables.stop(house.ask(ANNE), table.id)
    position = f"{damaged} {WORDS}" if damaged == "no JSON" else damaged
    house.store.poke(table.id, position=position, scenes=(SceneText(2, f"[{WORDS}"),))
    await erased(house, speaker)
    assert WORDS not in await stored_text(house, table.id)
    assert speaker not in [person.user_id for person in (await house.tables.table(table.id)).people()]
    assert house.store.peek(table.id).scenes == (SceneText(2, "[]"),)


async def test_the_store_lets_nothing_else_be_changed_in_its_log(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "a.db")
    house = House(store)
    table = await house.playing(game="tasse")
    for change in (
        "UPDATE log SET payload = '{}' WHERE seq = 1",
        "UPDATE log SET payload = '{}', erased = 1 WHERE seq = 1",
        "UPDATE log SET draws = '[]', erased = 1, user_id = NULL",
        "UPDATE log SET kind = 'act', user_id = NULL",
        "DELETE FROM log",
    ):
        with pytest.raises(Exception, match="append-only"):
            await store.door.write(lambda connection, sql=change: connection.execute(sql))
    await store.blank(table.id, {1: {}}, "{}", (), table.version)
    with pytest.raises(Exception, match="append-only"):
        await store.door.write(
            lambda connection: connection.execute("UPDATE log SET erased = 0, user_id = NULL")
        )
    await store.close()
