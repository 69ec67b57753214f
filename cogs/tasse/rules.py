"""The rules of La Tasse in our own words, page by page."""

from __future__ import annotations

from bot.texts import Texts
from bot.ui.frame.option import explanations
from cogs.tasse.options import OPTIONS
from cogs.tasse.words import dice_in_words
from engines.tasse.scores import HIGHEST, NORMAL

__all__ = ["chapters"]


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("Le jeu"), _game(t)),
        (t("L’échelle"), _ladder(t)),
        (t("Spéciaux"), _specials(t)),
        (t("Joker"), _joker(t)),
        (t("Fin et délais"), _end(t)),
    )


def _game(t: Texts) -> str:
    paragraphs = (
        t(
            "Deux dés, une tasse, et du bluff. On fait tourner la tasse en annonçant des scores qui ne "
            "descendent jamais. Qui se trompe prend un point ; à 10 points, on sort. La dernière "
            "personne en jeu gagne."
        ),
        t(
            "**Lire les dés.** Le plus haut dé fait les dizaines : 6 et 4 se lisent **64**. Deux dés "
            "pareils font un **double**, qui bat tous les scores ordinaires. Le **21** bat tout."
        ),
        t(
            "**Commencer.** Qui ouvre la manche choisit le sens, aussi souvent que voulu avant le "
            "premier lancer. Puis **Lancer** : vous seul voyez vos dés. Vous annoncez un score de "
            "l’échelle, vrai ou faux, et la tasse passe à la place suivante."
        ),
        t(
            "**Répondre.** Quand la tasse arrive avec une annonce :\n"
            "- **Croire et lancer** : les dés d’avant sont perdus, personne ne les verra. Vous lancez en "
            "secret et devez annoncer au moins autant, ou montrer un spécial.\n"
            "- **Douter** : on soulève la tasse. Si les dés disent exactement l’annonce, vous prenez 1 "
            "point et repartez de zéro. Sinon, même si les dés valaient mieux, c’est l’autre qui prend 1 "
            "point et repart de zéro."
        ),
        t(
            "**Repartir de zéro**, c’est avoir la tasse sans aucune annonce à tenir. Qui est déjà sorti "
            "du jeu la laisse à la place suivante."
        ),
    )
    return "\n\n".join(paragraphs)


def _ladder(t: Texts) -> str:
    intro = t("Les annonces permises, de la plus basse à la plus haute :")
    rows = [f"{place:>2}  {dice_in_words(score, t)}" for place, score in enumerate(NORMAL, start=1)]
    special = " *  " + t("7, double 5, 31, 9 : les spéciaux")
    highest = rows.pop()
    outro = t(
        "Les spéciaux se placent entre le double 6 et le {highest}. On ne les annonce jamais, on les montre. "
        "On peut aussi les cacher et annoncer autre chose.\n"
        "Pour un duel ou un joker, il faut battre **strictement** ; entre eux, les spéciaux se valent.",
        highest=HIGHEST,
    )
    return "\n".join((intro, "```", *rows, special, highest, "```", outro))


def _specials(t: Texts) -> str:
    paragraphs = (
        t("Un spécial se joue avec **Montrer**, tout de suite après le lancer."),
        t(
            "- **7** (5 et 2, 6 et 1, 4 et 3) : la place suivante prend 1 point et repart de zéro.\n"
            "- **Double 5**, « plein la gueule pour pas un rond » : la place suivante prend 1 point et "
            "passe son tour ; celle d’après repart de zéro.\n"
            "- **31** : la place précédente prend 1 point, le sens tourne, et c’est elle qui repart de "
            "zéro.\n"
            "- **9** (6 et 3) : on compte neuf places dans le sens du jeu, vous êtes la première. La "
            "neuvième prend 1 point, puis vous relancez sur la même annonce. À 2, 4 ou 8 en jeu, la "
            "neuvième… c’est vous."
        ),
        t(
            "**Sur un 21.** Un 7, un double 5 ou un 31 font leur effet, mais comme ils ne battent pas le "
            "21, vous prenez 1 point aussi, et c’est vous qui repartez de zéro. Après un double 5, la "
            "place touchée passe son tour dès que la tasse vous quitte ; après un 31, le sens a tourné. "
            "Le 9 ne coûte rien de plus : vous relancez sur le 21."
        ),
    )
    return "\n\n".join(paragraphs)


