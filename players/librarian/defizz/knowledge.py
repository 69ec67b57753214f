"""Whether a seat knows a question, and how sure it feels: a model of what people know.

Everything is a fixed draw of the seat's own key, by card and question.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import exp, log, sqrt
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from engines.core.draws import SeededDraws
from engines.defizz.deck import Card, Chance, Posed
from players.core.chance import draw_fraction, draw_normal
from players.core.player import Level, Persona
from players.librarian.core import Memory

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
