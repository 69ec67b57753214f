"""The lesson of La Tasse: rolling, announcing, believing or doubting, showing a special."""

from __future__ import annotations

from bot.tables.lessons import LEARNER, OTHER, Lesson, LessonStep, Move, Way
from bot.texts import N_
from engines.tasse.model import Announce, Doubt, Roll, Show

__all__ = ["LESSON"]


def _replies(score: str, *dice: int) -> tuple[Move, Move]:
    """Basile believes or starts, rolls these dice, and announces a score."""
    return Move(OTHER, Roll(), dice), Move(OTHER, Announce(score))


_START = LessonStep(
    N_(
        "La tasse est à vous : **lancez**. Le plus haut dé fait les dizaines, et personne "
        "d’autre ne voit vos dés."
    ),
    (Way((Move(LEARNER, Roll(), (3, 5)),), N_("Un 5 et un 3 : cela se lit **53**.")),),
)
_CLAIM = LessonStep(
    N_(
        "**Annoncez** un score, vrai ou faux : Basile devra y croire et faire au moins autant, "
        "ou douter. Sur l’échelle, le 53 est bas, le double 1 assez haut, et le 21 tout en haut."
    ),
    (
        Way(
            (Move(LEARNER, Announce("53")), *_replies("11", 4, 2)),
            N_("La vérité ne risque rien : Basile vous croit, lance, et monte jusqu’au double 1."),
            to="answer",
        ),
        Way(
            (Move(LEARNER, Announce("65")), *_replies("11", 4, 2)),
            N_("Joli bluff : Basile y croit, vos dés restent secrets pour toujours, et l’annonce monte."),
            to="answer",
        ),
        Way(
            (Move(LEARNER, Announce("21")), Move(OTHER, Doubt())),
            N_(
                "Trop beau pour être vrai : un 21 sort une fois sur 18, et Basile doute. On lève la "
                "tasse : 1 point pour vous. Plus l’annonce est haute, plus on doute."
            ),
        ),
    ),
)
_AGAIN = LessonStep(
    N_("Qui prend un point **repart de zéro** : lancez, il n’y a plus rien à égaler."),
    (Way((Move(LEARNER, Roll(), (6, 2)),), N_("Cette fois, 62.")),),
)
_MODEST = LessonStep(
    N_("**Annoncez** : la vérité, ou un peu plus."),
    (
        Way(
            (Move(LEARNER, Announce("62")), *_replies("11", 4, 2)),
            N_("Basile vous croit, lance, et monte jusqu’au double 1."),
        ),
        Way(
            (Move(LEARNER, Announce("64")), *_replies("11", 4, 2)),
            N_("Un petit bluff passe souvent : Basile y croit, et monte jusqu’au double 1."),
        ),
    ),
)
_ANSWER = LessonStep(
    N_(
        "À vous de répondre. **Croire**, c’est lancer, et faire au moins autant : un lancer sur deux y "
        "arrive. **Douter**, c’est lever la tasse : si le score n’est pas exact, même trop modeste, 1 point "
        "pour Basile ; sinon, 1 point pour vous."
    ),
    (
        Way(
            (Move(LEARNER, Doubt()),),
            N_("Bien vu : Basile n’avait que 42, et prend 1 point."),
        ),
        Way(
            (Move(LEARNER, Roll(), (5, 2)),),
            N_(
                "Vous croyez Basile : ses dés restent secrets pour toujours. Il vous faut maintenant au "
                "moins un double 1… ou la chance que voici."
            ),
            to="special",
        ),
    ),
    name="answer",
)
_GO_ON = LessonStep(
    N_("Qui prend un point repart de zéro : la tasse est à Basile."),
    (
        Way(
            _replies("42", 4, 2),
            N_("Basile lance, et annonce un petit score."),
            label=N_("Continuer"),
        ),
    ),
)
_BELIEVE = LessonStep(
    N_("Un 42 est facile à croire : presque tous les lancers font autant. **Croyez, et lancez.**"),
    (Way((Move(LEARNER, Roll(), (5, 2)),), N_("5 et 2 : quelle chance !")),),
)
_SPECIAL = LessonStep(
    N_(
        "Vos dés font **7** : un **spécial**. On ne l’annonce jamais : on le **montre**, et la "
        "personne suivante prend 1 point. On peut aussi le cacher, et annoncer autre chose."
    ),
    (
        Way((Move(LEARNER, Show()),), N_("Basile prend 1 point, sans pouvoir répondre.")),
        Way(
            (Move(LEARNER, Announce("33")), Move(OTHER, Doubt())),
            N_(
                "Basile doute, et lève la tasse : ce n’est pas un double 3, 1 point pour vous. Montrer "
                "le 7 était sûr, et donnait le point à Basile."
            ),
        ),
    ),
    name="special",
)

LESSON = Lesson(
    options={"first": LEARNER, "announce": "guided"},
    steps=(_START, _CLAIM, _AGAIN, _MODEST, _ANSWER, _GO_ON, _BELIEVE, _SPECIAL),
    recall=(
        N_("On annonce vrai ou faux, mais jamais moins que l’annonce d’avant."),
        N_("Croire, c’est relancer ; douter, c’est lever la tasse, et l’un des deux prend 1 point."),
        N_("Un spécial se montre ; un 32 sur une annonce est un joker. À 10 points, on sort du jeu."),
    ),
    private=True,
)
