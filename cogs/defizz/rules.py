"""The rules of Défizz in our own words, page by page."""

from __future__ import annotations

from bot.texts import Texts
from bot.ui.frame.option import explanations
from cogs.defizz.options import OPTIONS

__all__ = ["chapters"]


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("En bref"), _short(t)),
        (t("Le défi"), _challenge(t)),
        (t("Les modes"), _modes(t)),
        (t("Lire et juger"), _reading(t)),
        (t("Variantes et fin"), _end(t)),
    )


def _short(t: Texts) -> str:
    paragraphs = (
        t(
            "Un quiz où seuls ceux qui paient jouent : de 3 à 12 personnes, ou dès 2 quand le bot lit. "
            "Chacun commence avec 1\u202f900 en jetons. Prenez tous les jetons, et la partie est à vous."
        ),
        t(
            "1. À votre tour, lancez le dé. Il dit **Duel** (contre une personne) ou **Multi** (contre "
            "tout le monde) et la mise minimum : 100, 200 ou 300.\n"
            "2. Trois indices s’affichent : choisissez une question, votre adversaire (dans un Duel) et la "
            "mise.\n"
            "3. Au minimum, personne ne refuse. Au-dessus, on **accepte** et l’on joue, ou l’on **refuse** "
            ": on paie le minimum et l’on regarde.\n"
            "4. La question tombe : **Chrono** (la première bonne réponse), **Cible** (le nombre le plus "
            "proche), **Ping-pong** (une réponse chacun, une erreur et vous sortez) ou **Chance**.\n"
            "5. Le gagnant prend le **pot**. Égalité, ou aucune bonne réponse ? Chacun reprend sa mise, et "
            "vous rejouez.\n"
            "6. **Au secours !** Une fois par partie, lisez les trois questions avant de choisir.\n"
            "7. Sans jeton, vous sortez ; à deux, les minimums doublent."
        ),
    )
    return "\n\n".join(paragraphs)


def _challenge(t: Texts) -> str:
    paragraphs = (
        t(
            "**Un tour.** Le joueur actif lance le dé, qui donne le type de défi (Duel ou Multi) et la "
            "mise minimum (100, 200 ou 300). Le bot retourne une carte et lit trois indices, sans dire le "
            "mode de jeu. Au tour suivant, c’est à la place d’après."
        ),
        t(
            "**Choisir.** D’après les indices, le joueur actif choisit une question, dans un Duel son "
            "adversaire (pas le lecteur), et la mise : le minimum, ou plus, par 100, jusqu’à ses jetons."
        ),
        t(
            "**Au secours !** Une fois par partie, avant de choisir, vous pouvez lire, sans que les autres "
            "les voient, les trois questions de la carte et leurs modes, sans les réponses."
        ),
        t(
            "**Au minimum**, personne ne peut refuser : dans un Duel les deux paient, dans un Multi tout "
            "le monde sauf le lecteur. La question est posée, et le gagnant du défi prend le pot."
        ),
        t(
            "**Au-dessus du minimum**, on peut refuser. Accepter : on paie la mise et on joue. Refuser : "
            "on paie seulement le minimum et on ne joue pas. Si personne n’accepte, le joueur actif "
            "empoche ces minimums, sans question."
        ),
        t(
            "**À court de jetons.** Personne ne mise plus qu’il n’a : la mise descend au plus petit tas "
            "des joueurs qui participent. Refuser coûte le minimum, ou tout ce qui vous reste."
        ),
        t(
            "**Égalité, ou aucune bonne réponse** : chacun reprend sa mise, et le joueur actif rejoue avec "
            "un autre lancer et une autre carte."
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
            "**Cible.** Un nombre chacun à son tour, en commençant par le joueur actif. Le nombre exact "
            "gagne aussitôt, sinon le plus proche. Un texte sans nombre, ou un nombre déjà proposé, est "
            "refusé : on réessaie."
        ),
        t(
            "**Ping-pong.** Chacun à son tour, en 20 secondes, donne une réponse de la liste. Fausse, déjà "
            "donnée ou trop tard : vous sortez du défi. La dernière personne en lice gagne ; si personne "
            "n’a encore donné de bonne réponse, elle doit en trouver une. Si toute la liste y passe, la "
            "dernière bonne réponse gagne."
        ),
        t(
            "**Chance.** La carte dit comment : un dé ou une pièce pour chacun, un nombre à approcher, "
            "tiré au sort ensuite, ou des propositions écrites dans le salon, dont le lecteur choisit la "
            "gagnante (quand le bot lit, les autres votent, ou il tire au sort)."
        ),
    )
    return "\n\n".join(paragraphs)


