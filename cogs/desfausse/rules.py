"""The rules of DESfausse in our own words, page by page."""

from __future__ import annotations

from bot.texts import Texts

__all__ = ["chapters"]


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("Le jeu"), _game(t)),
        (t("Lancer"), _rolling(t)),
        (t("Défausser"), _discarding(t)),
        (t("Maudits et dons"), _curse(t)),
        (t("Fin et délais"), _end(t)),
    )


def _game(t: Texts) -> str:
    paragraphs = (
        t(
            "De 2 à 6, tout le monde joue en même temps et en secret. Débarrassez-vous de tous vos dés : "
            "la manche est à vous. **Deux manches gagnées**, et la partie l’est aussi."
        ),
        t(
            "**Les dés.** Chacun commence avec six dés :\n"
            "- 2 petits rouges et 2 petits verts, qui montrent un diable ou un chiffre de 2 à 6 ;\n"
            "- 1 gros rouge et 1 gros vert, qui montrent 3, 4, 5, ou un diable une fois sur deux.\n"
            "L’Ange, blanc, n’arrive qu’à la deuxième manche : il montre l’ange ou un chiffre de 2 à 6, "
            "jamais de diable."
        ),
        t(
            "**Un tour.** On lance, jusqu’à trois fois. Puis les valeurs 2, 3, 4, 5 et 6 sont appelées l’une "
            "après l’autre, et chacun se défausse d’une combinaison, une seule par tour. Et on recommence, "
            "avec les dés qui restent et ceux qu’on a reçus."
        ),
        t(
            "**Les reconnaître sans les couleurs.** Rouge : coins coupés et points en losange. Vert : coins "
            "ronds et points ronds. L’Ange : carré, avec un A. Les diables ont des cornes et un cadenas. Le "
            "texte de remplacement de chaque image dit tout en mots, et le bouton **En texte** aussi."
        ),
    )
    return "\n\n".join(paragraphs)


def _rolling(t: Texts) -> str:
    paragraphs = (
        t(
            "Le premier lancer est fait pour vous à l’ouverture du tour. Ensuite, deux fois au plus : "
            "touchez les dés à relancer, puis **Relancer** ; ou **Garder** pour en rester là. Un dé gardé "
            "peut être relancé la fois suivante."
        ),
        t(
            "**Diables.** Un diable est verrouillé aussitôt, jusqu’à la fin du tour. Une main faite de "
            "diables s’arrête d’elle-même."
        ),
        t(
            "**Secret.** Les autres voient combien de dés vous avez, et lesquels, jamais ce qu’ils montrent. "
            "À la fin du tour, tout est montré. Avec l’option **mains montrées**, tout l’est dès que les "
            "lancers sont finis."
        ),
    )
    return "\n\n".join(paragraphs)


def _discarding(t: Texts) -> str:
    paragraphs = (
        t(
            "**Combinaison.** Un ou plusieurs de vos dés qui montrent la valeur appelée. L’Ange compte pour "
            "son chiffre, ou pour la valeur appelée s’il montre l’ange ; sa couleur est celle qui arrange."
        ),
        t(
            "**Combien partent ?** Autant que la combinaison a de dés, moins un par diable de votre main. "
            "Il doit en partir au moins un. Vous choisissez lesquels.\n"
            "- Aux **Enfers** : toujours permis. L’Ange, lui, est mis de côté.\n"
            "- À un ou plusieurs **adversaires** : seulement si la combinaison est d’une seule couleur."
        ),
        t(
            "**L’ordre.** À chaque appel, tous ceux qui peuvent quelque chose choisissent en secret, ou "
            "passent ; un choix validé reste. Puis :\n"
            "- d’abord qui a commencé le tour avec un seul dé ;\n"
            "- puis la combinaison qui a le plus de dés ;\n"
            "- à égalité, celle qui a le plus de verts (l’Ange en est un, sauf donné avec du rouge) ;\n"
            "- encore à égalité : en même temps."
        ),
        t(
            "**Dés reçus.** Ils attendent la fin du tour avant d’entrer dans votre main. Personne n’a plus "
            "de **9 dés** : un dé de trop va aux Enfers. Qui n’avait qu’un dé et en reçoit avant de se "
            "défausser ne défausse rien ce tour."
        ),
    )
    return "\n\n".join(paragraphs)


def _curse(t: Texts) -> str:
    paragraphs = (
        t(
            "**Maudit.** Si plus de la moitié de vos dés sont des diables à la fin des lancers, vous êtes "
            "maudit pour le tour : vous ne vous défaussez de rien, et chaque personne qui ne l’est pas vous "
            "donne un dé."
        ),
        t(
            "**Donner à un maudit.** En se défaussant, on donne à chaque maudit un dé de sa main, hors de la "
            "combinaison, même un diable. Qui ne s’est pas défaussé donne après l’appel des 6, à tour de "
            "rôle. S’il n’y a pas assez de dés, les premiers maudits dans l’ordre de la table sont servis."
        ),
        t(
            "**Pas de place ?** Un maudit qui a 9 dés ne reçoit rien. S’il les atteint juste avant, le dé "
            "reste chez qui voulait le donner."
        ),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**Fin de manche.** Plus aucun dé après votre défausse ou votre don : la manche s’arrête et vous "
            "prenez un jeton (les dés reçus plus tôt dans le tour comptent, ceux qui arrivent au même moment "
            "non). À plusieurs au même moment, chacun en prend un. À **2 jetons**, la partie est gagnée ; à "
            "plusieurs, elle est partagée."
        ),
        t(
            "**L’Ange et le démon rouge.** À la manche suivante, tous reprennent leurs dés du départ, mais "
            "la personne qui a gagné joue avec l’Ange à la place de son gros dé rouge. Elle le donne à qui "
            "avait le plus de dés à la fin ; s’ils sont plusieurs, elle choisit. Si plusieurs ont gagné, le "
            "sort en désigne un."
        ),
        t(
            "**Le temps.** 2 minutes par décision. Ensuite : on garde ses dés, on passe, ou le premier choix "
            "possible est pris. Au troisième délai manqué de suite, on quitte la table. Au rythme détente, "
            "pas de délai ; l’option accessible les double."
        ),
        t(
            "**Partir.** On peut quitter quand on veut (`/desfausse quitter`) : les dés vont aux Enfers, un "
            "choix secret est annulé. La dernière personne à table gagne."
        ),
        t(
            "**Des dés vérifiables.** L’empreinte de la graine est montrée à l’ouverture, la graine à "
            "la fin : `/des verifier` rejoue chaque lancer."
        ),
    )
    return "\n\n".join(paragraphs)
