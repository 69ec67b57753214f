"""The lesson of DESfausse: devils, what leaves at a call, the cursed, and the turn after that.

Who learns has dice 1 to 6, Basile 7 to 12. What is left of a hand decides which steps follow; they say the
same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from bot.tables.lessons import END, LEARNER, OTHER, Lesson, LessonStep, Move, Way
from bot.texts import N_
from engines.desfausse.model import Discard, Pass, Reroll, Stop

__all__ = ["LESSON"]

_DEVIL = 6
"""The die of who learns that shows a devil from the beginning: Basile, who is cursed, is given it."""
_KEEP, _HE_KEEPS = Move(LEARNER, Stop()), Move(OTHER, Stop())
_HE_FALLS = Move(OTHER, Reroll((8, 11, 12)), (1, 1, 3))
"""Basile throws again what was no devil, and then has four of them."""
_HANDS: Mapping[tuple[int, ...], tuple[int, ...]] = MappingProxyType(
    {(2, 4): (5, 5), (2, 3, 4): (5, 5, 6), (1, 2, 3, 4): (5, 5, 6, 6), (2, 3, 4, 5): (5, 6, 6, 5)}
)
"""What is thrown with the dice that may be left: two fives, no devil."""
_HIS: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {7: (1, 1, 1, 2, 3, 4, 5), 8: (1, 3, 1, 1, 2, 3, 4, 5), 9: (1, 1, 3, 1, 1, 2, 3, 4, 5)}
)
"""What Basile throws with so many dice: too many devils to discard anything, too few to be cursed."""
_NEXT_ROUND = (4, 3, 2, 6, 5, 2, 3, 1, 6, 2, 5, 4, 3)
"""What both throw after a round is won: six dice and seven."""


def _throw(left: tuple[int, ...], his: int) -> tuple[int, ...]:
    """What both throw when a turn opens with the dice that are `left`, and so many of Basile's."""
    return (*_HANDS[left], *_HIS[his])


def _name(step: str, left: tuple[int, ...], his: int) -> str:
    return f"{step} {left} {his}"


def _hell(combo: tuple[int, ...], out: tuple[int, ...], said: str, label: str) -> Way:
    """Send these dice to Hell, and the devil to Basile."""
    left = _left(out)
    discard = Discard(combo, out, "hell", ((OTHER, _DEVIL),))
    return Way((Move(LEARNER, discard, _throw(left, 7)),), said, label, _name("keep", left, 7))


def _give(combo: tuple[int, ...], out: tuple[int, ...], said: str, label: str) -> Way:
    """Send these red dice, and the devil, to Basile."""
    left, his = _left(out), 7 + len(out)
    discard = Discard(combo, out, ((OTHER, out),), ((OTHER, _DEVIL),))
    return Way((Move(LEARNER, discard, _throw(left, his)),), said, label, _name("keep", left, his))


def _left(out: Iterable[int]) -> tuple[int, ...]:
    return tuple(die for die in range(1, _DEVIL) if die not in out)


_START = LessonStep(
    N_(
        "Tout le monde joue en même temps, en secret. Le but : n’avoir **plus de dés**. Vous "
        "avez trois 4, et un **diable**, verrouillé. Relancez ce que vous voulez, deux fois au "
        "plus."
    ),
    (
        Way(
            (Move(LEARNER, Reroll((2, 4)), (4, 3)), _HE_FALLS),
            N_("Un quatrième 4, et un 3 : bien visé. On garde ce qui va ensemble."),
            label=N_("Relancer le 2 et le 6"),
            to="again",
        ),
        Way(
            (_KEEP, _HE_FALLS, _HE_KEEPS),
            N_("Prudent : vous gardez trois 4 et un seul diable."),
            label=N_("Tout garder"),
            to="call b",
        ),
        Way(
            (Move(LEARNER, Reroll((1, 2, 3, 4, 5)), (4, 1, 4, 4, 5)), _HE_FALLS),
            N_("Risqué : vous retrouvez trois 4, mais un deuxième diable est venu, et il est verrouillé."),
            label=N_("Relancer les cinq"),
            to="risky",
        ),
    ),
)
_AGAIN = LessonStep(
    N_("Chaque diable retient un dé : avec quatre 4 et un diable, **trois** dés partiront. Relancer le 3 ?"),
    (
        Way(
            (_KEEP, _HE_KEEPS),
            N_("Sage : un diable de plus aurait coûté un dé."),
            label=N_("Garder"),
            to="call a",
        ),
        Way(
            (Move(LEARNER, Reroll((4,)), (1,)), _HE_KEEPS),
            N_("Aïe, un diable : il retient un dé de plus."),
            label=N_("Relancer le 3"),
            to="call a2",
        ),
    ),
    name="again",
)
_RISKY = LessonStep(
    N_(
        "Deux diables retiennent deux dés : de trois 4, **un seul** partira. Le gros dé rouge, "
        "un 5, montre un diable une fois sur deux. Le relancer ?"
    ),
    (
        Way(
            (_KEEP, _HE_KEEPS),
            N_("Vous gardez trois 4, et deux diables."),
            label=N_("Garder"),
            to="call c",
        ),
        Way(
            (Move(LEARNER, Reroll((5,)), (4,)), _HE_KEEPS),
            N_("Quelle chance : un quatrième 4. Mais une fois sur deux, plus rien ne partait."),
            label=N_("Relancer le 5"),
            to="call c2",
        ),
    ),
    name="risky",
)

