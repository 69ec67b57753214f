"""What happens in a game of Défizz. Everybody may know it: no event tells what is still secret."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.core.records import Event, GameOver, SeatName
from engines.defizz.deck import Kind, Mode, Number
from engines.defizz.model import Outcome

Judging: TypeAlias = Literal["bot", "reader", "deadline", "host", "vote"]
"""Who gave a verdict: at the deadline, the bot for a reader; by a vote, the table (Z14, Z21)."""


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A seat became active and must roll; `drawn`: chance picked it (Z2), `again`: after a void (Z13)."""

    round: int
    active: SeatName
    reader: str
    drawn: bool
    again: bool
    type: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """The die was rolled, by the active seat or, `by_itself`, at the deadline (Z2, Z19)."""

    seat: SeatName
    kind: Kind
    minimum: int
    by_itself: bool
    type: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True)
class PileShuffled(Event):
    """A pile was used up, and was shuffled again (Z18)."""

    pile: Kind
    type: Literal["pile_shuffled"] = "pile_shuffled"


@dataclass(frozen=True, slots=True)
class CluesRead(Event):
    """A card was turned, and its clues read to all (Z2)."""

    clues: tuple[str, ...]
    type: Literal["clues_read"] = "clues_read"


@dataclass(frozen=True, slots=True)
class HelpUsed(Event):
    """The active seat read the card's questions for itself (Z3)."""

    seat: SeatName
    type: Literal["help_used"] = "help_used"


@dataclass(frozen=True, slots=True)
class QuestionChosen(Event):
    """The reader chose the question (Z16)."""

    reader: str
    question: int
    clue: str
    by_itself: bool
    type: Literal["question_chosen"] = "question_chosen"


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """The active seat chose. A multi has no `opponent`, enrichment no `stake`; `raised`: over the minimum."""

    seat: SeatName
    question: int
    clue: str
    opponent: SeatName | None
    stake: int | None
    raised: bool
    by_itself: bool
    type: Literal["challenged"] = "challenged"


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """A seat accepted the raise (Z5, Z6)."""

    seat: SeatName
    type: Literal["accepted"] = "accepted"


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """A seat refused the raise, and paid the minimum or all it had (Z5, Z6, Z7)."""

    seat: SeatName
    paid: int
    by_itself: bool
    type: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True)
class Staked(Event):
    """All who take part paid the effective stake, less than `announced` where somebody had less (Z7)."""

    seats: tuple[SeatName, ...]
    stake: int
    announced: int
    type: Literal["staked"] = "staked"


@dataclass(frozen=True, slots=True)
class QuestionAsked(Event):
    """The question was asked."""

    question: int
    mode: Mode
    text: str
    participants: tuple[SeatName, ...]
    type: Literal["question_asked"] = "question_asked"


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A seat answered. `text` is null in a Chrono, since others can still answer (Z9)."""

    seat: SeatName
    text: str | None
    number: str | None
    type: Literal["answered"] = "answered"


@dataclass(frozen=True, slots=True)
class GaveUp(Event):
    """A seat gave up answering or, `silent`, missed its deadline."""

    seat: SeatName
    silent: bool
    type: Literal["gave_up"] = "gave_up"


@dataclass(frozen=True, slots=True)
class Judged(Event):
    """An answer was judged for good: the bot's verdict, the final one, and who gave it (Z14)."""

    seat: SeatName
    text: str
    bot: bool
    right: bool
    by: Judging
    type: Literal["judged"] = "judged"


@dataclass(frozen=True, slots=True)
class Contested(Event):
    """A seat, `by`, contested the verdict on the answer of `seat`; the others vote (Z21)."""

    by: SeatName
    seat: SeatName
    type: Literal["contested"] = "contested"


@dataclass(frozen=True, slots=True)
class Voted(Event):
    """A seat voted, or said that it would not; how, nobody is told (Z21, Z22)."""

    seat: SeatName
    type: Literal["voted"] = "voted"


@dataclass(frozen=True, slots=True)
class VoteClosed(Event):
    """A vote on a verdict is over: so many ballots to turn it, so many to let it stand (Z21)."""

    turned: bool
    to_turn: int
    to_keep: int
    type: Literal["vote_closed"] = "vote_closed"


@dataclass(frozen=True, slots=True)
class WinnerVoted(Event):
    """A vote for the winner is over: how many ballots each of those taking part got (Z22)."""

    votes: Mapping[SeatName, int]
    type: Literal["winner_voted"] = "winner_voted"


