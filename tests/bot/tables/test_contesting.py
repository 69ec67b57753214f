"""Z21, Z22 at the table: contests, votes and the host's word stand in the log, and are replayed from it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.tables.decks import DeckInfo
from bot.tables.model import Table
from bot.tables.proof.verify import verify
from engines.defizz.ballots import Contest, Vote
from engines.defizz.model import Answer, Choose, Position, Result, Roll
from engines.defizz.rules import Defizz
from tests.engines.defizz.decks import chrono, deck
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House

SERVER = 10
OWN = "Soirée"
PEOPLE = (ANNE, BOB, CHLOE)


@pytest.fixture
async def house(any_store: Any) -> House:
    """Tables over each of the two stores, at a server whose deck asks but one question."""
    await any_store.put_deck(SERVER, DeckInfo(OWN, 2, 0), json.dumps(deck(chrono("Reims"))))
    return House(any_store)


async def position_of(house: House, table: Table) -> Position:
    state = (await house.held(table.id)).vault.state
    assert state is not None
    return state.position


async def last_of(house: House, table: Table) -> Result:
    last = (await position_of(house, table)).last
    assert last is not None
    return last


async def settled(house: House, **options: Any) -> Table:
    """A Chrono in which everybody was wrong; the table votes about nothing yet."""
    lobby = await house.lobby(*PEOPLE, game="defizz", reader="bot", **options)
    await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", OWN)
    table = await house.tables.begin(house.ask(ANNE), lobby.id)
    active = await house.awaited(table.id)
    await house.tables.act(house.ask(active), table.id, Roll())
    position = await position_of(house, table)
    assert position.die is not None
    state = (await house.held(table.id)).vault.state
    opponents = Defizz().observe(state, None).opponents
    against = opponents[0] if position.die.kind == "duel" else None
    await house.tables.act(house.ask(active), table.id, Choose(0, against, position.die.minimum))
    for seat in (await house.tables.sight(table.id)).to_act:
        user = (await house.held(table.id)).table.seat(seat).people[0].user_id
        await house.tables.act(house.ask(user), table.id, Answer("Lyon"))
    assert (await last_of(house, table)).outcome == "nobody"
    return table


async def test_z21_a_vote_stands_in_the_log_and_is_replayed(house: House) -> None:
    table = await settled(house)
    said = (await last_of(house, table)).said
    contested = said[0].seat
    people = {seat.name: seat.people[0].user_id for seat in (await house.held(table.id)).table.seats}
    await house.tables.act(house.ask(people[contested]), table.id, Contest(contested))
    house.restart()
    for seat, user in people.items():
        if seat != contested:
            await house.tables.act(house.ask(user), table.id, Vote(turn=True))
    assert (await last_of(house, table)).winner == contested
    assert (await position_of(house, table)).poll is None
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await house.replays(table.id)
    record = await house.tables.record(table.id)
    acted = [line.payload["type"] for line in await house.store.log(table.id) if line.kind == "act"]
    assert acted[-3:] == ["contest", "vote", "vote"]
    assert verify(record, ALL_GAMES).ok


async def test_z21_the_host_turns_a_verdict_by_a_command_that_is_replayed(house: House) -> None:
    table = await settled(house)
    winner = (await last_of(house, table)).said[0].seat
    await house.tables.hosting.command(house.ask(ANNE), table.id, "turn_verdict.0")
    assert (await last_of(house, table)).winner == winner
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await house.replays(table.id)


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
