"""What computers are asked: what their seats may know; and that all can derive what they decided."""

import hmac
import json
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import pytest

from bot.tables.proof.record import Line, Record
from bot.tables.proof.verify import ask_check, check, verdict_of, verify
from bot.tables.viewpoint import Chair, key_of, name_decision
from engines.core.draws import derive
from engines.core.records import AnyState
from players.core.player import AnyPlayer, AnyView, Budget
from players.core.speech import plain_question
from players.registry import find_player
from tests.engines.described import description_of
from tests.players.playing import walk
from tests.support.computers import BASILE, OCTAVIE, begun, furnish, go_on
from tests.support.games import GAMES
from tests.support.minds import BrokenMind
from tests.support.tables import ALL_GAMES, House


@pytest.fixture
async def record(house: House) -> Record:
    """The record of a table of one person and two computers."""
    furnish(house)
    table = await go_on(house, await begun(house, "tasse", BASILE, OCTAVIE))
    return await house.tables.record(table.id)


def forged(record: Record, number: int, **changes: Any) -> Record:
    """The record with one line (from 0) changed."""
    lines = list(record.entries)
    lines[number] = lines[number].model_copy(update=changes)
    return record.model_copy(update={"entries": tuple(lines)})


def first(record: Record, wanted: Callable[[Line], bool]) -> int:
    return next(place for place, line in enumerate(record.entries) if wanted(line))


def found(record: Record, by: Callable[[str], AnyPlayer] = find_player) -> set[str]:
    return {problem.code for problem in verify(record, ALL_GAMES, by).problems}


def payload(record: Record, place: int) -> dict[str, Any]:
    told = record.entries[place].payload
    assert isinstance(told, dict)
    return dict(told)


async def test_what_is_asked_of_the_process_that_checks_derives_decisions_too(record: Record) -> None:
    verdict = verdict_of(check(ask_check(record.dump(), ALL_GAMES["tasse"], find_player)))
    assert verdict.ok
    assert verdict.decisions == sum(line.kind == "decide" for line in record.entries) > 0


async def test_another_decision_than_the_player_comes_to_is_found(record: Record) -> None:
    place = first(
        record, lambda line: line.kind == "act" and _is(line, "announce") and line.interaction is None
    )
    told = payload(record, place)
    other = forged(record, place, payload={**told, "score": "66" if told["score"] != "66" else "55"})
    assert "decision_differs" in found(other)


async def test_a_decision_at_another_level_is_found(record: Record) -> None:
    place = first(record, lambda line: line.kind == "decide")
    for changes in ({"level": "facile"}, {"persona": "zelie"}, {"seen": 0}, {"seen": "x"}, {"budget": None}):
        other = forged(record, place, payload={**payload(record, place), **changes})
        assert "decision_unsound" in found(other)


async def test_nobody_decides_by_what_was_before_the_decision_was_awaited(record: Record) -> None:
    *_, place = [place for place, line in enumerate(record.entries) if line.kind == "decide"]
    early = first(record, lambda line: line.kind == "begin")
    seen = record.entries[early].seq
    assert "decision_unsound" in found(
        forged(record, place, payload={**payload(record, place), "seen": seen})
    )


async def test_what_a_computer_does_needs_a_decision(record: Record) -> None:
    place = first(record, lambda line: line.kind == "decide")
    other = forged(record, place, kind="note")
    assert "decision_missing" in found(other)


async def test_other_luck_than_was_promised_is_found(record: Record) -> None:
    """The same log under another seed: what was drawn is another thing than the dice."""
    other = record.model_copy(update={"seed": "00" * 32})
    assert {"die_differs", "decision_differs"} <= found(other)


async def test_of_another_version_of_the_player_nothing_is_said(record: Record) -> None:
    place = first(record, lambda line: line.kind == "decide")
    other = forged(record, place, payload={**payload(record, place), "version": 999})
    verdict = verify(other, ALL_GAMES, find_player)
    assert (verdict.ok, verdict.undecided) == (True, 1)


async def test_only_so_much_is_derived_for_who_waits(record: Record) -> None:
    verdict = verify(record, ALL_GAMES, find_player, most=100)
    assert verdict.ok
    assert verdict.decisions == 5
    assert verdict.decisions + verdict.undecided == sum(line.kind == "decide" for line in record.entries)


async def test_what_was_done_for_a_player_that_failed_is_derived_as_well(house: House) -> None:
    furnish(house, BrokenMind())
    table = await go_on(house, await begun(house, "coin"))
    record = await house.tables.record(table.id)
    decided = [line for line in record.entries if line.kind == "decide"]
    assert {_told(line)["version"] for line in decided} == {None}
    verdict = verify(record, ALL_GAMES, find_player)
    assert (verdict.ok, verdict.decisions) == (True, len(decided))


def _told(line: Line) -> Mapping[str, Any]:
    return line.payload if isinstance(line.payload, dict) else {}


def _is(line: Line, kind: str) -> bool:
    return _told(line).get("type") == kind


# -- what they are asked -----------------------------------------------------------------------------------


SEED, TABLE, JOINS = bytes(range(32)), 12, (1_001, 1_002)


def test_chance_is_what_its_description_says() -> None:
    game, state, seat, _ = next(iter(walk("tasse", 3)))
    key = hmac.digest(SEED, f"gobelet-player-1:12:1001+1002:{seat}".encode(), "sha256")
    assert key_of(SEED, TABLE, JOINS, seat) == key
    chance = Chair(seat, BASILE, key, ()).ask(game, state, (), "", Budget(0)).chance
    deadline = game.deadline(state)
    name = f"{'' if deadline is None else deadline.key}|{game.own_step(state, seat)}"
    assert name_decision(game, state, seat) == name
    assert chance == hmac.digest(key, name.encode(), "sha256")
    assert derive(chance, "gobelet-player-1", 0, 6) in range(1, 7)


def test_every_seat_decision_and_table_has_luck_of_its_own() -> None:
    keys = {key_of(SEED, table, JOINS, seat) for table in (1, 2) for seat in "12"}
    keys |= {key_of(bytes(32), 1, JOINS, "1"), key_of(SEED, 1, (1_001,), "1")}
    assert len(keys) == 6


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_a_seat_may_not_know_is_in_no_question(name: str) -> None:
    """States that differ only in secrets are the same question, but for what a librarian lets a seat know."""
    compared = 0
    for _, state, seat, view in islice(walk(name, 11), 12):
        chair = Chair(seat, BASILE, key_of(SEED, TABLE, JOINS, seat), ("2",))

        def asked(where: AnyState, chair: Chair = chair, view: AnyView = view) -> str:
            question = chair.ask(GAMES[name], where, view.told, view.notes, Budget(0))
            plain = plain_question(GAMES[name], question)
            return json.dumps({part: told for part, told in plain.items() if part != "recollection"})

        assert SEED.hex() not in asked(state)
        for twin in description_of(name).twins(state, seat):
            assert asked(twin) == asked(state)
            compared += 1
    assert compared or not GAMES[name].secrets
