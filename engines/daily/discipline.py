"""The disciplines of the daily challenge: what all share (J1, J2), and each of them (J4 to J9)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, TypeVar, get_args

from engines.core.draws import Draws, SeededDraws
from engines.defizz.deck import Chrono
from engines.defizz.judging import is_blank, judge_answer
from engines.defizz.shelf import MIXED, house_deck
from engines.diavolo.model import Color, Throw
from engines.diavolo.throw import target, throw_dice
from engines.tasse.scores import NORMAL, SPECIALS, Normal, Score, place, roll


class Task(Protocol):
    """One of the things that a discipline asks."""

    @property
    def key(self) -> str:
        """What the task is known by where the same number may mean another one later, else ""."""

    def tell(self) -> Mapping[str, object]:
        """Return all of the task, its right answer included, as JSON-able data."""


T = TypeVar("T", bound=Task)


class Discipline(Protocol[T]):
    """One kind of the challenge: so many tasks a day, each with a right answer."""

    @property
    def name(self) -> str:
        """What it is called in buttons, in the store and in the source of its draws."""

    @property
    def count(self) -> int:
        """How many tasks there are."""

    @property
    def timed(self) -> bool:
        """Whether the time of right answers decides between equal scores (J7)."""

    def lay(self, draws: Draws) -> Sequence[T]:
        """Return the tasks of a day, in their order."""

    def judge(self, task: T, answer: str) -> bool:
        """Return whether an answer is right; raises ValueError for what is none."""


AnyDiscipline: TypeAlias = Discipline[Any]


def draws_of(seed: bytes, day: str, name: str) -> SeededDraws:
    """Return the draws of a discipline on a day (YYYY-MM-DD), from that day's seed (J1)."""
    return SeededDraws(seed, f"gobelet-daily-1:{day}:{name}")


# Ten throws of Diavolo: which pawn is the right one, and how fast that is seen (J6, J7).

_THROWS = 10


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw that lies there."""

    throw: Throw

    @property
    def key(self) -> str:
        """Nothing: a day's throws never change."""
        return ""

    @property
    def right(self) -> Color:
        """The colour of the pawn to grab: grey where several colours are first together."""
        return target(self.throw)

    def tell(self) -> Mapping[str, object]:
        """Return the throw, with the right colour."""
        return {**asdict(self.throw), "right": self.right}


class Throws:
    """The discipline: a point for each right pawn; of equal scores the faster one is better."""

    name: Final = "diavolo"
    count: Final = _THROWS
    timed: Final = True

    def lay(self, draws: Draws) -> Sequence[Thrown]:
        """Return the throws, each drawn as at a table."""
        return tuple(Thrown(throw_dice(draws, children=False)) for _ in range(_THROWS))

    def judge(self, task: Thrown, answer: str) -> bool:
        """Return whether the right pawn was named; raises ValueError for what is no colour."""
        if answer not in get_args(Color):
            raise ValueError(answer)
        return task.right == answer


# Ten cups of La Tasse: the computer has announced, and is believed or doubted (J4, J5).

BELIEVE: Final = "believe"
DOUBT: Final = "doubt"
_CUPS = 10
_LOWEST_SIX = 6
"""From among so many scores, the lowest ones, comes the score to match."""
_HONEST, _OF = 6, 7
"""Whoever can announce the truth does so six times out of seven (J5)."""
_REACH = 4
"""A lie is one of so many scores from the lowest possible lie on."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup that stands: the score that had to be matched, the dice under it, and what was announced."""

    standing: Normal
    dice: Score
    said: Normal

    @property
    def key(self) -> str:
        """Nothing: a day's cups never change."""
        return ""

    @property
    def true(self) -> bool:
        """Whether the dice show exactly what was announced."""
        return self.dice == self.said

    def tell(self) -> Mapping[str, object]:
        """Return the cup, with what was right."""
        right = BELIEVE if self.true else DOUBT
        return {"standing": self.standing, "dice": self.dice, "said": self.said, "right": right}


class Cups:
    """The discipline: a point for each cup that was believed or doubted rightly."""

    name: Final = "tasse"
    count: Final = _CUPS
    timed: Final = False

    def lay(self, draws: Draws) -> Sequence[Cup]:
        """Return the cups, each from its draws: the score to match, two dice, then the announcement."""
        return tuple(_lay_one(draws) for _ in range(_CUPS))

    def judge(self, task: Cup, answer: str) -> bool:
        """Return whether the cup was read rightly; raises ValueError for what is neither belief nor doubt."""
        if answer not in (BELIEVE, DOUBT):
            raise ValueError(answer)
        return task.true is (answer == BELIEVE)


def _lay_one(draws: Draws) -> Cup:
    standing = NORMAL[draws(_LOWEST_SIX) - 1]
    dice = roll(draws)
    return Cup(standing, dice, announce(standing, dice, draws))


def announce(standing: Normal, dice: Score, draws: Draws) -> Normal:
    """Return what the computer announces with these dice where a score stands: its published way (J5)."""
    able = dice not in SPECIALS and place(dice) >= place(standing)
    if able and (dice == NORMAL[-1] or draws(_OF) <= _HONEST):
        return NORMAL[place(dice)]
    lowest = place(dice) + 1 if able else place(standing)
    lies = [score for score in NORMAL[lowest:] if score != dice][:_REACH]
    return lies[draws(len(lies)) - 1]


# Five questions of Défizz, answered alone (J8, J9).

NO_ANSWER: Final = "-"
"""Whoever knows no answer says this, which is none."""

_QUESTIONS = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, by its card and its place on the card (from 0)."""

    card: str
    number: int
    question: Chrono

    @property
    def key(self) -> str:
        """Its card and its place there: a later release may draw others from other decks."""
        return f"{self.card}.{self.number}"

    def tell(self) -> Mapping[str, object]:
        """Return the question, with its answers."""
        return {"key": self.key, "text": self.question.text, "right": list(self.question.answers)}


class Quiz:
    """The discipline: a point for each right answer."""

    name: Final = "defizz"
    count: Final = _QUESTIONS
    timed: Final = False

    def lay(self, draws: Draws) -> Sequence[Asked]:
        """Return five questions of five cards, each drawn from those that are left."""
        left = list(open_questions())
        laid: list[Asked] = []
        while len(laid) < _QUESTIONS:
            laid.append(left[draws(len(left)) - 1])
            left = [one for one in left if one.card != laid[-1].card]
        return tuple(laid)

    def judge(self, task: Asked, answer: str) -> bool:
        """Return whether the answer is right for the judge of the game; ValueError if nothing is in it."""
        if answer == NO_ANSWER:
            return False
        if is_blank(answer):
            raise ValueError("nothing was answered")
        return bool(judge_answer(answer, task.question).right)


@cache
def open_questions() -> tuple[Asked, ...]:
    """Return what may be asked: the Chrono questions of the house's decks that need no picture."""
    return tuple(
        Asked(card.id, number, question)
        for card in house_deck(MIXED).cards
        for number, question in enumerate(card.questions)
        if isinstance(question, Chrono) and question.picture is None
    )


# The disciplines that there are, in the order in which people find them (J2).

DISCIPLINES: Mapping[str, AnyDiscipline] = MappingProxyType(
    {one.name: one for one in (Cups(), Throws(), Quiz())}
)
"""Every discipline, by its name."""
