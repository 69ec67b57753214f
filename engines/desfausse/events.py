"""What happens in a game of DESfausse. Only rolls are secret: each is told to its roller alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.core.records import Event, GameOver, Left, SeatName
from engines.desfausse.model import Call, Die, Discarding, Giving

Hands: TypeAlias = Mapping[SeatName, tuple[Die, ...]]


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round began; `blessed` has the Angel instead of the big red die, which `burdened` got (F11)."""

    round: int
    blessed: SeatName | None
    burdened: SeatName | None
    type: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A turn began: everybody has rolled all their dice (F2)."""

    round: int
    turn: int
    type: Literal["turn_started"] = "turn_started"


@dataclass(frozen=True, slots=True)
class HandRolled(Event):
    """A seat rolled: all its dice as they lie now, told to that seat alone."""

    seat: SeatName
    dice: tuple[Die, ...]
    rolls_left: int
    type: Literal["hand_rolled"] = "hand_rolled"


@dataclass(frozen=True, slots=True)
class Rerolled(Event):
    """A seat rolled some of its dice again; which ones is its secret."""

    seat: SeatName
    rolls_left: int
    type: Literal["rerolled"] = "rerolled"


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """A seat rolls no more: by choice, by the clock (F12), or by `itself` when nothing is left to roll."""

    seat: SeatName
    by: Literal["choice", "clock", "itself"]
    type: Literal["stopped"] = "stopped"


@dataclass(frozen=True, slots=True)
class RollingEnded(Event):
    """Nobody rolls any more: who is cursed (F3), and the hands, with faces where all may see them (F2)."""

    cursed: tuple[SeatName, ...]
    hands: Hands
    type: Literal["rolling_ended"] = "rolling_ended"


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A value was called; the seats `asked` can discard something (F4)."""

    call: Call
    asked: tuple[SeatName, ...]
    type: Literal["called"] = "called"


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A seat made its choice, which stays secret until all have made theirs (F4)."""

    seat: SeatName
    by_clock: bool
    type: Literal["chose"] = "chose"


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """The choices were opened: who discards, moment after moment (F6), and who passed."""

    call: Call
    order: tuple[tuple[SeatName, ...], ...]
    passed: tuple[SeatName, ...]
    type: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A discard took place."""

    discarding: Discarding
    type: Literal["discarded"] = "discarded"


@dataclass(frozen=True, slots=True)
class GiftAwaited(Event):
    """A seat that has discarded nothing owes each of these cursed a die (F9)."""

    seat: SeatName
    cursed: tuple[SeatName, ...]
    type: Literal["gift_awaited"] = "gift_awaited"


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """A seat gave what it owed."""

    giving: Giving
    by_clock: bool
    type: Literal["gave"] = "gave"


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A turn ended: all dice that were rolled in it, with their faces, wherever they are now (F2)."""

    round: int
    turn: int
    rolled: Hands
    type: Literal["turn_ended"] = "turn_ended"


@dataclass(frozen=True, slots=True)
class RoundWon(Event):
    """One or more seats got rid of all their dice (F10); `held` is what everybody in play held then."""

    round: int
    winners: tuple[SeatName, ...]
    tokens: Mapping[SeatName, int]
    held: Hands
    type: Literal["round_won"] = "round_won"


@dataclass(frozen=True, slots=True)
class AngelDrawn(Event):
    """Chance picked which of several winners gets the Angel (F11)."""

    seat: SeatName
    among: tuple[SeatName, ...]
    type: Literal["angel_drawn"] = "angel_drawn"


@dataclass(frozen=True, slots=True)
class DemonAwaited(Event):
    """Several seats held most dice: the winner must choose which of them gets the big red die (F11)."""

    seat: SeatName
    candidates: tuple[SeatName, ...]
    type: Literal["demon_awaited"] = "demon_awaited"


DesfausseEvent: TypeAlias = (
    RoundStarted
    | TurnStarted
    | HandRolled
    | Rerolled
    | Stopped
    | RollingEnded
    | Called
    | Chose
    | Opened
    | Discarded
    | GiftAwaited
    | Gave
    | TurnEnded
    | RoundWon
    | AngelDrawn
    | DemonAwaited
    | Left
    | GameOver
)
"""Any event of the game."""
