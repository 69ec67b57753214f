"""A quiz: Z21's contests stand in the log; and what people typed goes with their data."""

import json
from typing import Any

import pytest

from bot.tables.decks import DeckInfo
from bot.tables.model import SceneText, Status, Table
from engines.defizz.model import Answer, Choose, Contest, Position, Result, Roll, Vote
from engines.defizz.rules import Defizz
from engines.tasse import model as tasse
from tests.engines.defizz.decks import chrono, deck
from tests.support.clock import settled as all_done
from tests.support.tables import ANNE, BOB, CHLOE, House

SERVER = 10
OWN = "Soirée"
PEOPLE = (ANNE, BOB, CHLOE)


@pytest.fixture
async def house(any_store: Any) -> House:
    """Tables at a server whose deck asks but one question, again and again."""
    own = deck(*(chrono("Reims") for _ in range(3)))
    await any_store.put_deck(SERVER, DeckInfo(OWN, 6, 0), json.dumps(own))
    return House(any_store)


async def asked(house: House, **options: Any) -> Table:
    """A quiz in which the first question has been asked."""
    lobby = await house.lobby(*PEOPLE, game="defizz", reader="bot", first="1", **options)
    await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", OWN)
    table = await house.tables.begin(house.ask(ANNE), lobby.id)
    await house.tables.act(house.ask(ANNE), table.id, Roll())
    seen = (await house.tables.sight(table.id)).observation
    opponent = seen.opponents[0] if seen.die.kind == "duel" else None
    await house.tables.act(house.ask(ANNE), table.id, Choose(0, opponent, seen.least))
    return await house.tables.table(table.id)


def people_of(table: Table) -> dict[str, int | None]:
    return {seat.name: seat.people[0].user_id for seat in table.seats}


async def position_of(house: House, table: Table) -> Position:
    return (await house.held(table.id)).vault.state.position


async def last_of(house: House, table: Table) -> Result:
    return (await position_of(house, table)).last


async def settled(house: House, **options: Any) -> Table:
    """A Chrono in which everybody was wrong; the table votes about nothing yet."""
    table = await asked(house, **options)
    for seat in (await house.tables.sight(table.id)).to_act:
        await house.tables.act(house.ask(people_of(table)[seat]), table.id, Answer("Lyon"))
    assert (await last_of(house, table)).outcome == "nobody"
    return table


async def test_z21_a_vote_stands_in_the_log_and_is_replayed(house: House) -> None:
    table = await settled(house)
    contested = (await last_of(house, table)).said[0].seat
    people = people_of(table)
    await house.tables.act(house.ask(people[contested]), table.id, Contest(contested))
    house.restart()
    for seat, user in people.items():
        if seat != contested:
            await house.tables.act(house.ask(user), table.id, Vote(turn=True))
    assert (await last_of(house, table)).winner == contested
    assert (await position_of(house, table)).poll is None
    await house.tables.stop(house.ask(ANNE), table.id)
    acted = [line.payload["type"] for line in await house.store.log(table.id) if line.kind == "act"]
    assert acted[-3:] == ["contest", "vote", "vote"]
    await house.proof(table.id)


async def test_z21_the_host_turns_a_verdict_by_a_command_that_is_replayed(house: House) -> None:
    table = await settled(house)
    winner = (await last_of(house, table)).said[0].seat
    await house.tables.hosting.command(house.ask(ANNE), table.id, "turn_verdict.0")
    assert (await last_of(house, table)).winner == winner
    await house.tables.stop(house.ask(ANNE), table.id)
    assert (await house.proof(table.id)).replayed


async def test_z21_the_option_is_on_at_tables_of_people_unless_the_host_turns_it_off(house: House) -> None:
    for options, on in (({}, True), ({"contest": False}, False)):
        table = await settled(house, **options)
        assert ((await position_of(house, table)).before is not None) == on
        await house.tables.stop(house.ask(ANNE), table.id)


