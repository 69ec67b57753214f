"""The rules of Débâcle in our own words, page by page."""

from __future__ import annotations

from bot.texts import Texts
from cogs.debacle.words import letters
from engines.debacle.board import START, dice_by_square
from engines.debacle.drawing import draw

__all__ = ["chapters"]


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters of the rules, each with its title and text."""
    return (
        (t("Le jeu"), _game(t)),
        (t("Déplacements"), _moves(t)),
        (t("Camp et doubles"), _camp(t)),
        (t("Récupérer"), _recovering(t)),
        (t("Fin et délais"), _end(t)),
    )


def _game(t: Texts) -> str:
    paragraphs = (
        t(
            "À deux, six dés contre six sur 36 cases. La valeur d’un dé fait sa force, et elle change à "
            "chaque fois qu’il bouge. Capturez les dés d’en face : ils valent leurs points. À **30 "
            "points**, en une ou plusieurs manches, la partie est gagnée."
        ),
        t(
            "**Le plateau.** Colonnes a à f, rangées 1 à 6. La première place a les dés de Rouge, son "
            "camp est la rangée 1. L’autre a ceux de Noir, son camp est la rangée 6. Au départ :"
        ),
        f"```\n{draw(dice_by_square(START), letters(t))}\n```",
        t(
            "**Un tour**, c’est **deux actions** au choix : rouler, flipper ou capturer, avec le même dé "
            "ou avec deux. Les deux sont dues. Les actions en bonus et les rebonds sont facultatifs. Un "
            "tour où il ne reste rien à faire se termine de lui-même ; s’il n’y a aucun coup possible, il "
            "passe."
        ),
        t(
            "**Au salon ou en privé.** Choisissez un dé, puis ce qu’il fait : seuls les coups permis sont "
            "proposés, avec leur résultat. Vos coups restent un brouillon, visible de l’autre ; « "
            "Annuler » reprend le dernier tant que le tour n’est pas fini."
        ),
        t("Qui commence la première manche est tiré au sort, ou choisi par l’hôte ; ensuite on alterne."),
    )
    return "\n\n".join(paragraphs)


def _moves(t: Texts) -> str:
    paragraphs = (
        t(
            "**Rouler.** Vers une case vide, en avant ou sur le côté, jamais en arrière. Le dé gagne 1 : "
            "un 3 devient un 4, et un 6 devient un 1."
        ),
        t(
            "**Flipper.** Le dé se retourne sur place : 1 devient 6, 2 devient 5, 3 devient 4, et "
            "l’inverse. Jamais deux fois de suite le même dé dans un tour : il faut un autre coup entre "
            "les deux, rebond compris. Un retour au camp ou une récupération ne comptent pas comme un "
            "coup."
        ),
        t(
            "**Capturer.** Sur un dé adverse voisin, en avant, en arrière ou sur le côté. Il faut une "
            "valeur **plus haute** que la sienne. Un **1** prend tout, sauf un autre 1."
        ),
        t(
            "Le dé pris garde sa valeur et va devant qui l’a capturé. L’attaquant **prend cette valeur** "
            ": un 5 qui capture un 2 devient un 2."
        ),
        t(
            "**Rebondir.** Après une capture, ce même dé peut rejouer aussitôt, sans que cela coûte une "
            "action : rouler, flipper, ou capturer encore, avec un nouveau rebond. On peut y renoncer."
        ),
    )
    return "\n\n".join(paragraphs)


def _camp(t: Texts) -> str:
    paragraphs = (
        t(
            "**Retour au camp.** Un dé qui atteint le camp adverse doit revenir dans le sien, sur une "
            "case vide de votre choix, sans changer de valeur. Cela ne coûte pas d’action."
        ),
        t(
            "- Arrivé en roulant, il revient aussitôt, avant toute autre chose.\n"
            "- Arrivé en capturant, il revient avant son rebond (qui part alors du camp) ou après, même "
            "si la suite l’a fait ressortir du camp adverse."
        ),
        t(
            "**Prendre des doubles.** Au tout début de votre tour, avant toute action : si une rangée "
            "montre au moins deux dés adverses de même valeur, vous pouvez y retirer les doublons. De "
            "chaque valeur présente en double, il ne reste qu’un dé, celui que vous voulez."
        ),
        t(
            "C’est gratuit et il n’y a pas de rebond. Chaque rangée est au choix, mais une rangée "
            "commencée est vidée de tous ses doublons. Une seule prise par tour, pour toutes les rangées "
            "à la fois."
        ),
    )
    return "\n\n".join(paragraphs)


def _recovering(t: Texts) -> str:
    paragraphs = (
        t(
            "**Récupérer un dé.** À votre tour, après une action ou un coup spécial (jamais avant) : si "
            "tous vos dés sur le plateau montrent la même valeur, vous pouvez reprendre un des vôtres que "
            "l’adversaire a capturé. C’est toujours celui de plus faible valeur ; il revient tel quel, "
            "sur une case vide de votre camp."
        ),
        t(
            "Cela ne coûte rien et peut se répéter tant que la condition tient, même après la dernière "
            "action ou avec un rebond en attente. Un retour au camp dû passe avant."
        ),
        t(
            "**Le prix.** Au prochain tour, l’adversaire a des actions en bonus, facultatives, après ses "
            "deux actions :\n"
            "- 1 de plus pour chaque 1, 2 ou 3 récupéré ;\n"
            "- 2 de plus pour chaque 4, 5 ou 6."
        ),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**Fin de manche.** Dès que quelqu’un tient **5 dés** adverses ou plus, la manche s’arrête, "
            "même au milieu d’un enchaînement. Chacun ajoute à son total la somme des dés qu’il tient. "
            "Avec 30 points ou plus, on gagne ; si les deux y sont, le plus haut total ; à égalité, "
            "encore une manche. Les bonus en attente sont perdus."
        ),
        t(
            "**Sans prise.** Après 60 tours de suite sans capture ni doubles (les tours des deux "
            "comptent, une récupération n’y change rien), ou après 300 tours en tout, la manche s’arrête "
            "et on compte. On peut aussi s’accorder pour l’arrêter : « Proposer l’arrêt »."
        ),
        t(
            "**Le temps.** Au rythme vif, 10 minutes par tour ; par correspondance, 1, 3 ou 7 jours. Au "
            "bout du délai, les coups du brouillon comptent, un retour dû se fait sur la première case "
            "vide du camp de a à f, et le reste du tour est perdu. Au troisième délai manqué de suite, la "
            "partie est perdue. L’adversaire peut accorder du temps. Au rythme détente, rien ne presse."
        ),
        t(
            "**Par correspondance**, un tour ne finit que par « Terminer le tour » : jusque-là, tout peut "
            "s’annuler."
        ),
        t("**Abandonner** ou quitter la table, c’est perdre la partie, quels que soient les points."),
        t(
            "**À la fin**, un fichier donne tous les coups. Seul le choix de qui commence est tiré au "
            "sort, et `/des verifier` le vérifie."
        ),
    )
    return "\n\n".join(paragraphs)