_CALL = N_(
    "On appelle les 2, les 3, puis les **4** : à un seul appel, vous **défaussez**. D’une "
    "seule couleur, des dés peuvent partir chez Basile ; sinon, ils vont aux Enfers. Plus de "
    "la moitié de diables, et Basile est sous **malédiction** : pas de défausse, et un dé à "
    "recevoir. Votre gros diable vert, par exemple."
)
_TO_HELL = N_("Des dés partent aux Enfers, et votre diable chez Basile.")
_TO_HIM = N_(
    "Vos dés rouges partent chez Basile, avec votre diable : sa main grossit, mais il vous en reste plus."
)
_THREE, _TWO, _ONE = N_("Trois 4 aux Enfers"), N_("Deux 4 aux Enfers"), N_("Un 4 aux Enfers")
_TWO_REDS, _ONE_RED = N_("Deux 4 rouges à Basile"), N_("Un 4 rouge à Basile")

_CALLS = (
    LessonStep(
        _CALL,
        (
            _hell((1, 2, 3, 5), (1, 3, 5), _TO_HELL, _THREE),
            _give((1, 2, 5), (1, 5), _TO_HIM, _TWO_REDS),
        ),
        "call a",
    ),
    LessonStep(
        _CALL,
        (_hell((1, 2, 3, 5), (1, 5), _TO_HELL, _TWO), _give((1, 2, 5), (5,), _TO_HIM, _ONE_RED)),
        "call a2",
    ),
    LessonStep(
        _CALL,
        (_hell((1, 3, 5), (1, 5), _TO_HELL, _TWO), _give((1, 5), (5,), _TO_HIM, _ONE_RED)),
        "call b",
    ),
    LessonStep(_CALL, (_hell((1, 3, 4), (1,), _TO_HELL, _ONE),), "call c"),
    LessonStep(_CALL, (_hell((1, 3, 4, 5), (1, 5), _TO_HELL, _TWO),), "call c2"),
)


def _last_turn(left: tuple[int, ...], his: int) -> Iterator[LessonStep]:
    """The two steps of the second turn: keep, and discard both fives."""
    fives = tuple(die for die, face in zip(left, _HANDS[left], strict=True) if face == 5)
    rest = tuple(die for die in left if die not in fives)
    yield LessonStep(
        N_("Un nouveau tour commence, avec les dés qui restent. Deux 5, et aucun diable : **gardez**."),
        (
            Way(
                (_KEEP, _HE_KEEPS),
                N_("Basile garde aussi ; on appelle les 5."),
                N_("Garder"),
                _name("last", left, his),
            ),
        ),
        _name("keep", left, his),
    )
    discard = Discard(fives, fives, "hell")
    if rest:
        said = N_("Vos deux 5 partent. Encore un tour comme celui-ci, et la manche est à vous !")
        away = Move(LEARNER, discard, (*(6,) * len(rest), *_HIS[his]))
    else:
        said = N_(
            "Plus un dé : vous gagnez la manche ! Dans la suivante, vous jouez avec l’Ange, sans diable."
        )
        away = Move(LEARNER, discard, _NEXT_ROUND)
    passed = N_(
        "Rien n’est parti, et vous avez les mêmes dés à relancer : ces deux 5 ne demandaient qu’à partir."
    )
    yield LessonStep(
        N_("Sans diable, **tous** les 5 partent : des couleurs différentes vont aux Enfers."),
        (
            Way((away,), said, N_("Deux 5 aux Enfers"), END),
            *_pass(left, his, rest, passed),
        ),
        _name("last", left, his),
    )


def _pass(left: tuple[int, ...], his: int, rest: tuple[int, ...], said: str) -> tuple[Way, ...]:
    """Discard nothing; who has other dice is asked once more at a later call, and passes there too."""
    again = (Move(LEARNER, Pass()),) if rest else ()
    moves = (*again, Move(LEARNER, Pass(), _throw(left, his)))
    return (Way(moves, said, N_("Passer"), END),)


LESSON = Lesson(
    options={},
    draws=(4, 2, 4, 6, 4, 1, 1, 3, 5, 1, 4, 3),
    steps=(
        _START,
        _AGAIN,
        _RISKY,
        *_CALLS,
        *_last_turn((2, 4), 7),
        *_last_turn((2, 3, 4), 7),
        *_last_turn((2, 3, 4), 9),
        *_last_turn((1, 2, 3, 4), 8),
        *_last_turn((2, 3, 4, 5), 7),
    ),
    recall=(
        N_("Rassemblez une valeur, relancez le reste, et méfiez-vous : chaque diable retient un dé."),
        N_("Une seule couleur peut partir chez les autres ; le reste va aux Enfers."),
        N_("Plus de la moitié de diables, et c’est la malédiction. Deux manches gagnent la partie."),
    ),
    private=True,
)
