"""What a seat says to a question: a listed answer that it knows, a near miss, a number."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from math import exp
from types import MappingProxyType
from typing import Final, TypeVar

from engines.core.draws import Draws
from engines.defizz.deck import Chrono, Cible, Deck, PingPong
from engines.defizz.judging import is_blank, judge_answer
from engines.defizz.legal import LONGEST_ANSWER
from engines.defizz.model import Said
from players.core.chance import draw_normal, draw_one, happens
from players.core.player import Level
from players.librarian.defizz.knowledge import Grasp, make_likelier

# What a seat says to a question that wants words: a listed answer that it knows, a near miss, or nothing.

T = TypeVar("T")
SILENT: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 0.45, Level.MEDIUM: 0.35, Level.STRONG: 0.3}
)
"""How often nothing at all comes to mind to whoever does not know."""
_AT_HOME: Final = 1.0
"""Whoever knows a theme knows more of a list, whoever does not knows less (logarithms of odds)."""
_ALIKE: Final = 2
"""Questions that begin with as many of the same words want the same kind of thing."""


def recall_answer(grasped: Grasp[Chrono], deck: Deck) -> str | None:
    """Return what the seat says to a Chrono question, None where nothing comes to mind."""
    question = grasped.question
    if grasped.knows:
        return _say(question.answers)
    draws = grasped.draws("misses")
    if happens(SILENT[grasped.memory.level], draws):
        return None
    near = [text for text in question.reject if _is_wrong(text, question)]
    if near:
        return draw_one(near, draws)
    alike = [text for text in _answers_alike(question, deck) if _is_wrong(text, question)]
    return draw_one(alike, draws) if alike else None


def recall_one_of(grasped: Grasp[PingPong], said: Sequence[Said]) -> str | None:
    """Return the next answer of a list that the seat knows, then a near miss, then None.

    Which it knows, and in which order, is drawn once; what has been `said` by anybody is not said again.
    """
    question = grasped.question
    chance = make_likelier(grasped.chance, _AT_HOME if grasped.knows else -_AT_HOME)
    draws = grasped.draws("list")
    known = [wordings for wordings in question.answers if happens(chance, draws)]
    named = {question.answers[one.group] for one in said if one.group is not None}
    for wordings in _shuffle(known, draws):
        words = _say(wordings)
        if wordings not in named and words is not None:
            return words
    draws = grasped.draws("misses")
    if happens(SILENT[grasped.memory.level], draws):
        return None
    heard = {one.text for one in said}
    near = (text for text in _shuffle(question.reject, draws) if text not in heard)
    return next((text for text in near if _is_wrong(text, question)), None)


def _say(wordings: Iterable[str]) -> str | None:
    """Return the first wording that anybody may say."""
    return next((text for text in wordings if _can_be_said(text)), None)


def _can_be_said(text: str) -> bool:
    return len(text) <= LONGEST_ANSWER and not is_blank(text)


def _is_wrong(text: str, question: Chrono | PingPong) -> bool:
    """Whether a text can be said and is wrong, so that nobody comes by a right answer without knowing it."""
    return _can_be_said(text) and not judge_answer(text, question).right


def _answers_alike(question: Chrono, deck: Deck) -> list[str]:
    """Return the answers to other questions of the theme that want the same kind of thing."""
    tags, beginning = set(question.tags), _beginning(question)
    return [
        other.answers[0]
        for card in deck.cards
        for other in card.questions
        if isinstance(other, Chrono) and tags & set(other.tags) and _beginning(other) == beginning
    ]


def _beginning(question: Chrono) -> list[str]:
    return question.text.casefold().split()[:_ALIKE]


def _shuffle(things: Sequence[T], draws: Draws) -> list[T]:
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = draws(last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return order


# What a seat says to a question that wants a number: the number itself, or how far off people are.

SPREADS: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 0.9, Level.MEDIUM: 0.55, Level.STRONG: 0.3}
)
"""How far off each level is: the deviation of the logarithm, at difficulty 2."""
YEARS: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 1.6, Level.MEDIUM: 1.0, Level.STRONG: 0.6}
)
"""The same for years, as a factor of `_YEARS_OFF`."""
_YEARS_OFF: Final = (5, 15, 40)
_HARDER: Final = (0.7, 1.0, 1.4)
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_DIGITS: Final = 2
"""People round: so many digits of a guess count."""


def recall_number(grasped: Grasp[Cible]) -> str:
    """Return the number that the seat says; whoever does not know it misses it."""
    question, level = grasped.question, grasped.memory.level
    truth, harder = Decimal(str(question.number)), grasped.difficulty - 1
    if grasped.knows:
        return _write(truth)
    off = draw_normal(grasped.draws("misses"))
    if _is_year(question):
        return _write(_miss(truth, YEARS[level] * _YEARS_OFF[harder] * off, Decimal(1), off))
    factor = exp(SPREADS[level] * _HARDER[harder] * off)
    guess = truth * Decimal(factor) if truth else Decimal(off)
    return _write(_miss(truth, float(guess - truth), _step(guess, truth), off))


def _miss(truth: Decimal, by: float, step: Decimal, side: float) -> Decimal:
    """Return a number about `by` away from the truth, in whole steps, and never the truth itself."""
    guess = round((truth + Decimal(by)) / step) * step
    if guess != truth:
        return guess
    return truth + (step if side > 0 or truth == step else -step)


def _is_year(question: Cible) -> bool:
    whole = Decimal(str(question.number)) % 1 == 0
    return question.unit is None and whole and _FIRST_YEAR <= question.number <= _LAST_YEAR


def _step(guess: Decimal, truth: Decimal) -> Decimal:
    """Return what a guess is a multiple of: its second digit, but nothing finer than the truth itself."""
    finest = min(0, _exponent(truth))
    return Decimal(1).scaleb(max(finest, guess.adjusted() - _DIGITS + 1))


def _exponent(number: Decimal) -> int:
    exponent = number.normalize().as_tuple().exponent
    assert isinstance(exponent, int), "a deck's numbers are finite"
    return exponent


def _write(number: Decimal) -> str:
    """Return a number as it is typed here, with a comma."""
    text = f"{number.normalize():f}"
    return text.replace(".", ",")
