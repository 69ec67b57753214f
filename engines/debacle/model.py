"""The records of Débâcle: setup and position, the actions of a seat, and what one audience may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from engines.core.records import Count, Frozen, SeatName, State
from engines.debacle.board import Board, Cell, Color, Dice, Side, Square, Value

Phase: TypeAlias = Literal["play", "over"]
Origin: TypeAlias = Annotated[Square, Field(alias="from")]
"""Where a die sets out: `from` in JSON, which is no name in Python."""
Captured: TypeAlias = tuple[tuple[Value, ...], tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Options(Frozen):
    """What the host sets: `first`, who plays first in the first round (B1)."""

    first: str = "drawn"


@dataclass(frozen=True, slots=True)
class Setup(Frozen):
    """What stays the same for the whole table; the first seat is Red."""

    game: Literal["debacle"]
    seats: tuple[SeatName, ...]
    options: Options


@dataclass(frozen=True)
class Position(Frozen):
    """Everything that changes. Pairs go by side, Red first.

    `captured` are the values that each side holds, ascending. `turn` counts the round's turns from 1, and
    `quiet_turns` the last ones in a row without capture or doubles (B10). Of the present turn: `actions_left`
    are owed and used up first, then `bonus_left`; once the side has `acted`, it may recover, but not take
    doubles; `took` says whether it has captured or taken doubles. A die's cell is `flipped` if it was just
    flipped and may not be again (B4), `bounce` if it may bounce (B5), `returning` if it must go back (B6).
    `bonus_due` is what the opponent's next turn gains by recoveries (B8). `missed` counts deadlines in a row
    (C3).
    """

    phase: Phase
    round: Count
    turn: Count
    starter: Side
    current: Side
    board: Board
    captured: Captured
    points: tuple[Count, Count]
    missed: tuple[Count, Count]
    actions_left: Count
    bonus_left: Count
    bonus_due: Count = 0
    acted: bool = False
    took: bool = False
    flipped: Cell | None = None
    bounce: Cell | None = None
    returning: Cell | None = None
    quiet_turns: Count = 0
    gone: tuple[SeatName, ...] = ()
    winners: tuple[SeatName, ...] | None = None


DebacleState: TypeAlias = State[Setup, Position]


@dataclass(frozen=True, slots=True)
class Journey(Frozen):
    """Base of the two actions that move a die to a neighbouring cell."""

    __pydantic_config__: ClassVar[dict[str, object]] = {
        **Frozen.__pydantic_config__,
        "serialize_by_alias": True,
    }

    origin: Origin
    to: Square


@dataclass(frozen=True, slots=True)
class Roll(Journey):
    """Roll a die to an empty neighbour, forward or sideways (B3)."""

    type: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Flip(Frozen):
    """Turn a die over where it lies (B4)."""

    at: Square
    type: Literal["flip"] = "flip"


@dataclass(frozen=True, slots=True)
class Capture(Journey):
    """Capture a neighbouring enemy die (B5)."""

    type: Literal["capture"] = "capture"


@dataclass(frozen=True, slots=True)
class Return(Frozen):
    """Take the die that owes a return back to one's own camp (B6)."""

    to: Square
    type: Literal["return"] = "return"


@dataclass(frozen=True, slots=True)
class Recover(Frozen):
    """Take one's lowest captured die back to one's own camp (B8)."""

    to: Square
    type: Literal["recover"] = "recover"


@dataclass(frozen=True, slots=True)
class Doubles(Frozen):
    """Take doubles (B7): name the cells of all enemy dice to take, in any order."""

    take: tuple[Square, ...]
    type: Literal["doubles"] = "doubles"


@dataclass(frozen=True, slots=True)
class Pass(Frozen):
    """Decline the bounce or, once no action is owed, end the turn (B2)."""

    type: Literal["pass"] = "pass"


Action: TypeAlias = Roll | Flip | Capture | Return | Recover | Doubles | Pass


@dataclass(frozen=True, slots=True)
class Observation(Frozen):
    """What one audience may know, which is everything; `seat` is the one who looks.

    `captured` are the values that each colour holds. `bonus_due` is what the next turn gains by recoveries.
    For the seat to move, `can_act` are the dice that may roll, flip or capture now, `flipped` is the one that
    may not be flipped again, `recoverable` the value that may be recovered now; `doubles` says whether there
    are any to take.
    """

    game: Literal["debacle"]
    phase: Phase
    seats: tuple[SeatName, ...]
    in_play: tuple[SeatName, ...]
    winners: tuple[SeatName, ...] | None
    colors: Mapping[SeatName, Color]
    board: Dice
    captured: Mapping[Color, tuple[Value, ...]]
    points: Mapping[SeatName, int]
    current: SeatName | None
    actions_left: int
    bonus_left: int
    bounce: Square | None
    returning: Square | None
    round: int
    quiet_turns: int
    to_act: tuple[SeatName, ...]
    turn: int
    starter: SeatName
    bonus_due: int
    can_act: tuple[Square, ...]
    flipped: Square | None
    recoverable: Value | None
    doubles: bool
    missed: Mapping[SeatName, int]
    gone: tuple[SeatName, ...]
    seat: SeatName | None = None
