"""What a computer is asked: made of what its seat may know, with the luck that was promised."""

from __future__ import annotations

import hmac
import json
from itertools import islice

import pytest

from bot.tables.computer import Computer
from bot.tables.viewpoint import Chair, key_of, name_decision
from engines.core.draws import derive
from engines.core.game import AnyState
from players.core.decision import Budget, Level
from players.core.speech import plain_question
from players.core.view import AnyView
from tests.engines.described import description_of
from tests.players.playing import walk
from tests.support.games import GAMES

SEED, TABLE, JOINS = bytes(range(32)), 12, (1_001, 1_002)
BASILE = Computer(Level.MEDIUM, "basile")


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
