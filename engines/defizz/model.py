"""The records of Défizz: setup and position, and the actions of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from engines.core.records import Count, Frozen, SeatName, State
from engines.defizz.deck import Deck, Kind
from engines.defizz.shelf import Level

Phase: TypeAlias = Literal["roll", "ask", "choose", "raise", "answer", "verdict", "vote", "over"]
Reading: TypeAlias = Literal["seat", "bot", "master"]
Chips: TypeAlias = Annotated[int, Field(ge=0, multiple_of=100)]
Index: TypeAlias = Annotated[int, Field(ge=0, le=2)]
Misses: TypeAlias = Annotated[int, Field(ge=0, le=3)]
Outcome: TypeAlias = Literal["won", "refused", "alone", "tie", "nobody", "voided", "off"]

LONGEST_REASON: Final = 200
"""The most characters of a reason that a quizmaster gives (Z29)."""
MOST_MOVED: Final = 10**9
"""No seat ever has so many chips."""
BOT = "bot"
"""What observations call the reader when the bot reads."""


@dataclass(frozen=True, slots=True)
class Options(Frozen):
    """What the host sets: `first` (Z2), `reader` (Z1, Z27), variants and `bank` (Z16), `shuffle` (Z18).

    `contest`: verdicts can be turned, and the table votes where a reader would name (Z21, Z22).
    Only questions of these `themes` (none named: of all) and of this `difficulty` are played with (Z25).
    """

    first: str = "drawn"
    reader: Reading = "seat"
    expert: bool = False
    teams: bool = False
    enrichment: bool = False
    bank: Annotated[int, Field(ge=500, multiple_of=100)] = 11_400
    shuffle: bool = True
    contest: bool = False
    themes: tuple[str, ...] = ()
    difficulty: Level = "mixed"


@dataclass(frozen=True, slots=True)
class Setup(Frozen):
    """What stays the same for the whole table."""

    game: Literal["defizz"]
    seats: tuple[SeatName, ...]
    options: Options
    deck: Deck


@dataclass(frozen=True, slots=True)
class Die(Frozen):
    """The die as rolled: the kind of challenge, and its minimum, for the last two the double (Z2, Z15)."""

    kind: Kind
    minimum: Chips


@dataclass(frozen=True)
class Pile(Frozen):
    """A pile: the ids of its cards in the order of play, and how many of them have been turned (Z18).

    `through` is how often it was used up and shuffled again.
    """

    order: tuple[str, ...]
    turned: Count = 0
    through: Count = 0


@dataclass(frozen=True)
class Said(Frozen):
    """One answer, or silence (`text` null), in the order of arrival.

    `bot` is the bot's verdict and `right` the final one, each null where there is none (yet). `group` is the
    listed answer that it names, `number` the number that was read, in decimal digits.
    """

    seat: SeatName
    text: str | None
    at: int | None = None
    bot: bool | None = None
    right: bool | None = None
    group: int | None = None
    number: str | None = None


@dataclass(frozen=True)
class Challenge(Frozen):
    """A challenge from the choice until it is settled.

    `stake` is the announced one, then the effective one (null in enrichment). `participants` have agreed to
    take part. `waiting` have still to decide: all at once in a Chrono, else the first of them now. In a
    Ping-pong they are those still in. `contested`: who has contested a verdict of it (Z21).
    """

    question: Index
    opponent: SeatName | None
    stake: Chips | None
    participants: tuple[SeatName, ...]
    refused: tuple[SeatName, ...] = ()
    waiting: tuple[SeatName, ...] = ()
    said: tuple[Said, ...] = ()
    contested: tuple[SeatName, ...] = ()


@dataclass(frozen=True)
class Result(Frozen):
    """How the last challenge ended. `question` is null when none was asked.

    `by_lot`: the winner was drawn, since the bot read in the place of a reader who names one (Z12, Z22).
    """

    outcome: Outcome
    card: str
    question: Index | None
    active: SeatName
    winner: SeatName | None
    pot: Chips
    prize: Chips
    said: tuple[Said, ...]
    by_lot: bool = False


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


@dataclass(frozen=True)
class Position(Frozen):
    """Everything that changes. Tuples of numbers go by the order of `Setup.seats`.

    `reader` is null where the bot reads. `paid` is what each seat has put into the pot. `out` are those
    eliminated, in order (Z15). `helped` says that the active seat has seen this card's questions (Z3).
    `asked` is the question that the reader chose (Z16). `ending` closes the table after this round. `missed`
    counts deadlines in a row (C3); `decision` grows whenever another decision is awaited. `poll` is the vote
    that is on. `before` is the position just before those verdicts that can still be turned (Z21), without
    the cards of its piles.
    """

    phase: Phase
    round: Count
    active: SeatName
    reader: SeatName | None
    chips: tuple[Chips, ...]
    paid: tuple[Chips, ...]
    bank: Chips
    lost: Chips
    in_play: tuple[SeatName, ...]
    missed: tuple[Misses, ...]
    help_left: tuple[bool, ...]
    duel: Pile
    multi: Pile
    die: Die | None = None
    card: str | None = None
    helped: bool = False
    asked: Index | None = None
    challenge: Challenge | None = None
    last: Result | None = None
    out: tuple[SeatName, ...] = ()
    gone: tuple[SeatName, ...] = ()
    ending: bool = False
    winners: tuple[SeatName, ...] | None = None
    decision: Count = 0
    poll: Poll | None = None
    before: Position | None = None


DefizzState: TypeAlias = State[Setup, Position]


@dataclass(frozen=True, slots=True)
class Roll(Frozen):
    """Roll the die (Z2)."""

    type: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Help(Frozen):
    """Read the card's questions for oneself, once a game (Z3)."""

    type: Literal["help"] = "help"