def _joker(t: Texts) -> str:
    paragraphs = (
        t(
            "Le **32** est le plus petit score. Mais s’il y a une annonce à battre, le montrer lance le "
            "**joker** : vous relancez aussitôt, à découvert."
        ),
        t(
            "- Si ce deuxième lancer bat **strictement** l’annonce, la place suivante prend 1 point et "
            "repart de zéro. Les spéciaux ne comptent ici que par leur rang, sans leur effet.\n"
            "- Sinon, vous prenez 2 points et repartez de zéro. Sur un 21, le joker échoue toujours."
        ),
        t(
            "Sans annonce à battre, le 32 est un 32 tout simple. Et rien n’oblige à tenter le joker : on "
            "peut annoncer autre chose."
        ),
        t(
            "**32 sur 32.** Si le deuxième lancer est encore un 32, vous prenez 2 points, puis chacun "
            "des autres, dans l’ordre, vous défie en duel : il déclare un score de 32 à double 6, et "
            "vous lancez à découvert. Si vous ne battez pas strictement ce score, 1 point pour vous. "
            "Après le dernier duel, vous repartez de zéro. Si vous sortez du jeu, les duels s’arrêtent "
            "là."
        ),
        t(
            "**Mauvaise annonce.** En toutes lettres, dites « soixante-quatre », « 64 » ou « 6 4 » ; « "
            "double 3 », pas « trente-trois » ; « double as » ou « douglas » pour le double 1 ; « vingt "
            "et un », « twenty one » ou « ultimous fabulous magnificous » pour le 21. La ponctuation et ce "
            "qu’on dit autour (« j’ai », « c’est un beau », « voilà ») ne changent rien. Un score qui "
            "n’existe pas, un spécial que vos dés ne montrent pas, ou une annonce trop basse vous coûte 1 "
            "point et vous repartez de zéro. Un texte avec d’autres mots est refusé sans frais. Dans la "
            "liste, on ne trébuche pas."
        ),
        t(
            "**Dire un spécial.** Le vrai nom de ce que montrent vos dés le montre : « 7 », « double 5 » ou "
            "« plein la gueule pour pas un rond », « 31 », « neuf », « joker » s’il y a une annonce à "
            "battre. Son nombre (« cinquante-deux », « 55 ») est une mauvaise annonce."
        ),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**Sortir du jeu.** À 10 points (réglable), on sort. À la fin, il faut deux points d’écart : "
            "quand moins de deux personnes sont sous la barre, on ne sort qu’avec au moins 2 points de "
            "plus que la plus basse ; les autres continuent, quel que soit leur total. La dernière en "
            "jeu gagne la manche."
        ),
        t(
            "**Manches.** À plusieurs manches, les points reviennent à zéro. La première personne "
            "éliminée, la « face de nul », ouvre la manche suivante. Qui a gagné le plus de manches "
            "gagne la table."
        ),
        t(
            "**Le temps.** Au rythme vif, 90 secondes par décision. Ensuite la tasse tombe : 1 point, et "
            "on repart de zéro ; dans un duel, le défi est perdu. Au troisième délai manqué de suite, on "
            "quitte la table. Au rythme détente, rien ne presse."
        ),
        t(
            "**Partir.** On peut quitter quand on veut (`/tasse quitter`), sans point. Si la tasse était "
            "chez vous, ou l’annonce de vous, la place suivante repart de zéro."
        ),
        *explanations(OPTIONS, t),
        t(
            "**Des dés vérifiables.** L’empreinte de la graine est montrée à l’ouverture, la graine à "
            "la fin : `/des verifier` rejoue chaque lancer."
        ),
    )
    return "\n\n".join(paragraphs)
