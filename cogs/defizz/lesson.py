"""The lesson of Défizz: clues, a stake, a race to answer, a raise to accept or refuse, a number.

It has cards of its own; answers are names that are the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.tables.lessons import END, LEARNER, OTHER, Lesson, LessonStep, Move, Say, Way
from bot.texts import N_
from engines.defizz.deck import Card, Chance, Chrono, Cible, Deck, Kind
from engines.defizz.model import Accept, Answer, Choose, Refuse, Roll

__all__ = ["LESSON"]


def _deck(t: Say) -> Mapping[str, Any]:
    """The cards of the lesson, in the language of who learns."""
    toss = Chance(mode="chance", resolver="coin", clue=t("Pile ou face"), text=t("Pile ou face ?"))
    planet = Chrono(
        mode="chrono",
        clue=t("Le système solaire"),
        text=t("Quelle planète appelle-t-on la planète rouge ?"),
        answers=("Mars",),
        reject=("Jupiter", "Uranus"),
    )
    city = Chrono(
        mode="chrono",
        clue=t("Les capitales"),
        text=t("Quelle ville est la capitale du Canada ?"),
        answers=("Ottawa",),
        reject=("Toronto", "Vancouver"),
    )
    stairs = Cible(
        mode="cible",
        clue=t("Un monument de Paris"),
        text=t("Combien de marches mènent au sommet de la tour Eiffel ?"),
        number=1665,
    )
    cards = (_card("lesson-1", "duel", planet, city, toss), _card("lesson-2", "multi", stairs, toss, toss))
    spare = (_card("lesson-3", "duel", toss, toss, toss), _card("lesson-4", "multi", toss, toss, toss))
    return {"deck": Deck(format=1, name="…", language="fr", licence="…", cards=(*cards, *spare))}


def _card(name: str, pile: Kind, *questions: Any) -> Card:
    return Card(id=name, pile=pile, questions=questions)


def _both(mine: str, his: str, after: int) -> tuple[Move, Move]:
    """Both answer a race, Basile so many ms after it began."""
    return Move(LEARNER, Answer(mine), after=4_200), Move(OTHER, Answer(his), after=after)


def _challenge(question: int, stake: int, said: str, label: str) -> Way:
    """Challenge Basile, who accepts a raise."""
    moves: tuple[Move, ...] = (Move(LEARNER, Choose(question, OTHER, stake)),)
    if stake > _LEAST:
        moves += (Move(OTHER, Accept()),)
    return Way(moves, said, label, "planet" if question == 0 else "city")


_LEAST = 200
"""The minimum of the first challenge: for the last two in play it is doubled."""
_WON = N_("Juste, et Basile ne savait pas : vous prenez le **pot**, les deux mises.")
_LOST = N_(
    "Ce n’était pas cela : Basile savait, et prend le pot. Mieux vaut miser gros sur ce que l’on sait."
)

_ROLL = LessonStep(
    N_("Un quiz où l’on **mise** : prenez tous les jetons. À votre tour, **lancez** le dé."),
    (
        Way(
            (Move(LEARNER, Roll(), (1,)),),
            N_("**Duel** : contre une personne. À deux, le minimum double : 200."),
        ),
    ),
)
_CHOICE = LessonStep(
    N_(
        "Trois **indices**, sans les questions. Choisissez ce que vous connaissez, puis la mise "
        ": au minimum, Basile ne peut pas refuser ; au-dessus, il peut."
    ),
    (
        _challenge(
            0,
            _LEAST,
            N_("Au minimum, personne ne refuse : vous payez tous les deux."),
            N_("Système solaire, 200"),
        ),
        _challenge(0, 600, N_("Basile accepte : le pot monte à 1\u202f200."), N_("Système solaire, 600")),
        _challenge(
            1, _LEAST, N_("Au minimum, personne ne refuse : vous payez tous les deux."), N_("Capitales, 200")
        ),
        _challenge(1, 600, N_("Basile accepte : le pot monte à 1\u202f200."), N_("Capitales, 600")),
    ),
)
_RACE = N_(
    "Un **Chrono** : la première bonne réponse gagne. Dans une vraie partie, **Répondre** "
    "ouvre une fenêtre où l’on tape sa réponse ; les petites fautes passent. Ici, choisissez."
)
_PLANET = LessonStep(
    _RACE,
    (
        Way(_both("Mars", "Uranus", 6_800), _WON, "Mars", "turn"),
        Way(_both("Jupiter", "Mars", 6_800), _LOST, "Jupiter", "turn"),
        Way(_both("Uranus", "Mars", 6_800), _LOST, "Uranus", "turn"),
    ),
    "planet",
)
_CITY = LessonStep(
    _RACE,
    (
        Way(_both("Ottawa", "Toronto", 6_800), _WON, "Ottawa", "turn"),
        Way(_both("Toronto", "Ottawa", 6_800), _LOST, "Toronto", "turn"),
        Way(_both("Vancouver", "Ottawa", 6_800), _LOST, "Vancouver", "turn"),
    ),
    "city",
)
_TURN = LessonStep(
    N_("À Basile : le dé, les indices, puis le choix."),
    (
        Way(
            (Move(OTHER, Roll(), (4,)), Move(OTHER, Choose(0, None, 800))),
            N_("**Multi** : contre tout le monde. Basile choisit le monument, et **monte** à 800."),
            N_("Continuer"),
        ),
    ),
    "turn",
)
_RAISE = LessonStep(
    N_(
        "Au-dessus du minimum, vous pouvez **refuser** : vous payez 200, et vous regardez. Si "
        "personne n’accepte, Basile empoche ces 200 sans question."
    ),
    (
        Way(
            (Move(LEARNER, Accept()), Move(OTHER, Answer("1000"))),
            N_("Vous payez 800 tous les deux : 1\u202f600 au pot. Basile propose 1\u202f000."),
        ),
        Way(
            (Move(LEARNER, Refuse()),),
            N_(
                "Cela coûte 200, pas plus. Refuser trop souvent vous grignote ; accepter sans savoir "
                "vous ruine."
            ),
            to=END,
        ),
    ),
)


def _number(number: str, said: str, label: str) -> Way:
    return Way((Move(LEARNER, Answer(number)),), said, label)


_TARGET = LessonStep(
    N_("Une **Cible** : chacun propose un nombre, et le plus proche gagne. Vous connaissez celui de Basile."),
    (
        _number(
            "1600", N_("1\u202f665 marches : vous êtes tout près, et vous prenez le pot !"), "1\u202f600"
        ),
        _number(
            "1100",
            N_("Juste au-dessus de Basile : la vraie réponse était plus haut encore, et vous gagnez !"),
            "1\u202f100",
        ),
        _number("600", N_("1\u202f665 marches : Basile était plus près, et prend le pot."), "600"),
    ),
)

LESSON = Lesson(
    options={"first": LEARNER, "reader": "bot", "shuffle": False},
    steps=(_ROLL, _CHOICE, _PLANET, _CITY, _TURN, _RAISE, _TARGET),
    recall=(
        N_("Trois indices, une question, une mise : misez gros sur ce que vous savez."),
        N_("Au minimum, personne ne refuse ; au-dessus, refuser coûte le minimum."),
        N_("Une fois par partie, **Au secours !** montre les trois questions avant de choisir."),
    ),
    worded=_deck,
)
