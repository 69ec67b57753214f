"""What a button says of an action is what the rules make of it."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.texts import texts_for
from cogs.debacle.outcomes import outcome
from engines.debacle.board import CELL, VALUE
from engines.debacle.model import Capture, Doubles, Flip, Pass, Recover, Return, Roll
from engines.debacle.rounds import CAPTURED_TO_END
from tests.cogs.debacle.table import DebacleTable, random_tables
from tests.engines.debacle.match import GAME, NO_DRAWS

T = texts_for("fr")


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_every_label_tells_the_truth(seed: int) -> None:
    for table in random_tables(seed, 40):
        if table.over:
            return
        before, seen = table.state, table.seen(table.seat)
        for action in table.legal:
            said = outcome(action, seen, T)
            step = GAME.act(before, table.seat, action, NO_DRAWS)
            ended = any(event.type == "round_ended" for event in step.events)
            assert ("fin de manche" in said) == ended
            if ended:
                continue
            after = step.state.position
            assert (", rebond" in said) == (after.bounce is not None and isinstance(action, Capture))
            if isinstance(action, Roll | Flip | Capture):
                assert ("retour au camp" in said) == (after.returning is not None)
            _check_values(action, said, step)


def _check_values(action: object, said: str, step: object) -> None:
    """The numbers of a label against the events and the board."""
    event = step.events[0]  # type: ignore[attr-defined]
    board = step.state.position.board  # type: ignore[attr-defined]
    numbers = [int(found) for found in re.findall(r"(?<![a-f])[1-6]", said)]
    match action:
        case Roll(_, to) | Flip(to):
            assert numbers == [event.before, event.value]
            assert event.value == board[CELL[to]] & VALUE
        case Capture():
            assert numbers == [event.value]
        case Doubles():
            rows = {square[1] for square in event.take}
            assert sorted(numbers) == sorted([*event.values, *map(int, rows)])
            assert all(square in said for square in event.take)
        case Recover(to):
            assert said == f"Récupérer le {event.value} en {to}"
        case Return(to):
            assert said == f"Revenir en {to}"
        case Pass():
            assert said == ("Terminer le tour" if event.type == "passed" else "Renoncer au rebond")


def test_b9_taking_the_fifth_die_is_said_to_end_the_round() -> None:
    drawing = """
    6  B4 B4 .  .  .  .
    5  .  .  .  .  .  .
    4  .  .  .  .  .  .
    3  .  .  .  .  .  .
    2  R6 .  .  .  .  .
    1  .  R2 R3 R4 R5 R6
       a  b  c  d  e  f
    """
    table = DebacleTable(drawing, red_holds=(1, 1, 1, 2))
    seen = table.seen("1")
    assert len(seen.observation.captured["red"]) == CAPTURED_TO_END - 1
    assert outcome(Doubles(("b6",)), seen, T) == "rangée 6 : prendre b6 (4), fin de manche"


def test_in_english() -> None:
    seen = DebacleTable().seen("1")
    assert outcome(Roll("a1", "a2"), seen, texts_for("en-US")) == "Roll a1→a2 (1→2)"