def _reading(t: Texts) -> str:
    paragraphs = (
        t(
            "**Le lecteur** est assis juste avant le joueur actif et ne joue pas ce défi. Dès que la "
            "question est choisie, il reçoit la carte avec les réponses, par message privé ou sous **Ma "
            "carte**. S’il part, une autre personne ou le bot le remplace."
        ),
        t(
            "**Un maître du jeu.** Si l’hôte le choisit, la première place lit et juge toute la partie, sans "
            "jouer ni miser : de quoi mener une soirée. S’il part, le bot lit à sa place."
        ),
        t(
            "**Juger.** Le bot compare chaque réponse à la carte, sans s’arrêter aux accents, aux "
            "articles, aux petites fautes ni à la façon d’écrire les nombres. Le lecteur tranche par "
            "**Juste** ou **Faux** ; s’il ne dit rien pendant 20 secondes, l’avis du bot compte. En cas de "
            "désaccord, les deux sont affichés."
        ),
        t(
            "Dans un Chrono, on juge les réponses dans l’ordre d’arrivée, jusqu’à une juste ; dans un "
            "Ping-pong, l’une après l’autre ; dans une Cible, il n’y a rien à juger."
        ),
        t(
            "**Contester.** Jusqu’à la réponse ou au lancer suivant, un verdict peut changer. Le lecteur, ou "
            "l’hôte, le change aussitôt. Quand le bot lit, chacun peut contester une fois par défi : les "
            "autres votent, 20 secondes, sans que l’on voie qui vote quoi. La majorité décide ; sans "
            "majorité, rien ne change. Le défi reprend au moment du verdict, et les jetons avec lui."
        ),
        t(
            "**Maître du jeu.** Quand une personne mène sans jouer, elle peut à tout moment prendre une "
            "autre carte ou finir après le tour. Entre deux défis, elle peut déplacer des jetons d’une "
            "personne à une autre, par centaines, en disant pourquoi à tous : aucun jeton n’apparaît ni ne "
            "disparaît, et il en reste toujours 100 à qui donne."
        ),
        t("**Répondre.** Le bouton **Répondre** ouvre une ligne à remplir. **Passer** renonce au défi."),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**La fin.** Sans jeton, on sort. À deux, les minimums doublent (200, 400, 600) et un joueur "
            "éliminé lit. Prenez tous les jetons pour gagner."
        ),
        *explanations(OPTIONS, t),
        t(
            "**Le temps.** 60 secondes pour lancer, choisir ou désigner qui gagne, 30 pour accepter ou "
            "répondre, 20 dans un Ping-pong. Passé ce temps : le dé part tout seul, la mise est au "
            "minimum, le défi est refusé, ou la réponse est vide. Trois absences de suite, et vous quittez "
            "la table (un Chrono sans réponse ne compte pas). Au rythme détente, seuls les réponses, "
            "les jugements et les votes ont une limite."
        ),
        t(
            "**Partir** (`/defizz quitter`). Pendant un défi, vos jetons vont au pot ; en dehors, ils sont "
            "perdus. Si le joueur actif part avant que la question soit posée, le défi est annulé et ses "
            "jetons sont perdus."
        ),
        t(
            "**Des dés honnêtes.** Tout est fixé au départ par un secret, révélé à la fin : `/des "
            "verifier` prouve que rien n’a été changé, ni les dés ni les cartes."
        ),
    )
    return "\n\n".join(paragraphs)
