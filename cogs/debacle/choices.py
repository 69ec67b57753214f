"""The legal actions of a seat, sorted for lists and buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.debacle.board import Square
from engines.debacle.model import Action, Capture, Doubles, Flip, Pass, Recover, Return, Roll

__all__ = ["Choices", "sort_actions"]

Move = Roll | Flip | Capture


@dataclass(frozen=True, slots=True)
class Choices:
    """All that the seat to move may do; `moves` has the moves of its dice by their cells (a1 to f6)."""

    moves: Mapping[Square, tuple[Move, ...]]
    doubles: tuple[Doubles, ...] = ()
    returns: tuple[Return, ...] = ()
    recoveries: tuple[Recover, ...] = ()
    may_pass: bool = False

    def only_die(self) -> Square | None:
        """The cell of the only die that may move, as in a bounce; None if several may or none."""
        return next(iter(self.moves)) if len(self.moves) == 1 else None


def sort_actions(actions: Iterable[Action]) -> Choices:
    """Sort the legal actions of a seat into Choices."""
    moves: dict[Square, tuple[Move, ...]] = {}
    doubles: list[Doubles] = []
    returns: list[Return] = []
    recoveries: list[Recover] = []
    may_pass = False
    for action in actions:
        match action:
            case Roll(origin) | Capture(origin) | Flip(origin):
                moves[origin] = (*moves.get(origin, ()), action)
            case Doubles():
                doubles.append(action)
            case Return():
                returns.append(action)
            case Recover():
                recoveries.append(action)
            case Pass():
                may_pass = True
    return Choices(moves, tuple(doubles), tuple(returns), tuple(recoveries), may_pass)
