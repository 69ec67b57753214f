"""The rules of La Tasse in our own words, page by page."""

from __future__ import annotations

from bot.texts import Texts
from bot.ui.frame.option import explanations
from cogs.tasse.options import OPTIONS
from cogs.tasse.words import score_name
from engines.tasse.scores import HIGHEST, NORMAL

__all__ = ["chapters"]


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("En bref"), _short(t)),
        (t("Annoncer, douter"), _claims(t)),
        (t("Spéciaux"), _specials(t)),
        (t("Joker"), _joker(t)),
        (t("Fin et temps"), _end(t)),
    )


def _short(t: Texts) -> str:
    intro = t("Deux dés, une tasse, et du bluff : fuyez les points, ils font sortir du jeu.")
    steps = t(
        "1. **Lancez** en secret. Le plus haut dé fait les dizaines : 6 et 4 se lisent **64**. Deux dés "
        "pareils font un **double**.\n"
        "2. **Annoncez** un score, vrai ou faux, au moins aussi haut que l’annonce d’avant. La tasse passe "
        "à la personne suivante.\n"
        "3. **Elle vous croit ?** Elle lance à son tour. **Elle doute ?** On soulève la tasse : si "
        "l’annonce était exacte, 1 point pour elle ; sinon, 1 point pour vous.\n"
        "4. Au lieu d’annoncer, vous pouvez **montrer** un spécial : **7** (1 point pour la personne "
        "suivante), **double 5** (de même, et elle passe son tour), **31** (1 point pour la personne "
        "d’avant, et le sens tourne), **9** (1 point pour la neuvième place, puis vous relancez).\n"
        "5. Sur une annonce, un **32** est un **joker** : montrez-le, et relancez devant tout le monde. "
        "Plus que l’annonce : 1 point pour la personne suivante. Sinon : 2 points pour vous.\n"
        "6. À **10 points**, on sort. La dernière personne en jeu gagne, avec 2 points d’écart."
    )
    return "\n\n".join((intro, steps, _ladder(t)))


def _ladder(t: Texts) -> str:
    plain = [score for score in NORMAL if score[0] != score[1] and score != HIGHEST]
    doubles = [score_name(score, t) for score in NORMAL if score[0] == score[1]]
    specials = "* " + t("7, double 5, 31, 9 : les spéciaux")
    rows = ("  ".join(plain), "  ".join(doubles[:3]), "  ".join(doubles[3:]), specials, HIGHEST)
    return "\n".join(
        (t("**L’échelle** des annonces, de la plus basse à la plus haute :"), "```", *rows, "```")
    )


def _claims(t: Texts) -> str:
    paragraphs = (
        t(
            "**Commencer.** La personne qui ouvre la manche choisit le sens du jeu (elle peut changer "
            "d’avis jusqu’au premier lancer). Puis **Lancer** : personne d’autre ne voit vos dés. Annoncez "
            "un score de l’échelle, vrai ou faux : la tasse passe à la personne suivante."
        ),
        t(
            "**Répondre.** Quand la tasse arrive avec une annonce :\n"
            "- **Croire et lancer** : les dés précédents restent secrets pour toujours. Vous lancez en "
            "secret, puis vous annoncez au moins autant, ou vous montrez un spécial.\n"
            "- **Douter** : on soulève la tasse. L’annonce était exacte ? 1 point pour vous. Elle était "
            "fausse, même trop modeste ? 1 point pour l’autre. La personne qui prend le point repart de "
            "zéro."
        ),
        t(
            "**Repartir de zéro**, c’est lancer sans annonce à égaler. Si la personne vient d’être "
            "éliminée, la suivante prend la tasse."
        ),
        t(
            "Les spéciaux se placent entre le double 6 et le {highest}. On ne les annonce jamais, on les "
            "montre. On peut aussi les cacher et annoncer autre chose.\n"
            "Dans un duel ou avec un joker, il faut faire **plus** : l’égalité perd. Les spéciaux sont à "
            "égalité entre eux.",
            highest=HIGHEST,
        ),
    )
    return "\n\n".join(paragraphs)


