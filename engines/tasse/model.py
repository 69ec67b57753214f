"""The records of La Tasse: setup and position, the actions of a seat, and what one audience may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engines.core.records import Count, Frozen, SeatName, State
from engines.tasse.scores import Normal, Score, Special

Phase: TypeAlias = Literal["direction_or_roll", "turn", "rolled", "reroll", "duel", "round_over", "over"]
Direction: TypeAlias = Literal[1, -1]
Announcing: TypeAlias = Literal["free", "guided"]
Reading: TypeAlias = Normal | Literal["show", "slip"]
"""What words say: a normal score, "show" for the name of what lies under the cup, "slip" for others (T8)."""


@dataclass(frozen=True, slots=True)
class Options(Frozen):
    """What the host sets: `first` (T3), `threshold` (T13), `rounds` (T14), `announce` (T8), `sips` (T16)."""

    first: str = "drawn"
    threshold: Annotated[int, Field(ge=1)] = 10
    rounds: Annotated[int, Field(ge=1)] = 1
    announce: Announcing = "free"
    sips: bool = False


@dataclass(frozen=True, slots=True)
class Setup(Frozen):
    """What stays the same for the whole table."""

    game: Literal["tasse"]
    seats: tuple[SeatName, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class Announcement(Frozen):
    """The score to match or beat, and who claims to have rolled it."""

    seat: SeatName
    score: Score


@dataclass(frozen=True, slots=True)
class Duel(Frozen):
    """The present duel (T12): the roller must beat what the opponent declares."""

    roller: SeatName
    opponent: SeatName


@dataclass(frozen=True)
class Position(Frozen):
    """Everything that changes. Tuples of numbers go by the order of `Setup.seats`.

    `dice` is the score under the cup, known to the roller alone until it is shown or rolled over. `opponents`
    are those of the duels still to come, the pending one first (T12). `skipped` passes its turn until the cup
    leaves `current` (T10). `out` are those eliminated in this round, in order (T14); where version 2 began
    it, they may be the first alone. `missed` counts deadlines in a row (C3). `decision` grows whenever
    another decision is awaited; the deadline's key is made of it.
    """

    phase: Phase
    round: Count
    starter: SeatName
    direction: Direction
    opened: bool
    current: SeatName | None
    in_play: tuple[SeatName, ...]
    points: tuple[Count, ...]
    rounds_won: tuple[Count, ...]
    missed: tuple[Count, ...]
    announcement: Announcement | None = None
    dice: Score | None = None
    skipped: SeatName | None = None
    opponents: tuple[SeatName, ...] = ()
    out: tuple[SeatName, ...] = ()
    gone: tuple[SeatName, ...] = ()
    winners: tuple[SeatName, ...] | None = None
    decision: Count = 0

    @property
    def first_out(self) -> SeatName | None:
        """The face de nul, once there is one (T14)."""
        return next(iter(self.out), None)


TasseState: TypeAlias = State[Setup, Position]


@dataclass(frozen=True, slots=True)
class Direct(Frozen):
    """Choose the direction before the round's first roll: 1 is seat order (T3)."""

    value: int
    type: Literal["direction"] = "direction"


@dataclass(frozen=True, slots=True)
class Roll(Frozen):
    """Roll the dice in secret; with a standing announcement this is trust (T4)."""

    type: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Doubt(Frozen):
    """Lift the cup (T6)."""

    type: Literal["doubt"] = "doubt"


@dataclass(frozen=True, slots=True)
class Announce(Frozen):
    """Announce a score chosen from the ladder, where the table plays guided (T8)."""

    score: Score
    type: Literal["announce"] = "announce"


@dataclass(frozen=True)
class Say(Frozen):
    """Announce in words, where the table plays free, and people may slip (T8).

    `reading` is what they were read as; once it is there, the text is never read again.
    """

    text: str
    reading: Reading | None = None
    type: Literal["announce"] = "announce"


@dataclass(frozen=True, slots=True)
class Show(Frozen):
    """Show a special (T9), or a 32 to try the joker (T11)."""

    type: Literal["show"] = "show"


@dataclass(frozen=True, slots=True)
class Declare(Frozen):
    """Declare the score that the roller must beat in a duel (T12)."""

    score: Score
    type: Literal["duel"] = "duel"


@dataclass(frozen=True, slots=True)
class NextRound(Frozen):
    """Begin the next round (T14)."""

    type: Literal["next_round"] = "next_round"


Action: TypeAlias = Direct | Roll | Doubt | Announce | Say | Show | Declare | NextRound


@dataclass(frozen=True, slots=True)
class Observation(Frozen):
    """What one audience may know: the public facts, then what is the audience's own (`seat` and below).

    `dice` is the score under the cup, for its roller, as long as it is secret; `show` says what showing it
    would do now. `announce_from` is the lowest score that may be announced (null outside `rolled`).
    `joker_lost` and `nine_hits_roller` warn: no joker beats a 21 (T11), a nine may hit its roller (T9).
    """

    game: Literal["tasse"]
    phase: Phase
    seats: tuple[SeatName, ...]
    in_play: tuple[SeatName, ...]
    winners: tuple[SeatName, ...] | None
    points: Mapping[SeatName, int]
    direction: Direction
    current: SeatName | None
    announcement: Announcement | None
    first_out: SeatName | None
    duel: Duel | None
    to_act: tuple[SeatName, ...]
    next: SeatName | None
    starter: SeatName
    skipped: SeatName | None
    gone: tuple[SeatName, ...]
    threshold: int
    round: int
    rounds: int
    rounds_won: Mapping[SeatName, int]
    announce: Announcing
    sips: bool
    nine_hits_roller: bool
    announce_from: Score | None
    missed: Mapping[SeatName, int]
    seat: SeatName | None = None
    dice: Score | None = None
    show: Special | Literal["joker"] | None = None
    joker_lost: bool = False