@dataclass(frozen=True, slots=True)
class AskQuestion(Frozen):
    """The reader chooses the question (Z16, expert)."""

    question: int
    type: Literal["ask"] = "ask"


@dataclass(frozen=True, slots=True)
class Choose(Frozen):
    """Choose the question, the stake and, in a duel, the opponent (Z4); variants leave some out (Z16)."""

    question: int | None = None
    opponent: SeatName | None = None
    stake: int | None = None
    type: Literal["choose"] = "choose"


@dataclass(frozen=True, slots=True)
class Accept(Frozen):
    """Accept the raise (Z5, Z6)."""

    type: Literal["accept"] = "accept"


@dataclass(frozen=True, slots=True)
class Refuse(Frozen):
    """Refuse the raise: pay the minimum, take no part (Z5, Z6)."""

    type: Literal["refuse"] = "refuse"


@dataclass(frozen=True, slots=True)
class Heard(Frozen):
    """What the bot took an answer for (Z14).

    `right` is its verdict, null where numbers are proposed. `group` is the listed answer that was named in a
    Ping-pong, `number` the number that was read, in decimal digits.
    """

    right: bool | None = None
    group: int | None = None
    number: str | None = None


@dataclass(frozen=True)
class Answer(Frozen):
    """Answer; `at` is any whole number that orders the answers to a Chrono question (Z9).

    `verdict` is what the bot took it for; once it is there, the text is never read again.
    """

    text: str
    at: int | None = None
    verdict: Heard | None = None
    type: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class Pass(Frozen):
    """Give up answering."""

    type: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Judge(Frozen):
    """The reader's verdict on the pending answer (Z14)."""

    right: bool
    type: Literal["judge"] = "judge"


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
class Name(Frozen):
    """The reader names the winner (Z12), or a seat votes for one (Z22)."""

    seat: SeatName
    type: Literal["name"] = "name"


@dataclass(frozen=True, slots=True)
class TakeBack(Frozen):
    """The quizmaster takes the card back; the turn is played again with another one (Z27)."""

    type: Literal["take_back"] = "take_back"


@dataclass(frozen=True, slots=True)
class LastTurn(Frozen):
    """The quizmaster closes the table once the next seat would become active (Z27)."""

    type: Literal["last_turn"] = "last_turn"


@dataclass(frozen=True, slots=True)
class Transfer(Frozen):
    """The quizmaster moves chips from one seat to another, with a reason (Z29)."""

    giver: SeatName
    taker: SeatName
    chips: Annotated[int, Field(ge=1, le=MOST_MOVED)]
    reason: str
    type: Literal["transfer"] = "transfer"


Action: TypeAlias = (
    Roll
    | Help
    | AskQuestion
    | Choose
    | Accept
    | Refuse
    | Answer
    | Pass
    | Judge
    | Contest
    | Vote
    | Name
    | TakeBack
    | LastTurn
    | Transfer
)
