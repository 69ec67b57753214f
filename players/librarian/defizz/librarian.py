"""What computers know in Défizz: whether a seat knows a question, how sure it feels, and what it says to it.

It is a model of what people know. Everything is a fixed draw of the seat's own key, by card and question.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256
from math import exp, log, sqrt
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from engines.core.draws import Draws, SeededDraws
from engines.core.records import SeatName
from engines.defizz.deck import Card, Chance, Chrono, Cible, Deck, PingPong, Posed
from engines.defizz.judging import is_blank, judge_answer
from engines.defizz.legal import LONGEST_ANSWER
from engines.defizz.model import DefizzState, Position, Said, Setup
from engines.defizz.settling import challenge_of, is_asked
from players.core.chance import draw_fraction, draw_normal, draw_one, happens
from players.core.player import Level, Persona, Recollection
from players.librarian.core import Librarian, Memory

QuestionT = TypeVar("QuestionT", bound=Posed)

CHANCES: Final[Mapping[Level, tuple[float, float, float]]] = MappingProxyType(
    {
        Level.EASY: (0.45, 0.25, 0.10),
        Level.MEDIUM: (0.65, 0.42, 0.22),
        Level.STRONG: (0.85, 0.65, 0.42),
    }
)
"""How often each level knows a question of difficulty 1, 2 and 3 of a theme that it does not care about."""
_UNRATED: Final = 2
_LIKES: Final = 0.7
_OWN: Final = 0.35
"""How much likings, and what sets a seat apart, change the odds of knowing (logarithms)."""


@dataclass(frozen=True, slots=True)
class Grasp(Generic[QuestionT]):
    """What one seat makes of one question: how likely it was to know it, and whether it does.

    `name` is the card and the place of the question on it.
    """

    question: QuestionT
    name: str
    memory: Memory
    chance: float
    knows: bool

    @property
    def difficulty(self) -> int:
        """How hard the question is, 1 to 3."""
        return _difficulty(self.question)

    def draws(self, about: str) -> SeededDraws:
        """Return the draws that decide one more thing about it, the same whenever it is asked."""
        return _draws_for(self.memory, about, self.name)


@dataclass(frozen=True, slots=True)
class Inkling:
    """How much a feeling tells whoever has it: nothing with a weight of 0, nearly all with 3.

    `about` is what makes one feel so; from each thing a seat feels once.
    """

    about: str
    weight: float


def grasp(card: Card, place: int, memory: Memory) -> Grasp[Posed]:
    """Return what a seat makes of the question at `place` (0 to 2) of a card, once and for all."""
    question, name = card.questions[place], f"{place} {card.id}"
    chance = _chance_to_know(question, memory)
    knows = draw_fraction(_draws_for(memory, "knows", name)) < chance
    return Grasp(question, name, memory, chance, knows)


def feel(grasped: Grasp[Posed], inkling: Inkling) -> float:
    """Return how sure the seat feels (0 to 1, three decimals) of knowing a question.

    Feelings are honest: of all questions of which somebody feels 0.7 sure, they know seven in ten.
    """
    weight = inkling.weight
    noise = sqrt(2 * weight) * draw_normal(grasped.draws(f"feels {inkling.about}"))
    told = (weight if grasped.knows else -weight) + noise  # by Bayes, this is what the odds change by
    return round(make_likelier(grasped.chance, told), 3)


def make_likelier(chance: float, more: float) -> float:
    """Return a chance whose odds have grown by e to the power of `more`."""
    return _likely(_odds(chance) + more)


def _chance_to_know(question: Posed, memory: Memory) -> float:
    """Return how likely the seat knows a question, by its difficulty and its theme.

    Nobody can know luck: what is felt of it is felt as of an ordinary question.
    """
    chance = CHANCES[memory.level][_difficulty(question) - 1]
    if isinstance(question, Chance) or not question.tags:
        return chance
    strengths = [_strength(tag, memory) for tag in question.tags]
    return make_likelier(chance, sum(strengths) / len(strengths))


def _difficulty(question: Posed) -> int:
    return _UNRATED if isinstance(question, Chance) else question.difficulty or _UNRATED


def _strength(tag: str, memory: Memory) -> float:
    own = _OWN * draw_normal(_draws_for(memory, "theme", tag))
    return _LIKES * taste(memory.persona, tag) + own


def _draws_for(memory: Memory, about: str, name: str) -> SeededDraws:
    named = sha256(f"{about}\0{name}".encode()).hexdigest()
    return SeededDraws(memory.key, f"gobelet-knows-1:{named}")


def _odds(chance: float) -> float:
    return log(chance / (1 - chance))


def _likely(odds: float) -> float:
    return 1 / (1 + exp(-odds))


# What each persona likes and what bores it, by the tags of the built-in deck; other tags are nobody's.

LIKES: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = MappingProxyType(
    {
        key: (frozenset(likes), frozenset(bored))
        for key, likes, bored in (
            (
                "basile",
                ("géographie", "pays et capitales", "fleuves et mers", "villes et monuments", "France"),
                ("musique", "cinéma", "arts", "bande dessinée", "mythologie"),
            ),
            (
                "octavie",
                ("littérature", "arts", "musique", "langue française", "contes et jeunesse"),
                ("sport", "techniques", "mathématiques", "jeux", "économie et monnaies"),
            ),
            (
                "gaspard",
                ("sport", "cuisine", "jeux", "cinéma", "vie quotidienne"),
                ("Antiquité", "littérature", "institutions", "astronomie", "langue française"),
            ),
            (
                "sidonie",
                ("sciences", "mathématiques", "astronomie", "corps humain", "techniques"),
                ("fêtes et religions", "contes et jeunesse", "cuisine", "France", "histoire"),
            ),
            (
                "anatole",
                ("histoire", "Antiquité", "mythologie", "institutions", "fêtes et religions"),
                ("animaux", "plantes", "vie quotidienne", "corps humain", "villes et monuments"),
            ),
            (
                "zelie",
                ("animaux", "plantes", "bande dessinée", "économie et monnaies", "corps humain"),
                ("géographie", "fleuves et mers", "pays et capitales", "sciences", "littérature"),
            ),
        )
    }
)
"""By the keys of personas: the tags that each knows much of, and those that it knows little of."""
_NOTHING: Final = (frozenset[str](), frozenset[str]())


def taste(persona: Persona, tag: str) -> int:
    """Return 1 for what a persona likes, -1 for what bores it, else 0."""
    likes, bored = LIKES.get(persona.key, _NOTHING)
    return (tag in likes) - (tag in bored)


# What a seat says to a question: a listed answer that it knows, a near miss, a number.

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


# What a computer's seat may recall in Défizz, and when.

CLUE: Final = Inkling("clue", 0.8)
"""A clue only hints at its question."""
TEXT: Final = Inkling("text", 2.0)
"""Whoever reads the question feels better what they know."""


class DefizzLibrarian(Librarian[Setup, Position]):
    """Has the deck that the table plays with."""

    game = "defizz"

    def recall(self, state: DefizzState, seat: SeatName, memory: Memory) -> Recollection | None:
        """Return what a seat feels of the card's clues and, once it is asked, what it says to the question.

        None for the reader, who holds the card, and while there is none.
        """
        setup, position = state.setup, state.position
        if position.card is None or seat == position.reader:
            return None
        card = setup.deck.card(position.card)
        inkling = TEXT if position.helped and seat == position.active else CLUE
        grasps = [grasp(card, place, memory) for place in range(len(card.questions))]
        hunches = tuple(feel(each, inkling) for each in grasps)
        if not is_asked(position) or seat not in challenge_of(position).participants:
            return Recollection(hunches)
        asked = grasps[challenge_of(position).question]
        words = _find_words(asked, setup, position)
        return Recollection(hunches, words, 0.0 if words is None else feel(asked, TEXT))


def _find_words(asked: Grasp[Any], setup: Setup, position: Position) -> str | None:
    match asked.question:
        case Chrono():
            return recall_answer(asked, setup.deck)
        case Cible():
            return recall_number(asked)
        case PingPong():
            return recall_one_of(asked, challenge_of(position).said)
    return None
