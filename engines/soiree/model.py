"""The records of a Soirée: setup and position, the actions of a seat, and what one audience may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from engines.core.records import Count, Frozen, SeatName, State
from engines.defizz import model as defizz
from engines.defizz import observe as defizz_seen
from engines.defizz.deck import Deck, Picture

Phase: TypeAlias = Literal["break", "wager", "answer", "verdict", "reveal", "challenges", "over"]
Play: TypeAlias = Literal["all", "challenges"]
Level: TypeAlias = Literal["mixed", "easy", "hard"]
AskedMode: TypeAlias = Literal["chrono", "cible", "pingpong"]
Preset: TypeAlias = Literal["apero", "soiree", "finale"]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
Index: TypeAlias = Annotated[int, Field(ge=0, le=2)]
Misses: TypeAlias = Annotated[int, Field(ge=0, le=3)]
Points: TypeAlias = Annotated[int, Field(ge=0, lt=2**53)]
Change: TypeAlias = Annotated[int, Field(gt=-(2**53), lt=2**53)]

BOT: Final = "bot"
"""What options and observations call the quizmaster when the bot leads."""
MOST_TEAMS: Final = 12
MOST_ROUNDS: Final = 12
MOST_QUESTIONS: Final = 30
LIST_AT_MOST: Final = 5
"""How many answers of a list count (S13)."""
HIGHEST_STAKE: Final = 5
MOST_CORRECTED: Final = 100
LONGEST_REASON: Final = 200


@dataclass(frozen=True, slots=True)
class Round(Frozen):
    """A round of the programme (S3): how it is played, how long, of which cards, and what it is worth."""

    play: Play = "all"
    title: Annotated[str, Field(max_length=80)] = ""
    length: Annotated[int, Field(ge=1, le=MOST_QUESTIONS)] = 8
    themes: Annotated[tuple[Name, ...], Field(max_length=25)] = ()
    without: Annotated[tuple[Name, ...], Field(max_length=25)] = ()
    level: Level = "mixed"
    modes: Annotated[tuple[AskedMode, ...], Field(max_length=3)] = ()
    deck: Name | None = None
    worth: Annotated[int, Field(ge=1, le=3)] = 1
    speed: bool = False
    stakes: bool = False


@dataclass(frozen=True, slots=True)
class Options(Frozen):
    """What the host sets: people a team (S1), quizmaster (S2), programme (S3), `shuffle` (S5)."""

    people: Annotated[int, Field(ge=1, le=6)] = 1
    quizmaster: str = BOT
    evening: Preset = "apero"
    programme: Annotated[tuple[Round, ...], Field(max_length=MOST_ROUNDS)] = ()
    shuffle: bool = True


@dataclass(frozen=True, slots=True)
class Setup(Frozen):
    """What stays the same for the whole evening.

    `programme` are the rounds that are played, preset or not. `fitting` are the ids of the cards that fit
    each round, in the deck's order.
    """

    game: Literal["soiree"]
    seats: tuple[SeatName, ...]
    options: Options
    programme: tuple[Round, ...]
    fitting: tuple[tuple[str, ...], ...]
    deck: Deck


@dataclass(frozen=True, slots=True)
class Asked(Frozen):
    """Which question is asked: its card, and its place on it."""

    card: str
    question: Index


@dataclass(frozen=True)
class Reply(Frozen):
    """One team's answer, or silence (`text` null), in the order of arrival.

    `bot` are the right answers in it by the bot, `right` by the last ruling (1 or 0; up to 5 in a list; both
    0 for a number, and for silence). `number` is the number that was read, in decimal digits.
    """

    seat: SeatName
    text: str | None
    at: int | None = None
    bot: Count = 0
    right: Count = 0
    number: str | None = None


@dataclass(frozen=True)
class Result(Frozen):
    """A question that has been revealed: what was said, and what it brought each seat (in seat order)."""

    asked: Asked
    said: tuple[Reply, ...]
    wagers: tuple[Points | None, ...]
    points: tuple[Change, ...]


@dataclass(frozen=True)
class Bout(Frozen):
    """A round of défis (S18): the seats and cards of its game of Défizz, who begins, and its position.

    `settled` counts the challenges that are over.
    """

    seats: tuple[SeatName, ...]
    cards: tuple[str, ...]
    first: SeatName
    position: defizz.Position
    settled: Count = 0


@dataclass(frozen=True)
class Position(Frozen):
    """Everything that changes. Tuples of numbers go by the order of `Setup.seats`.

    `round` is the index of the round in play or to come, `number` the question of it, from 1; in a tie
    (`tied` names who is in it, S21) the one of the tie. `order` are the cards in the order of S5, `used`
    those that were turned. `by_round` are the points that each round begun has brought each seat. `waiting`
    have still to decide in this phase. `decision` grows whenever another decision is awaited.
    """

    phase: Phase
    round: Count
    number: Count
    quizmaster: SeatName | None
    points: tuple[Points, ...]
    by_round: tuple[tuple[Change, ...], ...]
    order: tuple[str, ...]
    missed: tuple[Misses, ...]
    used: tuple[str, ...] = ()
    tied: tuple[SeatName, ...] = ()
    asked: Asked | None = None
    wagers: tuple[Points | None, ...] = ()
    said: tuple[Reply, ...] = ()
    waiting: tuple[SeatName, ...] = ()
    last: Result | None = None
    bout: Bout | None = None
    gone: tuple[SeatName, ...] = ()
    ending: bool = False
    winners: tuple[SeatName, ...] | None = None
    decision: Count = 0


SoireeState: TypeAlias = State[Setup, Position]


@dataclass(frozen=True, slots=True)
class Ready(Frozen):
    """Say that one is ready for the next round or question (S6, S10)."""

    type: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Wager(Frozen):
    """Name one's own stake (S14)."""

    stake: Annotated[int, Field(ge=1, le=HIGHEST_STAKE)]
    type: Literal["wager"] = "wager"


