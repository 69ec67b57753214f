"""What happens in a Soirée. Everybody may know it, but for a ruling before the reveal.

In a round of défis the events of Défizz are told as they are; their types and these are all different.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.core.records import Event, SeatName
from engines.defizz.events import DefizzEvent
from engines.soiree.model import Play, Posed, Solution, Spoken


@dataclass(frozen=True, slots=True)
class RoundComing(Event):
    """A round is to begin once the teams are ready (S6)."""

    round: int
    play: Play
    title: str
    length: int
    type: Literal["round_coming"] = "round_coming"


@dataclass(frozen=True, slots=True)
class TeamReady(Event):
    """A team is ready (S6, S10)."""

    seat: SeatName
    type: Literal["team_ready"] = "team_ready"


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round began (S6)."""

    round: int
    type: Literal["round_began"] = "round_began"


@dataclass(frozen=True, slots=True)
class StakesAwaited(Event):
    """The clue was told, and each team must name its stake (S14)."""

    number: int
    clue: str
    theme: str | None
    type: Literal["stakes_awaited"] = "stakes_awaited"


@dataclass(frozen=True, slots=True)
class StakeNamed(Event):
    """A team named its stake, in secret, or (`silent`) let the time pass (S14)."""

    seat: SeatName
    silent: bool
    type: Literal["stake_named"] = "stake_named"


@dataclass(frozen=True, slots=True)
class QuestionPosed(Event):
    """A question was asked of all these teams at once (S7); in a tie, `tie` (S21)."""

    number: int
    question: Posed
    teams: tuple[SeatName, ...]
    tie: bool
    type: Literal["question_posed"] = "question_posed"


@dataclass(frozen=True, slots=True)
class Told(Event):
    """A team has answered; what, is secret (S7)."""

    seat: SeatName
    type: Literal["told"] = "told"


@dataclass(frozen=True, slots=True)
class Forwent(Event):
    """A team gives no answer or, `silent`, let the time pass (S7)."""

    seat: SeatName
    silent: bool
    type: Literal["forwent"] = "forwent"


@dataclass(frozen=True, slots=True)
class AnswersClosed(Event):
    """No more answers are taken; the quizmaster judges them (S9)."""

    quizmaster: SeatName
    type: Literal["answers_closed"] = "answers_closed"


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The quizmaster ruled on an answer (S9); after the reveal (`again`) everybody is told (S10)."""

    seat: SeatName
    right: int
    bot: int
    again: bool
    type: Literal["ruled"] = "ruled"


@dataclass(frozen=True, slots=True)
class AnswerTold(Event):
    """The right answer, and who had said what and what it brought, in the order of moments (S10).

    `again`: told once more, since a ruling after the reveal changed it.
    """

    question: Posed
    solution: Solution
    said: tuple[Spoken, ...]
    again: bool
    type: Literal["answer_told"] = "answer_told"


@dataclass(frozen=True, slots=True)
class QuestionWithdrawn(Event):
    """A question was withdrawn (S17); what it brought is taken back."""

    number: int
    revealed: bool
    type: Literal["question_withdrawn"] = "question_withdrawn"


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The quizmaster changed a team's points, with a reason (S16)."""

    seat: SeatName
    points: int
    reason: str
    by: SeatName
    type: Literal["corrected"] = "corrected"


@dataclass(frozen=True, slots=True)
class Standing(Event):
    """A round ended: what it brought each team, and their points now, in seat order (S11 to S20)."""

    round: int
    teams: tuple[SeatName, ...]
    gained: tuple[int, ...]
    points: tuple[int, ...]
    skipped: bool
    type: Literal["standing"] = "standing"


@dataclass(frozen=True, slots=True)
class CardsRanOut(Event):
    """No card is left that fits the round: it ends before its time (S17)."""

    round: int
    type: Literal["cards_ran_out"] = "cards_ran_out"


@dataclass(frozen=True, slots=True)
class Tied(Event):
    """Several teams are first, and a Cible decides (S21)."""

    seats: tuple[SeatName, ...]
    type: Literal["tied"] = "tied"


@dataclass(frozen=True, slots=True)
class EndComing(Event):
    """The evening ends after this round (S26)."""

    type: Literal["end_coming"] = "end_coming"


@dataclass(frozen=True, slots=True)
class QuizmasterReplaced(Event):
    """The bot leads from now on (S23)."""

    seat: SeatName
    type: Literal["quizmaster_replaced"] = "quizmaster_replaced"


@dataclass(frozen=True, slots=True)
class TeamLeft(Event):
    """A team left for good (S23)."""

    seat: SeatName
    type: Literal["team_left"] = "team_left"


@dataclass(frozen=True, slots=True)
class EveningOver(Event):
    """The evening ended (S21, S22)."""

    winners: tuple[SeatName, ...]
    type: Literal["evening_over"] = "evening_over"


OwnEvent: TypeAlias = (
    RoundComing
    | TeamReady
    | RoundBegan
    | StakesAwaited
    | StakeNamed
    | QuestionPosed
    | Told
    | Forwent
    | AnswersClosed
    | Ruled
    | AnswerTold
    | QuestionWithdrawn
    | Corrected
    | Standing
    | CardsRanOut
    | Tied
    | EndComing
    | QuizmasterReplaced
    | TeamLeft
    | EveningOver
)
"""What is the evening's own."""

SoireeEvent: TypeAlias = OwnEvent | DefizzEvent
"""Any event of an evening."""
