"""A program that never has enough: after a while our own player goes on for it, and the table ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

import pytest

from bot.meters import METERS
from bot.tables.computer import program_called
from bot.tables.computers.patience import Patience
from bot.tables.computers.thought import Awaited
from bot.tables.model import Manners, Pace
from bot.tables.playing.lobby import Opening
from bot.tables.proof.verify import verify
from players.registry import find_player
from tests.support.computers import begun, furnish, go_on
from tests.support.tables import ALL_GAMES, ANNE, HALL, House

ALPHA = program_called("alpha")
Choose = Callable[[list[dict[str, Any]]], dict[str, Any]]


class Everybody:
    """One mind for programs of any name, which chooses among what is legal."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def offered(self, game: str) -> tuple[str, ...]:
        return ()

    def find(self, name: str) -> Everybody:
        return self

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"actions": [self._choose(question["legal"])]}


def turn(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Choose the direction wherever one can, which changes nothing else."""
    return next((each for each in legal if each["type"] == "direction"), legal[0])


def believe(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Never doubt, and announce as much as there is."""
    return [each for each in legal if each["type"] in ("announce", "roll")][-1]


async def decided(house: House, table_id: int) -> list[Any]:
    return [line.payload["version"] for line in await house.store.log(table_id) if line.kind == "decide"]


async def test_what_may_be_chosen_without_end_is_not_chosen_for_ever(house: House) -> None:
    """Which way round La Tasse goes, at a table without deadlines."""
    furnish(house, programs=Everybody(turn))
    table = await begun(house, "tasse", ALPHA, pace=Pace.RELAXED)
    table = await go_on(house, table)
    assert table.end.why == "over"
    acts = [line for line in await house.store.log(table.id) if line.kind == "act"]
    turned = [(line.seat, line.payload["type"]) == ("2", "direction") for line in acts]
    assert max(len(list(run)) for is_turning, run in groupby(turned) if is_turning) == 50
    assert set(await decided(house, table.id)) == {"program", find_player("tasse").version}


async def test_programs_among_themselves_come_to_an_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anne has let her time pass and is out; the others would believe each other's 21 for ever."""
    monkeypatch.setattr("bot.tables.computers.patience._IN_ALL", 60)
    furnish(house, programs=Everybody(believe))
    seats, options = (ALPHA, program_called("beta")), {"threshold": 1, "first": "1"}
    opening = Opening(10, HALL, HALL, options, Manners(), computers=seats)
    table = await house.tables.open(house.ask(ANNE), "tasse", opening)
    await house.tables.begin(house.ask(ANNE), table.id)
    for _ in range(400):
        await house.advance(1)
    table = await house.tables.table(table.id)
    assert table.end.why == "over"
    versions = await decided(house, table.id)
    assert versions.count("program") == 60
    assert versions[-1] == find_player("tasse").version
    verdict = verify(await house.tables.record(table.id), ALL_GAMES, find_player)
    assert verdict.ok, verdict.problems


def awaited(name: str) -> Awaited:
    return Awaited("P2", ALPHA, name, None, 1)


def test_whatever_a_person_does_makes_up_for_all_and_the_clock_for_nothing() -> None:
    patience = Patience()
    for number in range(2_000):
        assert not patience.is_spent(1, awaited("next"))
        patience.note_change(1, ("expire",) if number % 7 == 0 else ("decide", "act"))
        patience.note_decision(1, awaited(f"{number}"))
    assert patience.is_spent(1, awaited("next"))
    assert not patience.is_spent(2, awaited("next"))
    patience.note_change(1, ())
    assert patience.is_spent(1, awaited("next"))
    patience.note_change(1, ("act",))
    assert not patience.is_spent(1, awaited("next"))


async def test_what_the_rules_do_not_allow_is_counted_against_the_program(house: House) -> None:
    furnish(house, programs=Everybody(lambda legal: {"type": "dance"}))
    failures = METERS["program_failures"].values
    before = failures.get(("alpha", "not_allowed"), 0)
    table = await go_on(house, await begun(house, "coin", ALPHA))
    assert set(await decided(house, table.id)) == {None}
    assert failures["alpha", "not_allowed"] - before == len(await decided(house, table.id))
