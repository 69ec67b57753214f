"""What happens in a game of Débâcle. Everybody may know it; values are what the dice show afterwards."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from engines.core.records import Event, GameOver, Left, SeatName
from engines.debacle.board import Square
from engines.debacle.model import Journey, Origin

RoundEnd: TypeAlias = Literal[
    "captured",  # somebody holds 5 dice or more (B9)
    "quiet",  # 60 turns in a row without capture or doubles (B10)
    "long",  # 300 turns (B10)
    "agreed",  # by agreement
]
"""Why a round ended."""


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round began from the start position; with `drawn`, chance picked who plays first (B1)."""

    round: int
    starter: SeatName
    drawn: bool
    type: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A turn began, with that many actions owed and that many more as a bonus (B2, B8)."""

    seat: SeatName
    turn: int
    actions: int
    bonus: int
    type: Literal["turn_started"] = "turn_started"


@dataclass(frozen=True, slots=True)
class DieMoved(Event):
    """Base of the events in which a die moves: it showed `before`, and now shows `value`."""

    __pydantic_config__: ClassVar[dict[str, object]] = Journey.__pydantic_config__

    seat: SeatName
    origin: Origin
    to: Square
    before: int
    value: int
    bounce: bool


@dataclass(frozen=True, slots=True)
class Rolled(DieMoved):
    """A die rolled to a neighbouring cell (B3), as a bounce or for an action."""

    type: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """A die was turned over (B4), as a bounce or for an action."""

    seat: SeatName
    at: Square
    before: int
    value: int
    bounce: bool
    type: Literal["flipped"] = "flipped"


@dataclass(frozen=True, slots=True)
class CapturedDie(DieMoved):
    """A die captured another: `value` is both what was captured and what the attacker shows now (B5)."""

    type: Literal["captured"] = "captured"


@dataclass(frozen=True, slots=True)
class BounceDeclined(Event):
    """A bounce was declined (B2)."""

    seat: SeatName
    at: Square
    type: Literal["bounce_declined"] = "bounce_declined"


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """A die went back from the enemy's camp to its own (B6); `by_clock` at a deadline (B11)."""

    __pydantic_config__: ClassVar[dict[str, object]] = Journey.__pydantic_config__

    seat: SeatName
    origin: Origin
    to: Square
    value: int
    by_clock: bool
    type: Literal["returned"] = "returned"


@dataclass(frozen=True, slots=True)
class Recovered(Event):
    """A captured die came back; it gives the opponent's next turn `bonus` more actions (B8)."""

    seat: SeatName
    to: Square
    value: int
    bonus: int
    type: Literal["recovered"] = "recovered"


@dataclass(frozen=True, slots=True)
class DoublesTaken(Event):
    """Doubles were taken: from each cell of `take`, in the same order, a die of `values` (B7)."""

    seat: SeatName
    take: tuple[Square, ...]
    values: tuple[int, ...]
    type: Literal["doubles_taken"] = "doubles_taken"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A turn was ended with `bonus` actions, or a recovery, left unused (B2)."""

    seat: SeatName
    bonus: int
    type: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class TurnLost(Event):
    """The deadline passed: what was left of the turn is lost (B11)."""

    seat: SeatName
    type: Literal["turn_lost"] = "turn_lost"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round ended. Pairs go by seat: the values held, and the points with this round's added (B9, B10)."""

    round: int
    reason: RoundEnd
    captured: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int]
    type: Literal["round_ended"] = "round_ended"


DebacleEvent: TypeAlias = (
    RoundStarted
    | TurnStarted
    | Rolled
    | Flipped
    | CapturedDie
    | BounceDeclined
    | Returned
    | Recovered
    | DoublesTaken
    | Passed
    | TurnLost
    | Left
    | RoundEnded
    | GameOver
)
"""Any event of the game."""
