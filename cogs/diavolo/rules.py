"""The rules of Diavolo in our own words, page by page."""

from __future__ import annotations

from bot.texts import Texts
from bot.ui.frame.option import explanations
from cogs.diavolo.options import OPTIONS

__all__ = ["chapters"]


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("En bref"), _short(t)),
        (t("Les ordres"), _orders(t)),
        (t("Diablotins"), _pawns(t)),
        (t("Gemmes et fin"), _gems(t)),
        (t("Temps et options"), _options(t)),
    )


def _short(t: Texts) -> str:
    paragraphs = (
        t(
            "De 2 à 6 joueurs, avec **5 gemmes** chacun.\n"
            "1. Quelqu’un appuie sur **Lancer** : neuf dés tombent (3 noirs, 3 blancs, 3 rouges), et le "
            "gros dé **Ordre**, gris.\n"
            "2. L’ordre dit quoi chercher : la plus grande somme, la plus petite, le plus grand écart, le "
            "plus d’impairs, la plus haute valeur, ou le dé le plus proche du dé Ordre.\n"
            "3. Trouvez la couleur qui le remplit le mieux, et appuyez vite sur son bouton : vous attrapez "
            "un diablotin. **Si plusieurs couleurs sont à égalité en tête, c’est le gris !**\n"
            "4. Un seul diablotin chacun, sans échange ; et il n’y en a pas assez pour tout le monde.\n"
            "5. Mauvaise couleur, ou rien pris : **−1 gemme**. Le gris quand il fallait le gris : **+1 "
            "gemme** (5 au plus). Sans égalité, le gris est une mauvaise couleur.\n"
            "6. Sans gemme, vous regardez. La dernière personne qui a des gemmes gagne ; si les dernières "
            "gemmes partent ensemble, personne ne gagne."
        ),
        t(
            "**Sans voir les couleurs.** Dés noirs : coins vifs, points en losange. Dés blancs : coins "
            "ronds, points ronds. Dés rouges : coins coupés, points carrés. Le bouton **En texte** dit "
            "tout le lancer en mots ; l’image le dit aussi aux lecteurs d’écran."
        ),
    )
    return "\n\n".join(paragraphs)


def _orders(t: Texts) -> str:
    intro = t("Le signe du dé Ordre, toujours répété en mots sous l’image :")
    orders = (
        t("- **+** plus grande somme : on additionne les dés de chaque couleur."),
        t("- **−** plus petite somme."),
        t("- **↔** plus grand écart entre le plus haut et le plus bas dé d’une couleur."),
        t("- **1 3 5** plus grand nombre de faces impaires."),
        t("- **↑** plus haute valeur : la couleur qui a le dé le plus haut."),
        t(
            "- **◎** plus proche du dé Ordre : la couleur du dé le plus près, de bord à bord. Si deux dés "
            "de couleurs différentes le touchent, c’est une égalité."
        ),
    )
    example = t(
        "**Exemple.** Noir 2, 3, 6 ; blanc 1, 5, 6 ; rouge 3, 5, 5.\n"
        "- Sommes 11, 12 et 13 : la plus grande est rouge, la plus petite noire.\n"
        "- Écarts 4, 5 et 2 : blanc.\n"
        "- Faces impaires 1, 2 et 3 : rouge.\n"
        "- Plus haute valeur : noir et blanc ont chacun un 6, donc **gris**."
    )
    return "\n\n".join((intro, "\n".join(orders), example))


def _pawns(t: Texts) -> str:
    paragraphs = (
        t(
            "Il n’y a pas assez de diablotins de la bonne couleur pour tout le monde : les plus lents "
            "perdent une gemme. Selon le nombre de joueurs au début de la manche :\n"
            "- à 4 ou plus : 3 diablotins noirs, 3 blancs, 3 rouges ;\n"
            "- à 3 : 2 de chaque ;\n"
            "- à 2 : 1 de chaque.\n"
            "Et toujours un seul gris. Chaque bouton dit combien il en reste."
        ),
        t(
            "**Un seul, et pour de bon.** Un diablotin pris ne s’échange pas et ne se repose pas. S’il n’y "
            "en a plus de votre couleur, l’appui est refusé et vous pouvez en prendre une autre."
        ),
        t(
            "**Qui est le plus rapide ?** Seul compte l’instant où Discord a reçu le clic. Si un clic plus "
            "rapide arrive en retard, il prend le diablotin : choisissez-en vite un autre."
        ),
        t(
            "**La manche se ferme** quand chacun a un diablotin, quand la bonne couleur est épuisée, ou à "
            "la fin des 15 secondes. Le temps que les derniers clics arrivent, à peine une demi-seconde, "
            "et le bot compte les gemmes."
        ),
    )
    return "\n\n".join(paragraphs)


def _gems(t: Texts) -> str:
    paragraphs = (
        t(
            "**Ce que rapporte la manche.**\n"
            "- Mauvaise couleur, ou rien pris : −1 gemme.\n"
            "- Bonne couleur : vous ne perdez rien.\n"
            "- Le gris, quand il fallait le gris : +1 gemme, jamais plus de 5 en tout."
        ),
        t(
            "**Sortir du jeu.** Sans gemme, vous regardez. La dernière personne qui a des gemmes gagne. Si "
            "toutes celles qui restaient perdent leur dernière gemme dans la même manche, personne ne "
            "gagne, et chacun paie son verre."
        ),
        t(
            "**Partir.** On peut quitter quand on veut (`/diavolo quitter`). Vos gemmes sont perdues et "
            "votre diablotin ne revient pas. Si c’était à vous de lancer, la personne suivante lance."
        ),
    )
    return "\n\n".join(paragraphs)


def _options(t: Texts) -> str:
    paragraphs = (
        t(
            "**Le temps.** 30 secondes pour lancer, sinon les dés roulent tout seuls ; 15 secondes pour "
            "prendre. Trois absences de suite, et vous quittez la table. Au rythme détente, on lance quand "
            "on veut, mais prendre reste une course de 15 secondes."
        ),
        t(
            "**Qui lance ?** Une personne tirée au sort ou choisie par l’hôte, puis chacun à son tour tant "
            "qu’il a des gemmes. Lancer ne donne aucun avantage."
        ),
        *explanations(OPTIONS, t),
        t("**Accessible.** Le temps de la table est doublé : de quoi lire ou écouter le lancer en mots."),
        t(
            "**Les boutons** des diablotins changent de place à chaque manche. À une table accessible, ils "
            "restent en place."
        ),
        t(
            "**Des dés honnêtes.** Tout est fixé au départ par un secret, révélé à la fin : `/des "
            "verifier` prouve que rien n’a été changé. La place des dés sur l’image ne change rien, sauf "
            "pour l’ordre ◎, où elle suit le tirage."
        ),
    )
    return "\n\n".join(paragraphs)
