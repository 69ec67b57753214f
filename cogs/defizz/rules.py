"""The rules of Défizz in our own words, page by page."""

from __future__ import annotations

from bot.texts import Texts
from bot.ui.frame.option import explanations
from cogs.defizz.options import OPTIONS

__all__ = ["chapters"]


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("Le jeu"), _game(t)),
        (t("Le défi"), _challenge(t)),
        (t("Les modes"), _modes(t)),
        (t("Lire et juger"), _reading(t)),
        (t("Variantes et fin"), _end(t)),
    )


def _game(t: Texts) -> str:
    paragraphs = (
        t(
            "Un quiz où il faut payer pour jouer : de 3 à 12 personnes, ou dès 2 quand le bot lit. Chacun "
            "commence avec 1 900 en jetons. Prenez tous ceux des autres, et la partie est à vous."
        ),
        t(
            "**Un tour.** La personne active lance le dé. Il dit le genre de défi et le minimum de la mise : "
            "Duel ou Multi, 100, 200 ou 300. Une carte est retournée, et ses trois indices sont lus à tous, "
            "sans dire comment on y jouera. La place suivante sera active au tour d’après."
        ),
        t(
            "**Choisir.** D’après les indices, la personne active choisit une question, dans un Duel son "
            "adversaire (pas le lecteur), et la mise : le minimum, ou plus, par 100, jusqu’à ses jetons."
        ),
        t(
            "**Au secours !** Une fois par partie, avant de choisir, on peut lire pour soi seul les trois "
            "questions de la carte et leurs modes, sans les réponses."
        ),
    )
    return "\n\n".join(paragraphs)


def _challenge(t: Texts) -> str:
    paragraphs = (
        t(
            "**Au minimum**, personne ne peut refuser : dans un Duel les deux paient, dans un Multi tout le "
            "monde sauf le lecteur. La question est posée, et le pot va à qui gagne le défi."
        ),
        t(
            "**Au-dessus du minimum**, on peut relever, et payer la mise, ou refuser, et payer le minimum "
            "sans participer. Dans un Duel refusé, la personne active prend ce minimum, sans question. Dans "
            "un Multi, chacun répond à son tour ; si personne ne relève, elle prend tous les minimums."
        ),
        t(
            "**À court de jetons.** Personne ne mise plus qu’il n’a, et tous ceux qui participent misent "
            "autant : l’enjeu descend à ce que peut payer le moins riche d’entre eux. Qui refuse paie le "
            "minimum, ou tout ce qui lui reste."
        ),
        t(
            "**Égalité, ou personne de juste** : chacun reprend sa mise, et la personne active rejoue son "
            "tour avec un autre dé et une autre carte."
        ),
    )
    return "\n\n".join(paragraphs)


def _modes(t: Texts) -> str:
    paragraphs = (
        t(
            "**Chrono.** Tout le monde répond en même temps, une seule fois, en 30 secondes. La première "
            "bonne réponse gagne, à la milliseconde où Discord l’a reçue. La question peut apparaître en "
            "deux ou trois fois : on répond dès le premier mot. Personne ne voit les réponses des autres "
            "avant la fin."
        ),
        t(
            "**Cible.** Un nombre chacun, à son tour, depuis la personne active. Le nombre exact gagne "
            "aussitôt, sinon le plus proche. Un texte sans nombre, ou un nombre déjà proposé, est refusé "
            "et l’on recommence."
        ),
        t(
            "**Ping-pong.** Chacun à son tour une réponse de la liste, en 20 secondes. Une réponse fausse, "
            "répétée ou absente fait sortir du défi. La dernière personne en lice gagne, s’il y a eu au "
            "moins une bonne réponse : sinon elle doit encore en donner une. Si toute la liste y passe, la "
            "dernière bonne réponse gagne."
        ),
        t(
            "**Chance.** La carte dit comment : un dé ou une pièce pour chacun, un nombre à approcher que le "
            "sort tire ensuite, ou des propositions écrites dans le salon, et le lecteur qui désigne qui "
            "gagne (le bot, lui, tire au sort)."
        ),
    )
    return "\n\n".join(paragraphs)


def _reading(t: Texts) -> str:
    paragraphs = (
        t(
            "**Le lecteur** est la place d’avant la personne active. Il ne joue pas ce défi. Dès que la "
            "question est choisie, il reçoit la carte avec les réponses, par message privé ou sous "
            "**Ma carte**. S’il part, une autre personne ou le bot le remplace."
        ),
        t(
            "**Juger.** Le bot compare chaque réponse à la carte, sans s’arrêter aux accents, aux articles, "
            "aux petites fautes ni à la façon d’écrire les nombres. Le lecteur voit cet avis et tranche par "
            "**Juste** ou **Faux** ; sans rien de lui en 20 secondes, l’avis du bot tient. Les deux restent "
            "écrits quand ils diffèrent."
        ),
        t(
            "Dans un Chrono, on juge les réponses dans l’ordre d’arrivée, jusqu’à une juste ; dans un "
            "Ping-pong, l’une après l’autre ; dans une Cible, il n’y a rien à juger."
        ),
        t("**Répondre.** Le bouton **Répondre** ouvre une ligne à remplir. **Passer** renonce au défi."),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**La fin.** Sans un jeton, on sort du jeu. À deux en jeu, les minimums doublent (200, 400, "
            "600), et c’est une personne éliminée qui lit. Qui a tous les jetons gagne."
        ),
        *explanations(OPTIONS, t),
        t(
            "**Le temps.** 60 secondes pour lancer, choisir ou désigner qui gagne, 30 pour relever ou "
            "répondre, 20 dans un Ping-pong. Ensuite le dé part tout seul, le choix se fait au minimum, on a "
            "refusé, ou l’on n’a pas répondu. Au troisième délai manqué de suite, on quitte la table (un "
            "Chrono sans réponse ne compte pas). Au rythme détente, seules les réponses et les "
            "jugements ont un délai."
        ),
        t(
            "**Partir** (`/defizz quitter`). Pendant un défi, vos jetons vont au pot ; si vous étiez la "
            "personne active et que la question n’était pas posée, le défi est annulé et vos jetons sont "
            "perdus. Sinon ils sont perdus."
        ),
        t(
            "**Un sort vérifiable.** L’empreinte de la graine est montrée à l’ouverture, la graine à "
            "la fin : `/des verifier` rejoue chaque tirage."
        ),
    )
    return "\n\n".join(paragraphs)
