"""The rules of Diavolo in our own words, page by page."""

from __future__ import annotations

from bot.texts import Texts
from bot.ui.frame.option import explanations
from cogs.diavolo.options import OPTIONS

__all__ = ["chapters"]


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("Le jeu"), _game(t)),
        (t("Les ordres"), _orders(t)),
        (t("Diablotins"), _pawns(t)),
        (t("Gemmes et fin"), _gems(t)),
        (t("Délais et options"), _options(t)),
    )


def _game(t: Texts) -> str:
    paragraphs = (
        t(
            "Dix dés roulent, l’un d’eux donne un ordre, et tout le monde attrape en même temps un "
            "diablotin de la couleur que l’ordre désigne. Se tromper, ou rester les mains vides, coûte "
            "une gemme. La dernière personne qui garde des gemmes gagne. De 2 à 6 autour de la table, "
            "chacun avec 5 gemmes."
        ),
        t(
            "**Une manche.**\n"
            "- Quelqu’un appuie sur **Lancer** : neuf dés de couleur (3 noirs, 3 blancs, 3 rouges) et le "
            "gros dé Ordre, gris, apparaissent.\n"
            "- L’ordre compare les trois couleurs. Une seule le remplit le mieux : c’est la bonne.\n"
            "- Si plusieurs couleurs sont à égalité en tête, la bonne couleur est le **gris**.\n"
            "- Appuyez sur le bouton d’une couleur pour prendre un diablotin. Puis la manche se règle, et "
            "la personne suivante lance."
        ),
        t(
            "**Reconnaître les couleurs sans les couleurs.** Dés noirs : coins vifs, points en losange. Dés "
            "blancs : coins ronds, points ronds. Dés rouges : coins coupés, points carrés. Le bouton "
            "**En texte** dit tout le lancer en mots ; l’image le dit aussi aux lecteurs d’écran."
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
            "Il n’y en a pas pour tout le monde. Selon le nombre de personnes en jeu au début de la "
            "manche :\n"
            "- à 4 ou plus : 3 diablotins noirs, 3 blancs, 3 rouges ;\n"
            "- à 3 : 2 de chaque ;\n"
            "- à 2 : 1 de chaque.\n"
            "Et toujours un seul gris. Chaque bouton dit combien il en reste."
        ),
        t(
            "**Un seul, et pour de bon.** Un diablotin pris ne s’échange pas et ne se repose pas. S’il n’y "
            "en a plus de votre couleur, le clic est refusé et vous pouvez en prendre une autre."
        ),
        t(
            "**Qui est le plus rapide ?** Ce qui compte est l’instant où Discord a reçu votre clic, pas "
            "celui où il nous parvient. Un clic fait plus tôt peut donc arriver après un autre et "
            "reprendre son diablotin : qui le perd peut aussitôt en prendre un autre."
        ),
        t(
            "**La manche se ferme** quand chacun tient un diablotin, quand la bonne couleur est épuisée, "
            "ou à la fin des 15 secondes ; à peine une demi-seconde plus tard, le temps que les derniers "
            "clics arrivent, elle se règle."
        ),
    )
    return "\n\n".join(paragraphs)


def _gems(t: Texts) -> str:
    paragraphs = (
        t(
            "**Ce que rapporte la manche.**\n"
            "- Mauvaise couleur, ou rien pris : −1 gemme.\n"
            "- Bonne couleur : rien à perdre.\n"
            "- Le gris, quand il fallait le gris : +1 gemme, jamais plus de 5 en tout."
        ),
        t(
            "**Sortir du jeu.** Sans gemme, on ne joue plus : on regarde. La dernière personne qui a des "
            "gemmes gagne. Si toutes celles qui restaient perdent leur dernière gemme dans la même manche, "
            "personne ne gagne, et chacun paie son verre."
        ),
        t(
            "**Partir.** On peut quitter quand on veut (`/diavolo quitter`). Les gemmes de qui part sont "
            "perdues, son diablotin ne revient pas dans la manche. Si c’était à cette personne de lancer, "
            "la suivante lance."
        ),
    )
    return "\n\n".join(paragraphs)


def _options(t: Texts) -> str:
    paragraphs = (
        t(
            "**Le temps.** 30 secondes pour lancer, sinon les dés roulent tout seuls ; 15 secondes pour "
            "prendre. Au troisième délai manqué de suite, on quitte la table. Au rythme détente, on lance "
            "quand on veut, mais prendre reste une course de 15 secondes."
        ),
        t(
            "**Qui lance ?** Le sort désigne la première personne, ou l’hôte la choisit. Ensuite chacun à "
            "son tour, parmi qui a encore des gemmes. Lancer ne donne aucun avantage."
        ),
        *explanations(OPTIONS, t),
        t(
            "**Accessible.** Tous les délais de la table sont doublés, le temps de lire ou d’écouter le "
            "lancer en mots."
        ),
        t(
            "**Les boutons** des diablotins changent de place à chaque manche. À une table accessible, ils "
            "restent en place."
        ),
        t(
            "**Des dés vérifiables.** L’empreinte de la graine est montrée à l’ouverture, la graine à "
            "la fin : `/des verifier` rejoue chaque lancer. La place des dés sur l’image ne change rien, "
            "sauf pour l’ordre ◎, où elle suit le tirage."
        ),
    )
    return "\n\n".join(paragraphs)