def _specials(t: Texts) -> str:
    paragraphs = (
        t("Un spécial se joue avec **Montrer**, tout de suite après le lancer."),
        t(
            "- **7** (5 et 2, 6 et 1, 4 et 3) : la personne suivante prend 1 point et repart de zéro.\n"
            "- **Double 5**, « plein la gueule pour pas un rond » : la personne suivante prend 1 point et "
            "passe son tour ; celle d’après repart de zéro.\n"
            "- **31** : la personne précédente prend 1 point, le sens tourne, et c’est elle qui repart de "
            "zéro.\n"
            "- **9** (6 et 3) : on compte neuf places dans le sens du jeu, la vôtre est la première. La "
            "neuvième prend 1 point, puis vous relancez sur la même annonce. À 2, 4 ou 8 en jeu, la "
            "neuvième place est la vôtre."
        ),
        t(
            "**Sur un 21.** Un 7, un double 5 ou un 31 font leur effet, mais comme ils ne battent pas le "
            "21, vous prenez 1 point aussi, et c’est vous qui repartez de zéro. Après un double 5, la "
            "personne touchée passe son tour dès que la tasse vous quitte ; après un 31, le sens a tourné. "
            "Le 9 ne coûte rien de plus : vous relancez sur le 21."
        ),
    )
    return "\n\n".join(paragraphs)


def _joker(t: Texts) -> str:
    paragraphs = (
        t(
            "Le **32** est le plus petit score. Mais s’il y a une annonce à battre, le montrer lance le "
            "**joker** : vous relancez aussitôt, devant tout le monde."
        ),
        t(
            "- Si ce deuxième lancer fait **plus** que l’annonce, la personne suivante prend 1 point et "
            "repart de zéro. Les spéciaux ne comptent ici que par leur rang, sans leur effet.\n"
            "- Sinon, vous prenez 2 points et repartez de zéro. Sur un 21, le joker échoue toujours."
        ),
        t(
            "Sans annonce à battre, le 32 est un 32 tout simple. Et rien n’oblige à tenter le joker : on "
            "peut annoncer autre chose."
        ),
        t(
            "**32 sur 32.** Si le deuxième lancer est encore un 32, vous prenez 2 points, puis chacun des "
            "autres, dans l’ordre, vous défie en duel : un score à battre, de 32 à double 6, et vous "
            "lancez devant tout le monde. Si vous ne faites pas **plus**, 1 point pour vous. Après le "
            "dernier duel, vous repartez de zéro. Si vous sortez du jeu, les duels s’arrêtent "
            "là."
        ),
        t(
            "**Mauvaise annonce.** En tapant votre annonce, vous pouvez vous tromper : un score qui "
            "n’existe pas, un spécial que vos dés ne montrent pas ou un score trop bas coûte 1 point, et "
            "vous repartez de zéro. On dit « soixante-quatre », « 64 » ou « 6 4 » ; « double 3 » (pas « "
            "trente-trois ») ; « double as » ou « douglas » ; « vingt et un » ou « ultimous fabulous "
            "magnificous ». Un texte sans score ne coûte rien. Avec la liste, aucun risque."
        ),
        t(
            "**Dire un spécial.** Taper le vrai nom de ce que montrent vos dés le montre : « 7 », « double "
            "5 » ou « plein la gueule pour pas un rond », « 31 », « neuf », « joker » s’il y a une annonce "
            "à battre. Son nombre (« cinquante-deux », « 55 ») est une mauvaise annonce."
        ),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**Sortir du jeu.** À 10 points (réglable), on est éliminé. Mais la victoire demande 2 points "
            "d’écart : s’il reste au plus une personne sous 10 points, ne sortent que celles et ceux qui "
            "ont au moins 2 points de plus que le plus petit total. Les autres restent en sursis. La "
            "dernière personne en jeu gagne la manche."
        ),
        t(
            "**Manches.** À chaque manche, les points reviennent à zéro. La première personne éliminée, la "
            "« face de nul », ouvre la manche suivante. Le plus de manches gagnées, et la partie est à "
            "vous."
        ),
        t(
            "**Le temps.** Au rythme vif, 90 secondes par décision. Ensuite la tasse tombe : 1 point, et "
            "on repart de zéro ; dans un duel, le défi est perdu. Trois absences de suite, et vous quittez "
            "la table. Au rythme détente, rien ne presse."
        ),
        t(
            "**Partir.** On peut quitter quand on veut (`/tasse quitter`), sans prendre de point. Si vous "
            "aviez la tasse, ou si l’annonce en cours était la vôtre, la personne suivante repart de zéro."
        ),
        *explanations(OPTIONS, t),
        t(
            "**Des dés honnêtes.** Tout est fixé au départ par un secret, révélé à la fin : `/des "
            "verifier` prouve que rien n’a été changé."
        ),
    )
    return "\n\n".join(paragraphs)
