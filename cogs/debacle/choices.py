"""What may be done now, sorted for lists and buttons; for the board from the public observation alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.debacle import legal
from engines.debacle.board import CELL, COLORS, Side, Square, gather
from engines.debacle.model import (
    Action,
    Capture,
    Doubles,
    Flip,
    Observation,
    Pass,
    Position,
    Recover,
    Return,
    Roll,
)

__all__ = ["Choices", "actions_of", "position_of", "sorted_out"]

Move = Roll | Flip | Capture


@dataclass(frozen=True, slots=True)
class Choices:
    """All that the seat to move may do: its dice's moves by their cells (a1 to f6), and what is special."""

    moves: Mapping[Square, tuple[Move, ...]]
    doubles: tuple[Doubles, ...] = ()
    returns: tuple[Return, ...] = ()
    recoveries: tuple[Recover, ...] = ()
    may_pass: bool = False

    def single(self) -> Square | None:
        """The die that alone may move, as for a bounce; None if there are several or none."""
        return next(iter(self.moves)) if len(self.moves) == 1 else None


def sorted_out(actions: Iterable[Action]) -> Choices:
    """Sort the legal actions of a seat."""
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


def actions_of(seen: Observation) -> list[Action]:
    """The legal actions of the seat to move, from what everybody sees; none at the end."""
    if seen.phase == "over":
        return []
    return [
        action
        for action in legal.actions(position_of(seen))
        if seen.recoverable is not None or not isinstance(action, Recover)
    ]


def position_of(seen: Observation) -> Position:
    """The position that shows itself thus to people.

    Two facts cannot be read off it. Whether anything was done in this turn matters for doubles and for
    recovering alone, and the observation says of both whether they are there; `took` matters at the turn's
    end only.
    """
    red, black = seen.seats
    return Position(
        phase=seen.phase,
        round=seen.round,
        turn=seen.turn,
        starter=_side(seen, seen.starter),
        current=_side(seen, seen.current or seen.starter),
        board=gather(seen.board),
        captured=(seen.captured["red"], seen.captured["black"]),
        points=(seen.points[red], seen.points[black]),
        missed=(seen.missed[red], seen.missed[black]),
        actions_left=seen.actions_left,
        bonus_left=seen.bonus_left,
        bonus_due=seen.bonus_due,
        acted=not seen.doubles,
        flipped=_cell(seen.flipped),
        bounce=_cell(seen.bounce),
        returning=_cell(seen.returning),
        quiet_turns=seen.quiet_turns,
        gone=seen.gone,
        winners=seen.winners,
    )


def _side(seen: Observation, seat: str) -> Side:
    return 0 if seen.colors[seat] == COLORS[0] else 1


def _cell(square: Square | None) -> int | None:
    return None if square is None else CELL[square]
