"""The records of what the table decides together: a contested verdict (Z21), a winner by vote (Z22)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.core.records import Count, Frozen, SeatName

Interrupted: TypeAlias = Literal["roll", "answer"]


@dataclass(frozen=True, slots=True)
class Ballot(Frozen):
    """A seat's secret vote: whether to `turn` a verdict, or the winner that it `named`.

    Both are null for a seat that votes for nothing.
    """

    seat: SeatName
    turn: bool | None = None
    named: SeatName | None = None


@dataclass(frozen=True)
class Poll(Frozen):
    """A vote on the verdict of answer number `place` (from 0), which `by` contests, or for a winner.

    Both are null where a winner is voted. `resumes` is the phase that it interrupts. `waiting` have still to
    vote, in seat order.
    """

    by: SeatName | None
    place: Count | None
    resumes: Interrupted
    waiting: tuple[SeatName, ...]
    ballots: tuple[Ballot, ...] = ()


@dataclass(frozen=True, slots=True)
class Contest(Frozen):
    """Contest the verdict on the answer of `seat`, by default the last one; who reads turns it at once."""

    seat: SeatName | None = None
    type: Literal["contest"] = "contest"


@dataclass(frozen=True, slots=True)
class Vote(Frozen):
    """Vote on the verdict that is contested: to turn it, or to let it stand."""

    turn: bool
    type: Literal["vote"] = "vote"


@dataclass(frozen=True, slots=True)
class Polled(Frozen):
    """The vote that is on, as everybody may know it: who has voted, not how.

    `by` contests the verdict on the answer of `seat`; both are null where a winner is voted.
    """

    by: SeatName | None
    seat: SeatName | None
    voted: tuple[SeatName, ...]
    waiting: tuple[SeatName, ...]


@dataclass(frozen=True, slots=True)
class Turning(Frozen):
    """Whose verdicts can still be turned, the last one last (Z21).

    `reader` gave them: a seat, or "bot". `contested` have used their right to contest.
    """

    seats: tuple[SeatName, ...]
    reader: str
    contested: tuple[SeatName, ...]
