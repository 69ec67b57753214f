"""The rules of DESfausse in our own words, page by page."""

from __future__ import annotations

from bot.texts import Texts

__all__ = ["chapters"]


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("En bref"), _short(t)),
        (t("Lancer"), _rolling(t)),
        (t("Défausser"), _discarding(t)),
        (t("Malédiction et dons"), _curse(t)),
        (t("Fin et temps"), _end(t)),
    )


def _short(t: Texts) -> str:
    return t(
        "De 2 à 6 joueurs, six dés chacun. Tout le monde joue en même temps, en secret.\n"
        "1. Plus de dés ? Vous gagnez la manche. **Deux manches** gagnent la partie.\n"
        "2. Les dés sont lancés ; relancez ceux que vous voulez, deux fois au plus. Un **diable** est "
        "verrouillé jusqu’à la fin du tour.\n"
        "3. On appelle les 2, les 3, les 4, les 5 et les 6 : à un seul de ces appels, vous **défaussez** "
        "des dés de cette valeur, **moins un par diable**. Avec trois 4 et un diable, deux dés partent.\n"
        "4. Vos dés d’une seule couleur peuvent partir chez les autres ; sinon, ils vont aux **Enfers**. Les "
        "plus grandes combinaisons passent d’abord.\n"
        "5. Plus de la moitié de diables : **😈 malédiction !** Vous ne défaussez rien, et on vous donne des "
        "dés.\n"
        "6. Puis vient un nouveau tour, avec les dés qui restent et ceux que vous avez reçus (9 au plus).\n"
        "7. Dès la deuxième manche, la personne qui a gagné joue avec l’**Ange**, sans diable, et donne son "
        "gros dé rouge à la main la plus chargée."
    )


def _rolling(t: Texts) -> str:
    paragraphs = (
        t(
            "**Les dés.** Chacun commence avec six dés :\n"
            "- 2 petits rouges et 2 petits verts, qui montrent un diable ou un chiffre de 2 à 6 ;\n"
            "- 1 gros rouge et 1 gros vert, qui montrent 3, 4, 5, ou un diable une fois sur deux.\n"
            "L’Ange, blanc, arrive à partir de la deuxième manche : il montre l’ange ou un chiffre de 2 à "
            "6, jamais de diable."
        ),
        t(
            "Le premier lancer est fait pour vous à l’ouverture du tour. Ensuite, deux fois au plus : "
            "appuyez sur les dés à relancer, puis **Relancer** ; ou **Garder** pour en rester là. Un dé "
            "gardé peut être relancé la fois suivante."
        ),
        t(
            "**Diables.** Un diable est verrouillé aussitôt, jusqu’à la fin du tour. Si vous n’avez plus "
            "que des diables, vos lancers s’arrêtent."
        ),
        t(
            "**Secret.** Les autres voient combien de dés vous avez, et lesquels, jamais ce qu’ils montrent. "
            "À la fin du tour, tout est montré. Avec l’option **mains montrées**, tout l’est dès que les "
            "lancers sont finis."
        ),
        t(
            "**Sans voir les couleurs.** Rouge : coins coupés et points en losange. Vert : coins ronds et "
            "points ronds. L’Ange : carré, avec un A. Les diables ont des cornes et un cadenas. Le texte "
            "de remplacement de chaque image dit tout en mots, et le bouton **En texte** aussi."
        ),
    )
    return "\n\n".join(paragraphs)