async def test_z21_words_that_were_erased_are_erased_where_verdicts_can_be_turned_too(house: House) -> None:
    table = await settled(house)
    plain = Defizz().positions.plain(await position_of(house, table))
    for said in (await last_of(house, table)).said:
        plain = Defizz().without_words("position", plain, said.seat)
    assert "Lyon" not in json.dumps(plain)


# -- words that are erased ---------------------------------------------------------------------------------


WORDS = "Sacré-Cœur de ma grand-mère"


async def quiz(house: House) -> tuple[Table, int]:
    """A quiz in which somebody has answered; and who that is."""
    table = await asked(house)
    speaker = people_of(table)[(await house.tables.sight(table.id)).to_act[0]]
    await house.tables.act(house.ask(speaker), table.id, Answer(WORDS))
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
    table, speaker = await quiz(house)
    await house.tables.stop(house.ask(ANNE), table.id)
    before = await house.proof(table.id)
    await erased(house, next(iter({*PEOPLE} - {speaker})))
    assert WORDS in await stored_text(house, table.id), "words of others stay"
    await erased(house, speaker)
    text = await stored_text(house, table.id)
    assert WORDS not in text
    assert json.dumps(WORDS) not in text
    after = await house.proof(table.id)
    assert (before.erased, after.erased) == (0, 1)
    assert after.replayed == before.replayed > 2
    entries = (await house.tables.record(table.id)).entries
    assert [line.kind for line in entries if line.erased] == ["act"]


async def test_answers_go_out_of_a_table_where_the_others_play_on(house: House) -> None:
    table, speaker = await quiz(house)
    await erased(house, speaker)
    assert (await house.tables.table(table.id)).status is Status.PLAYING
    assert WORDS not in await stored_text(house, table.id)
    house.restart()
    await house.advance(24 * 60 * 60)
    assert WORDS not in await stored_text(house, table.id)
    assert (await house.tables.table(table.id)).incident is None
    await house.tables.stop(house.ask(next(iter({*PEOPLE} - {speaker})), None, True), table.id)
    await house.proof(table.id)


async def test_a_table_that_goes_on_is_shown_once_more(house: House) -> None:
    """Whoever was just showing it has noted an older version than it has now."""
    table, speaker = await quiz(house)
    await house.tables.gone(table.id, speaker)
    house.told.clear()
    await house.tables.erase(speaker, house.store)
    await all_done()
    assert house.told == [table.id]


async def test_announcements_in_words_go_too(house: House) -> None:
    table = await house.playing(*PEOPLE, game="tasse", first="1")
    await house.tables.act(house.ask(ANNE), table.id, tasse.Roll())
    await house.tables.act(house.ask(ANNE), table.id, tasse.Say("allez je dis soixante-six"))
    await house.tables.stop(house.ask(ANNE), table.id)
    assert "soixante" in await stored_text(house, table.id)
    await erased(house, ANNE)
    assert "soixante" not in await stored_text(house, table.id)
    assert (await house.proof(table.id)).erased == 1


async def test_a_second_try_after_a_stop_in_between_erases_the_rest(house: House) -> None:
    tables = []
    for _ in range(2):
        table, speaker = await quiz(house)
        tables.append(await house.tables.stop(house.ask(ANNE), table.id))
    await house.tables._blank(tables[0].id, speaker)
    await erased(house, speaker)
    for table in tables:
        assert WORDS not in await stored_text(house, table.id)
        await house.proof(table.id)


@pytest.mark.parametrize("damaged", [f"no JSON {WORDS}", '{"challenge": [3]}', "[]"])
async def test_what_cannot_be_read_may_hold_words_and_goes(house: House, damaged: str) -> None:
    table, speaker = await quiz(house)
    await house.tables.stop(house.ask(ANNE), table.id)
    house.store.poke(table.id, position=damaged, scenes=(SceneText(2, f"[{WORDS}"),))
    await erased(house, speaker)
    assert WORDS not in await stored_text(house, table.id)
    assert speaker not in [person.user_id for person in (await house.tables.table(table.id)).people()]
    assert house.store.peek(table.id).scenes == (SceneText(2, "[]"),)
