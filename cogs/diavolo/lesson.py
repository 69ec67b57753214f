"""The lesson of Diavolo: the order, the right colour, a tie, and what a mistake costs."""

from __future__ import annotations

from bot.tables.lessons import LEARNER, OTHER, Lesson, LessonStep, Move, Way
from bot.texts import N_
from engines.diavolo.model import Color, Grab, Roll

__all__ = ["LESSON"]

_SETTLE = Move("", "settle")


def _grab(color: Color) -> Move:
    return Move(LEARNER, Grab(color, 0), after=2_600)


def _quicker(color: Color, said: str) -> Way:
    """Take the right imp; there is no other one left of it for Basile."""
    return Way((_grab(color), _SETTLE), said)


def _wrong(color: Color, right: Color, said: str) -> Way:
    """Take a wrong imp, and leave the right one to Basile."""
    return Way((_grab(color), Move(OTHER, Grab(right, 0), after=4_100), _SETTLE), said)


_ROLL = LessonStep(
    N_("Neuf dés de trois couleurs, et un gros dé gris qui donne l’**ordre**. **Lancez-les !**"),
    (
        Way(
            (Move(LEARNER, Roll(), (2, 3, 6, 1, 5, 6, 3, 5, 5, 1)),),
            N_(
                "Les dés sont tombés. Ici, rien ne presse ; dans une vraie partie, tout le monde cherche "
                "à la fois."
            ),
        ),
    ),
)
_SUM = LessonStep(
    N_(
        "L’ordre demande la **plus grande somme** : additionnez les trois dés de chaque couleur, "
        "et prenez le diablotin de la couleur qui gagne."
    ),
    (
        _quicker(
            "red",
            N_(
                "Rouge : 13, contre 12 et 11. À deux, il n’y a qu’un diablotin par couleur : plus de "
                "rouge, et Basile perd 1 gemme."
            ),
        ),
        _wrong(
            "white",
            "red",
            N_("Blanc fait 12, mais rouge 13 : mauvaise couleur, 1 gemme de moins. Basile a pris le rouge."),
        ),
        _wrong(
            "black",
            "red",
            N_(
                "Noir ne fait que 11, et rouge 13 : mauvaise couleur, 1 gemme de moins. Basile a pris le "
                "rouge."
            ),
        ),
        _wrong(
            "grey",
            "red",
            N_("Le gris ne vaut qu’en cas d’égalité : ici rouge gagne avec 13, et vous perdez 1 gemme."),
        ),
    ),
)
_NEXT = LessonStep(
    N_("À Basile de lancer : chacun son tour, et tout le monde cherche."),
    (
        Way(
            (Move(OTHER, Roll(), (6, 1, 2, 3, 6, 4, 5, 5, 2, 5)),),
            N_("Un autre ordre : il change à chaque lancer."),
            label=N_("Continuer"),
        ),
    ),
)
_TIE = LessonStep(
    N_(
        "La **plus haute valeur** : la couleur qui a le dé le plus haut. Si plusieurs couleurs "
        "sont à égalité en tête, c’est le **gris** !"
    ),
    (
        _quicker(
            "grey",
            N_(
                "Noir et blanc ont chacun un 6 : le gris ! Il rapporte 1 gemme, mais on n’en a jamais "
                "plus de 5."
            ),
        ),
        _wrong(
            "black",
            "grey",
            N_(
                "Noir a un 6, mais blanc aussi : à égalité, c’était le gris. Basile l’a pris, et vous "
                "perdez 1 gemme."
            ),
        ),
        _wrong(
            "white",
            "grey",
            N_(
                "Blanc a un 6, mais noir aussi : à égalité, c’était le gris. Basile l’a pris, et vous "
                "perdez 1 gemme."
            ),
        ),
        _wrong(
            "red",
            "grey",
            N_(
                "Rouge n’a que des 5 ; noir et blanc ont un 6, donc c’était le gris. Basile l’a pris, et "
                "vous perdez 1 gemme."
            ),
        ),
    ),
)
_AGAIN = LessonStep(
    N_("La dernière personne qui a des gemmes gagne. **À vous de lancer.**"),
    (
        Way(
            (Move(LEARNER, Roll(), (4, 4, 1, 2, 3, 6, 6, 5, 1, 2)),),
            N_("Lisez d’abord l’ordre : c’est lui qui piège."),
        ),
    ),
)
_SMALLEST = LessonStep(
    N_(
        "Cette fois, la **plus petite somme**. Ne rien prendre coûte aussi 1 gemme : mieux vaut "
        "une bonne idée rapide."
    ),
    (
        _quicker("black", N_("Noir : 9, contre 11 et 12. Vous lisez déjà l’ordre avant les dés !")),
        _wrong("white", "black", N_("Blanc fait 11, mais noir 9 : 1 gemme de moins. Basile a pris le noir.")),
        _wrong(
            "red",
            "black",
            N_("Rouge fait 12, la plus grande : l’ordre voulait la plus petite. 1 gemme de moins."),
        ),
        _wrong("grey", "black", N_("Aucune égalité : noir, avec 9, est seul en tête. 1 gemme de moins.")),
    ),
)

LESSON = Lesson(
    options={"first": LEARNER},
    steps=(_ROLL, _SUM, _NEXT, _TIE, _AGAIN, _SMALLEST),
    recall=(
        N_(
            "Lisez l’ordre, trouvez la couleur, et prenez vite : il n’y a pas assez de diablotins "
            "pour tout le monde."
        ),
        N_("Plusieurs couleurs à égalité en tête : le gris, qui rapporte 1 gemme."),
        N_("Mauvaise couleur, ou rien pris : 1 gemme de moins. Sans gemme, on regarde."),
    ),
)