def _discarding(t: Texts) -> str:
    paragraphs = (
        t(
            "**Combinaison.** Un ou plusieurs de vos dés qui montrent la valeur appelée. L’Ange compte "
            "pour son chiffre, ou pour la valeur appelée s’il montre l’ange ; il est de la couleur qui "
            "vous arrange."
        ),
        t(
            "**Combien de dés partent ?** Tous ceux de la combinaison, moins un par diable de votre main "
            "(au moins un doit partir). Vous choisissez lesquels.\n"
            "- Aux **Enfers** : toujours permis. L’Ange, lui, est mis de côté.\n"
            "- Chez un ou plusieurs **adversaires** : seulement si la combinaison est d’une seule couleur."
        ),
        t(
            "**Exemple.** Votre main : trois 4, un 2, un 6 et un diable. À l’appel des 4, vous choisissez "
            "vos trois 4. Un diable, donc un de moins : **deux 4 partent**. Ils vont aux Enfers ou, si les "
            "trois sont rouges ou les trois verts, chez qui vous voulez. Au tour suivant, vous lancez les "
            "quatre dés qui restent et ceux que vous avez reçus. Avec deux diables, un seul 4 partait ; "
            "avec trois, aucun : **il faut plus de dés de cette valeur que de diables.**"
        ),
        t(
            "**L’ordre.** À chaque appel, vous choisissez en secret de défausser ou de passer ; un choix "
            "validé ne change plus. Défaussent d’abord les mains qui n’avaient qu’un dé au début du tour ; "
            "puis la combinaison la plus grande ; puis celle qui a le plus de verts (l’Ange compte vert, "
            "sauf donné avec du rouge) ; sinon, en même temps."
        ),
        t(
            "**Dés reçus.** Ils entrent dans votre main au tour suivant. Jamais plus de **9 dés** : un dé "
            "de trop va aux Enfers. Si vous n’aviez qu’un dé et en recevez un avant de défausser, vous ne "
            "défaussez rien ce tour."
        ),
    )
    return "\n\n".join(paragraphs)


def _curse(t: Texts) -> str:
    paragraphs = (
        t(
            "**😈 Malédiction.** Si plus de la moitié de vos dés sont des diables à la fin des lancers, la "
            "malédiction vous frappe pour ce tour : vous ne défaussez rien, et chaque personne qui n’est "
            "pas sous malédiction vous donne un dé. Avec six dés, quatre diables suffisent ; trois, non."
        ),
        t(
            "**Donner.** Quand vous défaussez, donnez aussi à chaque personne sous malédiction un dé hors "
            "de la combinaison (même un diable). Si vous n’avez rien défaussé, vous donnez après l’appel "
            "des 6. Pas assez de dés ? On sert dans l’ordre de la table."
        ),
        t(
            "**Pas de place ?** Avec 9 dés, on ne reçoit rien. Si quelqu’un y arrive juste avant, le dé "
            "reste chez la personne qui voulait le donner."
        ),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**Fin de manche.** Plus aucun dé, ni en main ni reçu plus tôt ? La manche s’arrête et vous "
            "gagnez un jeton (un dé qui arrive au même moment ne compte pas). À plusieurs au même moment, "
            "chacun le sien. À **2 jetons**, la partie est gagnée, ou partagée."
        ),
        t(
            "**L’Ange et le gros dé rouge.** À la manche suivante, tous reprennent leurs six dés. La "
            "personne qui a gagné échange son gros dé rouge contre l’Ange et le donne à celle qui avait le "
            "plus de dés à la fin ; s’il y en a plusieurs, elle choisit. Si plusieurs ont gagné, l’Ange "
            "est tiré au sort."
        ),
        t(
            "**Le temps.** 2 minutes par décision. Ensuite : vos dés sont gardés, vous passez, ou le "
            "premier choix possible est pris. Trois absences de suite, et vous quittez la table. Au rythme "
            "détente, pas de limite ; l’option accessible double le temps."
        ),
        t(
            "**Partir.** On peut quitter quand on veut (`/desfausse quitter`) : vos dés vont aux Enfers, "
            "un choix secret est annulé. La dernière personne à table gagne."
        ),
        t(
            "**Des dés honnêtes.** Tout est fixé au départ par un secret, révélé à la fin : `/des "
            "verifier` prouve que rien n’a été changé."
        ),
    )
    return "\n\n".join(paragraphs)
