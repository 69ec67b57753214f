"""The records of DESfausse: setup and position, the actions of a seat, and what one audience may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, PlainSerializer

from engines.core.records import Count, Frozen, SeatName, State

Phase: TypeAlias = Literal["rolling", "discard", "gift", "demon", "over"]
Kind: TypeAlias = Literal["small", "big", "angel"]
Color: TypeAlias = Literal["red", "green", "white"]
DieFace: TypeAlias = Literal["D", "A", 2, 3, 4, 5, 6]
Call: TypeAlias = Literal[2, 3, 4, 5, 6]
Number: TypeAlias = Annotated[int, Field(ge=1, le=37)]
"""A die's id (F1)."""
Numbers: TypeAlias = tuple[Number, ...]


def _is_none(value: object) -> bool:
    return value is None


def _pairs(value: object) -> object:
    """Return an object as pairs sorted by name, so that equal actions are equal records."""
    if isinstance(value, dict):
        return tuple((name, _row(value[name])) for name in sorted(value))
    if value is None or isinstance(value, str):
        return value
    raise ValueError("an object by seats is wanted")


def _row(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _object(value: Any) -> Any:
    return dict(value) if isinstance(value, tuple) else value


Shares: TypeAlias = tuple[tuple[SeatName, tuple[int, ...]], ...]
"""Who gets which dice: an object by seats in JSON; here pairs by the seats' names."""
To: TypeAlias = Annotated[Literal["hell"] | Shares, BeforeValidator(_pairs), PlainSerializer(_object)]
Debts: TypeAlias = tuple[tuple[SeatName, int], ...]
"""Which die each cursed seat gets: an object by seats in JSON; here pairs by the seats' names."""
Curse: TypeAlias = Annotated[
    Debts | None, BeforeValidator(_pairs), PlainSerializer(_object), Field(exclude_if=_is_none)
]


@dataclass(frozen=True, slots=True)
class Options(Frozen):
    """What the host sets: whether faces are `shown` to all once nobody rolls any more (F2)."""

    hands: Literal["hidden", "shown"] = "hidden"


@dataclass(frozen=True, slots=True)
class Setup(Frozen):
    """What stays the same for the whole table."""

    game: Literal["desfausse"]
    seats: tuple[SeatName, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class Die(Frozen):
    """A die, with its face if the audience may know it: "D" for devil, "A" for angel, or a number."""

    id: Number
    kind: Kind
    color: Color
    face: Annotated[DieFace | None, Field(exclude_if=_is_none)] = None


@dataclass(frozen=True, slots=True)
class Rolled(Frozen):
    """A die that was rolled, and the face it shows."""

    id: Number
    face: DieFace


@dataclass(frozen=True, slots=True)
class Reroll(Frozen):
    """Roll these dice again (F2)."""

    dice: tuple[int, ...]
    type: Literal["reroll"] = "reroll"


@dataclass(frozen=True, slots=True)
class Stop(Frozen):
    """Keep the dice as they lie (F2)."""

    type: Literal["stop"] = "stop"


@dataclass(frozen=True)
class Discard(Frozen):
    """Choose a discard (F4): the combination, which of its dice leave, where to, what the cursed get."""

    combo: tuple[int, ...]
    out: tuple[int, ...]
    to: To
    curse: Curse = None
    type: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class Pass(Frozen):
    """Discard nothing at this call (F4)."""

    type: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Gift(Frozen):
    """Give each of the cursed the die that is owed, after the last call (F9)."""

    curse: Curse = None
    type: Literal["gift"] = "gift"


@dataclass(frozen=True, slots=True)
class Demon(Frozen):
    """Choose who gets the big red die (F11)."""

    seat: SeatName
    type: Literal["demon"] = "demon"


Action: TypeAlias = Reroll | Stop | Discard | Pass | Gift | Demon


@dataclass(frozen=True, slots=True)
class MovedDie(Frozen):
    """A die that left a hand: meant for the seat `to` (null: for Hell), and `where` it went.

    `hand`: `to` has it. `hell` or, for the Angel, `aside`: as chosen, or since `to` was full (F8) or gone
    (F13). `kept`: its owner still has it, since the cursed `to` had become full (F9).
    """

    die: Die
    to: SeatName | None
    where: Literal["hand", "hell", "aside", "kept"]


@dataclass(frozen=True, slots=True)
class Discarding(Frozen):
    """One discard as it was made: the dice, where they went, and why at this `moment` of the call (F6).

    Moments count from 1; discards of one moment were made together. `single` ones go first, then those of
    larger `size`, then those with more `greens`.
    """

    call: Call
    moment: Annotated[int, Field(ge=1, le=6)]
    seat: SeatName
    single: bool
    size: Annotated[int, Field(ge=1, le=9)]
    greens: Annotated[int, Field(ge=0, le=9)]
    combo: tuple[Die, ...]
    places: tuple[MovedDie, ...]
    curses: tuple[MovedDie, ...]


@dataclass(frozen=True, slots=True)
class Giving(Frozen):
    """What a seat that had discarded nothing gave to the cursed (F9)."""

    seat: SeatName
    curses: tuple[MovedDie, ...]


@dataclass(frozen=True)
class Position(Frozen):
    """Everything that changes. Tuples without names go by the order of `Setup.seats`.

    `rolled`: the dice that each seat rolled this turn, as they lie, wherever they are by now. `held`: those
    of them that it still has; `received`: what it was given this turn. `rolls_left`: 0 once a seat has done
    with rolling. `choices`: the secret ones of the pending call. `story`: what was discarded and given this
    turn. `givers`: who still has to give to the cursed, the next one first. `served`: who gets the Angel, and
    chooses (F11). `missed` counts deadlines in a row (C3).
    """

    phase: Phase
    round: Count
    turn: Count
    rolled: tuple[tuple[Rolled, ...], ...]
    held: tuple[Numbers, ...]
    received: tuple[Numbers, ...]
    rolls_left: tuple[Annotated[int, Field(ge=0, le=2)], ...]
    tokens: tuple[Annotated[int, Field(ge=0, le=2)], ...]
    missed: tuple[Annotated[int, Field(ge=0, le=3)], ...]
    choices: tuple[Discard | Pass | None, ...]
    cursed: tuple[SeatName, ...] = ()
    call: Call | None = None
    story: tuple[Discarding | Giving, ...] = ()
    givers: tuple[SeatName, ...] = ()
    hell: Numbers = ()
    aside: bool = False
    served: SeatName | None = None
    gone: tuple[SeatName, ...] = ()
    winners: tuple[SeatName, ...] | None = None


DesfausseState: TypeAlias = State[Setup, Position]


@dataclass(frozen=True, slots=True)
class Choice(Frozen):
    """What a seat chooses from at a call; see `combos` for the discards that these dice allow.

    `usable`: the own dice that may be in the combination; `outside`: the other dice of this turn. `devils`:
    how many dice of the combination stay. `receivers`: to whom dice may go; `cursed`: who is owed one, as far
    as there are dice outside the combination.
    """

    call: Call
    usable: tuple[Die, ...]
    outside: tuple[Die, ...]
    devils: int
    receivers: tuple[SeatName, ...]
    cursed: tuple[SeatName, ...]


@dataclass(frozen=True)
class Observation(Frozen):
    """What one audience may know: the public facts, then what is the audience's own (`seat` and below).

    `received`: the dice in `hands` that are not part of this turn's hand. `rolls`: how often each seat may
    still roll. `asked`: who has a choice at the pending call, `chosen`: who of them has made it; `single`:
    who began the turn with one die, `barred`: who of them may discard nothing any more (F7). `story`: this
    turn's discards and gifts so far, in order. `owed`: the cursed to whom the seat in `to_act` must give now.
    `served`: who has won the Angel, and chooses among `candidates` who gets the big red die. `rerollable`:
    the own dice that may be rolled again. `choice`: what there is to choose from at the call; `chose`: the
    own choice, once it is made.
    """

    game: Literal["desfausse"]
    phase: Phase
    seats: tuple[SeatName, ...]
    in_play: tuple[SeatName, ...]
    winners: tuple[SeatName, ...] | None
    hands: Mapping[SeatName, tuple[Die, ...]]
    tokens: Mapping[SeatName, int]
    call: Call | None
    cursed: tuple[SeatName, ...]
    hell: int
    aside: int
    round: int
    turn: int
    to_act: tuple[SeatName, ...]
    hell_dice: tuple[Die, ...]
    received: Mapping[SeatName, Numbers]
    rolls: Mapping[SeatName, int]
    asked: tuple[SeatName, ...]
    chosen: tuple[SeatName, ...]
    single: tuple[SeatName, ...]
    barred: tuple[SeatName, ...]
    story: tuple[Discarding | Giving, ...]
    owed: tuple[SeatName, ...]
    served: SeatName | None
    candidates: tuple[SeatName, ...]
    gone: tuple[SeatName, ...]
    missed: Mapping[SeatName, int]
    shown: bool
    seat: SeatName | None = None
    dice: tuple[Die, ...] = ()
    rolls_left: int = 0
    rerollable: Numbers = ()
    choice: Choice | None = None
    chose: Discard | Pass | None = None