@dataclass(frozen=True, slots=True)
class Taken(Frozen):
    """What the bot took an answer for: how many right ones, or the number that was read (S9, S12, S13)."""

    right: Annotated[int, Field(ge=0, le=LIST_AT_MOST)] = 0
    number: str | None = None


@dataclass(frozen=True)
class Tell(Frozen):
    """Answer a question *pour tous* (S7); `at` is any whole number that orders the answers.

    `verdict` is what the bot took it for; once it is there, the text is never read again.
    """

    text: str
    at: int | None = None
    verdict: Taken | None = None
    type: Literal["tell"] = "tell"


@dataclass(frozen=True, slots=True)
class Forgo(Frozen):
    """Give no answer to a question *pour tous* (S7)."""

    type: Literal["forgo"] = "forgo"


@dataclass(frozen=True, slots=True)
class Rule(Frozen):
    """The quizmaster rules how many right answers a team gave: 0 or 1, in a list up to 5 (S9, S10)."""

    seat: SeatName
    right: Annotated[int, Field(ge=0, le=LIST_AT_MOST)]
    type: Literal["rule"] = "rule"


@dataclass(frozen=True, slots=True)
class Proceed(Frozen):
    """The quizmaster goes on: begins, closes, makes verdicts final, asks the next question (S6 to S10)."""

    type: Literal["proceed"] = "proceed"


@dataclass(frozen=True, slots=True)
class Award(Frozen):
    """The quizmaster corrects a team's points, with a reason (S16)."""

    seat: SeatName
    points: Annotated[int, Field(ge=-MOST_CORRECTED, le=MOST_CORRECTED)]
    reason: str
    type: Literal["award"] = "award"


@dataclass(frozen=True, slots=True)
class Withdraw(Frozen):
    """The quizmaster withdraws the question (S17)."""

    type: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True, slots=True)
class SkipRound(Frozen):
    """The quizmaster ends the round at once (S26)."""

    type: Literal["skip_round"] = "skip_round"


@dataclass(frozen=True, slots=True)
class EndAfterRound(Frozen):
    """The quizmaster announces the end after this round (S26)."""

    type: Literal["end_after_round"] = "end_after_round"


OwnAction: TypeAlias = (
    Ready | Wager | Tell | Forgo | Rule | Proceed | Award | Withdraw | SkipRound | EndAfterRound
)
Action: TypeAlias = OwnAction | defizz.Action
"""An action of the evening, or one of Défizz in a round of défis."""


@dataclass(frozen=True, slots=True)
class Posed(Frozen):
    """A question as everybody may read it; `unit` belongs to a Cible, `size` (how many answers) to a list.

    The name of its `picture` is a key, as in Défizz (Z26).
    """

    mode: AskedMode
    text: str
    theme: str | None = None
    unit: str | None = None
    size: int | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Solution(Frozen):
    """What a question's right answer is: wordings a listed answer, or the number; where it can be read up."""

    answers: tuple[tuple[str, ...], ...] = ()
    reject: tuple[str, ...] = ()
    number: int | float | None = None
    unit: str | None = None
    source: str | None = None
    anecdote: str | None = None


@dataclass(frozen=True, slots=True)
class Spoken(Frozen):
    """A team's answer as the audience may know it. `points` are null until it is revealed what it brought."""

    seat: SeatName
    text: str | None
    at: int | None
    bot: int
    right: int
    number: str | None
    wager: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Revealed(Frozen):
    """The last question, as everybody may know it: the answer, and who had what, in the order of moments."""

    question: Posed
    solution: Solution
    said: tuple[Spoken, ...]
    card: str
    index: int


@dataclass(frozen=True, slots=True)
class Observation(Frozen):
    """What one audience may know: the public facts, then what is the audience's own (`seat` and below).

    `round` is the index of the round in play or to come, `number` the question of it, of `length`. `theme`
    and `clue` are known once a question is about to be asked. `answered` are those whose answer (or stake, or
    being ready) is there, `waiting` those who are awaited. `by_round` are the points of each round begun.
    `bout` is what the audience may know of the game of Défizz in play.

    For a quizmaster, `solution` and `said` show the answer and what came in so far, in the order of moments.
    Of a team, `answer` is what it said itself, and `wager` its own stake.
    """

    game: Literal["soiree"]
    phase: Phase
    seats: tuple[SeatName, ...]
    teams: tuple[SeatName, ...]
    quizmaster: str
    winners: tuple[SeatName, ...] | None
    programme: tuple[Round, ...]
    round: int
    number: int
    length: int
    points: Mapping[SeatName, int]
    by_round: Mapping[SeatName, tuple[int, ...]]
    to_act: tuple[SeatName, ...]
    answered: tuple[SeatName, ...]
    tied: tuple[SeatName, ...]
    theme: str | None
    clue: str | None
    question: Posed | None
    last: Revealed | None
    bout: defizz_seen.Observation | None
    gone: tuple[SeatName, ...]
    missed: Mapping[SeatName, int]
    ending: bool
    people: int
    seat: SeatName | None = None
    solution: Solution | None = None
    said: tuple[Spoken, ...] | None = None
    answer: str | None = None
    wager: int | None = None