@dataclass(frozen=True, slots=True)
class VerdictTurned(Event):
    """The verdict on the answer of `seat` was turned: it is `right` now, or wrong (Z21)."""

    seat: SeatName
    right: bool
    by: Judging
    type: Literal["verdict_turned"] = "verdict_turned"


@dataclass(frozen=True, slots=True)
class SettlementUndone(Event):
    """A settled challenge is open again, since a verdict was turned (Z21).

    `pot` lies on the table again, `chips` is what each seat has besides, and `returning` are in play again.
    """

    pot: int
    chips: Mapping[SeatName, int]
    returning: tuple[SeatName, ...]
    type: Literal["settlement_undone"] = "settlement_undone"


@dataclass(frozen=True, slots=True)
class DroppedOut(Event):
    """A seat dropped out of a Ping-pong: its answer was wrong, or it had none (Z11)."""

    seat: SeatName
    type: Literal["dropped_out"] = "dropped_out"


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A die or a coin was thrown for each of these seats, in this order (Z12)."""

    sides: int
    drawn: Mapping[SeatName, int]
    type: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class NumberDrawn(Event):
    """A number was drawn; the nearest proposal wins (Z12)."""

    number: int
    type: Literal["number_drawn"] = "number_drawn"


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A challenge ended with a winner, who took the pot and, in enrichment, the prize (Z8, Z16)."""

    winner: SeatName
    outcome: Outcome
    pot: int
    prize: int
    type: Literal["settled"] = "settled"


@dataclass(frozen=True, slots=True)
class StakesReturned(Event):
    """A challenge ended without a winner: what each seat got back, and what is lost by leavers (Z13, Z20)."""

    outcome: Outcome
    returned: Mapping[SeatName, int]
    lost: int
    type: Literal["stakes_returned"] = "stakes_returned"


@dataclass(frozen=True, slots=True)
class AnswerRevealed(Event):
    """The right answers were told, each in its first wording, or the number of a Cible.

    `late`: not with the result, but once no verdict could be turned any more (Z21).
    """

    card: str
    question: int
    answers: tuple[str, ...]
    number: Number | None
    unit: str | None
    late: bool = False
    type: Literal["answer_revealed"] = "answer_revealed"


@dataclass(frozen=True, slots=True)
class BankClosed(Event):
    """The bank gave its rest to the poorest seat or, where several are (null), to nobody (Z16)."""

    seat: SeatName | None
    rest: int
    type: Literal["bank_closed"] = "bank_closed"


@dataclass(frozen=True, slots=True)
class Eliminated(Event):
    """A seat lost its last chip (Z15)."""

    seat: SeatName
    type: Literal["eliminated"] = "eliminated"


@dataclass(frozen=True, slots=True)
class ReaderChanged(Event):
    """Somebody else, or the bot, reads from now on (Z15, Z20)."""

    reader: str
    type: Literal["reader_changed"] = "reader_changed"


@dataclass(frozen=True, slots=True)
class EndAnnounced(Event):
    """The host closes the table after this round."""

    type: Literal["end_announced"] = "end_announced"


@dataclass(frozen=True, slots=True)
class ChipsMoved(Event):
    """The quizmaster, `by`, moved chips from one seat to another, with a reason (Z29)."""

    giver: SeatName
    taker: SeatName
    chips: int
    reason: str
    by: SeatName
    type: Literal["chips_moved"] = "chips_moved"


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A seat left for good (Z20), by itself or, `absent`, for its third missed deadline in a row (C3)."""

    seat: SeatName
    absent: bool
    chips: int
    to_pot: bool
    type: Literal["left"] = "left"


DefizzEvent: TypeAlias = (
    RoundStarted
    | Rolled
    | PileShuffled
    | CluesRead
    | HelpUsed
    | QuestionChosen
    | Challenged
    | Accepted
    | Refused
    | Staked
    | QuestionAsked
    | Answered
    | GaveUp
    | Judged
    | Contested
    | Voted
    | VoteClosed
    | WinnerVoted
    | VerdictTurned
    | SettlementUndone
    | DroppedOut
    | Drew
    | NumberDrawn
    | Settled
    | StakesReturned
    | AnswerRevealed
    | BankClosed
    | Eliminated
    | ReaderChanged
    | EndAnnounced
    | ChipsMoved
    | Left
    | GameOver
)
"""Any event of the game."""
