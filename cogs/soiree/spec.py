"""The spec of the Soirée: all that the house must know to offer it."""

from collections.abc import Mapping

from PIL import Image

from bot.tables.model import Pace
from bot.texts import N_, Texts
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.emojis import INK, PALE, SIZE, new_sheet, shrink
from cogs.defizz.options import DECKS
from cogs.defizz.spec import REASONS as DEFIZZ
from cogs.defizz.spec import refusal_sentence as defizz_sentence
from cogs.defizz.words import THEMES
from cogs.soiree.controls import action_of, remedies
from cogs.soiree.rulebook import OPTIONS, PRESETS, chapters
from engines.core.records import Refusal
from engines.defizz.host import VOID
from engines.soiree.flow import END_AFTER_ROUND, PROCEED, REPLACE_QUIZMASTER, SKIP_ROUND, WITHDRAW
from engines.soiree.rules import Soiree

# The commands of an evening's host, in words.

ORDERS: Mapping[str, tuple[str, str]] = {
    PROCEED: (N_("Continuer"), N_("On n’attend plus personne : la suite vient tout de suite.")),
    WITHDRAW: (
        N_("Retirer la question"),
        N_("Elle ne compte pas, ses points sont repris, et une autre la remplace."),
    ),
    SKIP_ROUND: (N_("Finir la manche"), N_("Elle s’arrête là, et ce qui est révélé compte.")),
    VOID: (N_("Annuler la carte"), N_("Les mises sont rendues et le tour est rejoué avec une autre carte.")),
    END_AFTER_ROUND: (N_("Finir la soirée"), N_("La soirée s’arrête après cette manche.")),
    REPLACE_QUIZMASTER: (N_("Faire mener le bot"), N_("Le bot mène et juge jusqu’à la fin de la soirée.")),
}
"""For each command, its label on the button and what it does."""


# A sentence for each refusal of an evening's own rules: what was wrong, and what to do.

REASONS: Mapping[str, str] = {
    "left": N_("Vous avez quitté cette soirée. Rendez-vous à la prochaine !"),
    "leads": N_("Vous menez la soirée : vous jugez, mais ne répondez pas."),
    "not_the_quizmaster": N_("C’est au maître du jeu de le faire."),
    "quizmaster_goes_on": N_("C’est au maître du jeu de lancer la suite."),
    "challenge_in_play": N_("Un défi est en cours : la table montre ce qu’on peut faire."),
    "not_in_the_tie": N_("Cette question départage les équipes de tête : regardez la fin !"),
    "already_ready": N_("C’est noté : on vous sait là. La suite arrive."),
    "already_answered": N_("Votre équipe a déjà répondu : la première réponse compte."),
    "tell_unclear": DEFIZZ["number_unclear"],
    "stake_out_of_bounds": N_("Une mise va de {least} à {most}. Choisissez-la dans la liste."),
    "nothing_to_rule": N_("Il n’y a rien à juger pour cette équipe."),
    "same_ruling": N_("C’est déjà jugé ainsi."),
    "no_such_team": N_("Cette équipe ne joue plus : choisissez-en une autre."),
    "points_not_a_number": N_("Écrivez les points comme un nombre entier, par exemple 3 ou -2."),
    "points_out_of_bounds": N_("On ajoute ou retire de 1 à {most} points à la fois."),
    "reason_missing": N_("Dites pourquoi : tout le monde doit pouvoir le lire."),
    "reason_too_long": N_("C’est trop long : {most} caractères au plus pour la raison."),
    "no_question": N_("Il n’y a pas de question à retirer."),
    "no_round_in_play": N_("Aucune manche n’est en cours."),
    "bot_leads": N_("C’est déjà le bot qui mène."),
    "already_ending": N_("La soirée s’arrête déjà après cette manche."),
}


def refusal_sentence(refusal: Refusal, t: Texts) -> str | None:
    """The sentence for a refusal, also of Défizz's rules; None if its reason is nobody's own."""
    wording = REASONS.get(refusal.reason)
    if wording is None:
        return defizz_sentence(refusal, t)
    return t(wording, **refusal.params)


# The Soirée's sign: a microphone on its stand, uploaded as an emoji.

_HEAD = (112, 92, 196, 255)
_GRIP = (255, 205, 92, 255)


def microphone(size: int = SIZE) -> Image.Image:
    """Draw a microphone that stands upright, `size` pixels wide."""
    image, pen, side = new_sheet()
    for grow, colour in ((0.07, PALE), (0.035, INK), (0.0, _GRIP)):
        box = (side * (0.42 - grow), side * (0.4 - grow), side * (0.58 + grow), side * (0.86 + grow))
        pen.rectangle(box, fill=colour)
        foot = (side * (0.27 - grow), side * (0.8 - grow), side * (0.73 + grow), side * (0.88 + grow))
        pen.rectangle(foot, fill=colour)
    for radius, colour in ((0.29, PALE), (0.255, INK), (0.22, _HEAD)):
        reach, x, y = side * radius, side * 0.5, side * 0.31
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    for y, half in ((0.23, 0.15), (0.31, 0.18), (0.39, 0.15)):
        pen.rectangle(
            (side * (0.5 - half), side * (y - 0.012), side * (0.5 + half), side * (y + 0.012)), fill=INK
        )
    return shrink(image, size)


SPEC = GameSpec(
    rules=Soiree(),
    title="La Soirée",
    pitch=N_("La Soirée : un quiz par manches, où toute la salle répond"),
    about=N_("Une soirée quiz par manches : toutes les équipes répondent en même temps."),
    opening=N_("Ouvrir une table de La Soirée"),
    emoji="🎤",
    accent=0x5A4AA0,
    minutes=(30, 90),
    shelf=6,
    chapters=chapters,
    action=action_of,
    refusal=refusal_sentence,
    remedies=remedies,
    options=OPTIONS,
    presets=PRESETS,
    unasked=frozenset({"programme", "shuffle"}),
    paces=(Pace.BRISK,),
    greeting=N_("Si vous menez la soirée, les questions et les réponses arriveront ici."),
    orders=ORDERS,
    decks=DECKS,
    themes=THEMES,
    dice=False,
    sign=microphone,
    planned=N_("**Une soirée quiz ?** `/defizz soiree planifier` : un jour, une heure, des équipes."),
)
