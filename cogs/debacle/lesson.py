"""The lesson of Débâcle, in the middle of a round: roll, flip, capture, bounce, the 1, the way home."""

from __future__ import annotations

from bot.tables.lessons import END, LEARNER, OTHER, Lesson, LessonStep, Move, Way
from bot.texts import N_
from engines.debacle.board import RED, board_with
from engines.debacle.model import Capture, Flip, Pass, Position, Return, Roll

__all__ = ["LESSON"]

_BEGINNING = Position(
    phase="play",
    round=1,
    turn=9,
    starter=RED,
    current=RED,
    board=board_with(
        {
            "a1": ("red", 2),
            "d1": ("red", 6),
            "b2": ("red", 3),
            "f2": ("red", 4),
            "c3": ("red", 5),
            "e4": ("red", 1),
            "c5": ("black", 3),
            "d5": ("black", 2),
            "e5": ("black", 6),
            "a6": ("black", 4),
            "b6": ("black", 1),
            "f6": ("black", 5),
        }
    ),
    captured=((), ()),
    points=(0, 0),
    missed=(0, 0),
    actions_left=2,
    bonus_left=0,
)

_ADVANCE = (Move(OTHER, Roll("a6", "a5")), Move(OTHER, Roll("a5", "a4")))
"""Basile's turn: a die comes nearer."""
_HESITATE = (Move(OTHER, Flip("b6")), Move(OTHER, Flip("f6")))
"""Basile's turn: two dice turn over where they are."""

_MOVE = LessonStep(
    N_(
        "Vous avez les dés rouges, et **deux actions** par tour. **Rouler** avance d’une case "
        "vide, et le dé gagne 1. **Flipper** le retourne sur place : 5 devient 2. Votre 5 en c3 "
        "regarde le 3 noir en c5."
    ),
    (
        Way(
            (Move(LEARNER, Roll("c3", "c4")),),
            N_("Le 5 roule, et devient un 6. Le voilà devant le 3 : il vous reste une action."),
            label=N_("Rouler c3 → c4 : 6"),
            to="capture",
        ),
        Way(
            (Move(LEARNER, Flip("c3")),),
            N_("Le 5 est devenu un 2 : trop faible pour prendre un 3. Cela se répare."),
            label=N_("Flipper c3 : 2"),
        ),
    ),
)
_WEAK = LessonStep(
    N_("Il vous reste une action, qui est obligatoire : approchez."),
    (
        Way(
            (Move(LEARNER, Roll("c3", "c4")), *_HESITATE),
            N_("Le 2 devient un 3, et un 3 ne prend pas un 3. Votre tour finit ; Basile flippe deux dés."),
            label=N_("Rouler c3 → c4 : 3"),
        ),
    ),
)
_STRONGER = LessonStep(
    N_("À vous, avec deux actions. Flipper un 3 en fait un **4** : plus fort que le 3 noir."),
    (
        Way(
            (Move(LEARNER, Flip("c4")),),
            N_("Un 4 devant un 3 : il vous reste une action."),
            label=N_("Flipper c4 : 4"),
        ),
    ),
)
_CAPTURE = LessonStep(
    N_(
        "**Capturez** : un dé prend un voisin plus petit que lui, devant, derrière ou à côté. Il "
        "prend alors sa valeur, ici 3."
    ),
    (
        Way(
            (Move(LEARNER, Capture("c4", "c5")),),
            N_("Le 3 est à vous : il comptera 3 points à la fin de la manche. Votre dé est devenu un 3."),
            label=N_("Capturer le 3 en c5"),
        ),
    ),
    name="capture",
)
_BOUNCE = LessonStep(
    N_("Après une capture, le même dé peut **rebondir** : une action gratuite. À côté, il y a un 2."),
    (
        Way(
            (Move(LEARNER, Capture("c5", "d5")), Move(LEARNER, Pass()), *_ADVANCE),
            N_("Deux captures en un tour ! Basile, surpris, avance un dé jusqu’en a4."),
            label=N_("Rebondir sur le 2 en d5"),
        ),
        Way(
            (Move(LEARNER, Pass()), *_ADVANCE),
            N_(
                "C’est permis, mais ce 2 ne coûtait rien : un rebond est souvent bon à prendre. Basile "
                "avance."
            ),
            label=N_("Ne pas rebondir"),
        ),
    ),
)
_ONE = LessonStep(
    N_("Regardez votre **1** en e4, devant un 6 : le 1 capture tout, sauf un autre 1. Mais tout le capture."),
    (
        Way(
            (Move(LEARNER, Capture("e4", "e5")),),
            N_(
                "Le plus faible a pris le plus fort, et devient un 6. Basile a oublié qu’il fallait le "
                "prendre."
            ),
            label=N_("Capturer le 6 en e5"),
        ),
    ),
)
_FAR = LessonStep(
    N_(
        "Votre dé peut rebondir : rouler vers e6 le mène dans le **camp adverse**. Un 6 qui "
        "roule devient un 1."
    ),
    (
        Way(
            (Move(LEARNER, Roll("e5", "e6")),),
            N_("Arrivé dans le camp adverse, un dé doit rentrer."),
            label=N_("Rouler e5 → e6 : 1"),
        ),
        Way(
            (Move(LEARNER, Pass()),),
            N_("Prudent : il reste un 6, au cœur de la bataille. Il vous reste une action dans ce tour."),
            label=N_("Ne pas rebondir"),
            to=END,
        ),
    ),
)
_HOME = LessonStep(
    N_("**Retour au camp** : choisissez une case vide de votre première rangée. Il ne change pas de valeur."),
    (
        Way(
            (Move(LEARNER, Return("c1")),),
            N_("Le voilà chez vous, à l’abri, et le tour continue."),
            label=N_("Retour en c1"),
        ),
        Way(
            (Move(LEARNER, Return("f1")),),
            N_("Le voilà chez vous, derrière votre 4, et le tour continue."),
            label=N_("Retour en f1"),
        ),
    ),
)

LESSON = Lesson(
    options={"first": LEARNER},
    steps=(_MOVE, _WEAK, _STRONGER, _CAPTURE, _BOUNCE, _ONE, _FAR, _HOME),
    recall=(
        N_("Deux actions par tour : rouler (+1), flipper (face opposée), capturer plus petit que soi."),
        N_("Qui capture prend la valeur du dé capturé, et peut rebondir ; le 1 capture tout, sauf un 1."),
        N_(
            "Cinq dés capturés finissent la manche, et l’on compte leurs valeurs : 30 points gagnent "
            "la partie."
        ),
    ),
    position=_BEGINNING,
)
