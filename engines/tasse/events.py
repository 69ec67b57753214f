"""What happens in a game of La Tasse. Everybody may know it, but for `Peeked`, which has an audience."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.core.records import Event, GameOver, Left, SeatName
from engines.tasse.model import Direction
from engines.tasse.scores import Score, Special

Reason: TypeAlias = Literal[
    "doubted_truth",  # the doubter: the announcement was true (T6)
    "lied",  # the announcer: it was not (T6)
    "misannounced",  # T8
    "seven",  # T9
    "double_five",
    "thirty_one",
    "nine",
    "on_twenty_one",  # the roller of a special on a 21 (T10)
    "joker_won",  # the next seat, by another's joker (T11)
    "joker_lost",
    "duel_lost",  # T12
    "fell",  # T15
]
"""Why a seat scored."""


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round began; `starter` holds the cup. With `drawn`, chance picked that seat (T3, T14)."""

    round: int
    starter: SeatName
    drawn: bool
    type: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class DirectionChosen(Event):
    """The starter chose the direction (T3)."""

    seat: SeatName
    direction: Direction
    type: Literal["direction_chosen"] = "direction_chosen"


@dataclass(frozen=True, slots=True)
class Trusted(Event):
    """A seat believed the announcement: the dice under the cup are gone, never shown (T4)."""

    seat: SeatName
    announcer: SeatName
    score: Score
    type: Literal["trusted"] = "trusted"


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A seat rolled in secret; `to_match` is the standing score, if any. `again` after a nine (T9)."""

    seat: SeatName
    to_match: Score | None
    again: bool
    type: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True)
class Peeked(Event):
    """The roller saw its own dice. Told to that seat alone."""

    seat: SeatName
    dice: Score
    type: Literal["peeked"] = "peeked"


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """A seat announced a score, in words if there is a `text`, and passed the cup to `to` (T5, T8)."""

    seat: SeatName
    score: Score
    to: SeatName
    text: str | None = None
    type: Literal["announced"] = "announced"


@dataclass(frozen=True, slots=True)
class Misannounced(Event):
    """A seat said what is no normal score, or one below the standing score `to_match` (T8)."""

    seat: SeatName
    text: str
    score: Score | None
    to_match: Score | None
    type: Literal["misannounced"] = "misannounced"


@dataclass(frozen=True, slots=True)
class Doubted(Event):
    """The cup was lifted: `announced` was claimed, `dice` lay there; `truth` when they are equal (T6)."""

    seat: SeatName
    announcer: SeatName
    announced: Score
    dice: Score
    truth: bool
    type: Literal["doubted"] = "doubted"


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """A seat showed a special that hits `target`; with `on_21`, the roller takes a point too (T9, T10)."""

    seat: SeatName
    dice: Score
    special: Special
    target: SeatName
    on_21: bool
    type: Literal["shown"] = "shown"


@dataclass(frozen=True, slots=True)
class JokerPlayed(Event):
    """A seat showed its 32 and rolled `dice` openly; `target` pays if they beat `to_beat` (T11)."""

    seat: SeatName
    to_beat: Score
    dice: Score
    won: bool
    target: SeatName
    type: Literal["joker_played"] = "joker_played"


@dataclass(frozen=True, slots=True)
class DuelsStarted(Event):
    """A 32 was shown on a 32: the roller must duel each of the opponents, in this order (T12)."""

    roller: SeatName
    opponents: tuple[SeatName, ...]
    type: Literal["duels_started"] = "duels_started"


@dataclass(frozen=True, slots=True)
class Duelled(Event):
    """An opponent declared a score and the roller rolled openly; `won` when the roller beat it (T12)."""

    roller: SeatName
    opponent: SeatName
    score: Score
    dice: Score
    won: bool
    type: Literal["duelled"] = "duelled"


@dataclass(frozen=True, slots=True)
class DuelWaived(Event):
    """An opponent's time ran out, and its duel is not fought (T15)."""

    roller: SeatName
    opponent: SeatName
    type: Literal["duel_waived"] = "duel_waived"


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """A seat's time ran out, and the cup fell (T15)."""

    seat: SeatName
    type: Literal["fell"] = "fell"


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A seat took points (one, or two); `total` is what it has now (T13)."""

    seat: SeatName
    points: int
    total: int
    reason: Reason
    type: Literal["scored"] = "scored"


@dataclass(frozen=True, slots=True)
class Eliminated(Event):
    """A seat went out with `total` points; `first` marks the face de nul (T13, T14)."""

    seat: SeatName
    total: int
    first: bool
    type: Literal["eliminated"] = "eliminated"


@dataclass(frozen=True, slots=True)
class DirectionTurned(Event):
    """A 31 turned the direction (T9)."""

    direction: Direction
    type: Literal["direction_turned"] = "direction_turned"


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat passes its turn after a double 5 (T9, T10)."""

    seat: SeatName
    type: Literal["skipped"] = "skipped"


@dataclass(frozen=True, slots=True)
class Restarted(Event):
    """A seat has the cup and starts from zero (T7)."""

    seat: SeatName
    type: Literal["restarted"] = "restarted"


@dataclass(frozen=True, slots=True)
class RoundWon(Event):
    """One seat was left in play and won the round; `rounds_won` counts its rounds (T13, T14)."""

    seat: SeatName
    round: int
    rounds_won: int
    type: Literal["round_won"] = "round_won"


TasseEvent: TypeAlias = (
    RoundStarted
    | DirectionChosen
    | Trusted
    | Rolled
    | Peeked
    | Announced
    | Misannounced
    | Doubted
    | Shown
    | JokerPlayed
    | DuelsStarted
    | Duelled
    | DuelWaived
    | Fell
    | Scored
    | Eliminated
    | DirectionTurned
    | Skipped
    | Restarted
    | Left
    | RoundWon
    | GameOver
)
"""Any event of the game."""
