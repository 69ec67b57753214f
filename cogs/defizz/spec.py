"""The spec of Défizz: all that the house must know to offer the game."""

from collections.abc import Iterator, Mapping
from typing import Final

from babel.numbers import format_decimal
from PIL import Image

from bot.insight.badges import Badge, Outing
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.spec import Counts, GameSpec, share
from bot.ui.pages.emojis import INK, PALE, SIZE, new_sheet, shrink
from bot.ui.pages.escape import label
from bot.ui.pages.lettering import font
from bot.ui.pages.page import Block, Text
from cogs.defizz.answers import remedies
from cogs.defizz.controls import action_of
from cogs.defizz.decks import add_decks
from cogs.defizz.justice import verdict_word
from cogs.defizz.options import DECKS, OPTIONS, PRESETS
from cogs.defizz.rulebook import LESSON, chapters
from cogs.defizz.words import THEMES, Voice, quote_answer
from engines.core.records import Refusal
from engines.defizz.host import END_AFTER_ROUND, REPLACE_READER, TURN_VERDICT, VOID
from engines.defizz.observe import Observation
from engines.defizz.rules import Defizz

# The badges of Défizz; a team earns them together.


def _exact(game: Outing) -> bool:
    return game["exact_cible"] >= 2


def _faultless(game: Outing) -> bool:
    judged = game["judged_chrono"] + game["judged_pingpong"]
    return judged >= 8 and game["right_chrono"] + game["right_pingpong"] == judged


def _jackpot(game: Outing) -> bool:
    return game["pot_4000"] >= 1


def _unflinching(game: Outing) -> bool:
    return game.won and game["accepted"] >= 3 and game["refused"] == 0


BADGES = (
    Badge(
        "🎯", N_("Dans le mille"), N_("trouver deux fois le nombre exact d’une Cible dans une partie"), _exact
    ),
    Badge(
        "📚",
        N_("Sans faute"),
        N_("donner huit bonnes réponses ou plus dans une partie, et aucune fausse"),
        _faultless,
    ),
    Badge("💰", N_("Gros lot"), N_("remporter un pot de 4000 jetons ou plus"), _jackpot),
    Badge(
        "🛡️",
        N_("Tête haute"),
        N_("gagner en acceptant trois surenchères ou plus, sans en refuser"),
        _unflinching,
    ),
)
"""In the order in which people read them."""


# What Défizz tells of somebody: how surely they answer, mode by mode, and what they dare.

ENOUGH: Final = 10
"""Answers of a mode, or challenges, from which on something can be said of them."""
_MODES: Final = ("chrono", "cible", "pingpong", "chance")


def portrait(facts: Mapping[str, int], t: Texts) -> tuple[Block, ...]:
    """The paragraphs, of the sums of somebody's facts."""
    count = Counts(facts)
    asked = sum(count[f"asked_{mode}"] for mode in _MODES)
    if not asked:
        return ()
    lines = [*_answers(count, t), *_stakes(count, t)]
    few = t("**Réponses** : pas encore assez de questions pour en parler ({n}).", n=asked)
    return (Text(join_lines(*lines) if lines else few),)


def _answers(count: Mapping[str, int], t: Texts) -> Iterator[str]:
    """How often answers were right, and how long they took."""
    if count["judged_chrono"] >= ENOUGH:
        right = share(count["right_chrono"], count["judged_chrono"], t)
        yield t("**Chrono** : {share} de réponses justes sur {n}.", share=right, n=count["judged_chrono"])
    if count["timed_chrono"] >= ENOUGH:
        seconds = count["ms_chrono"] / count["timed_chrono"] / 1000
        mean = format_decimal(seconds, format="0.#", locale=t.locale)
        yield t("Au Chrono, une réponse vient en {mean}\u00a0s en moyenne.", mean=mean)
    if count["judged_pingpong"] >= ENOUGH:
        judged = count["judged_pingpong"]
        right = share(count["right_pingpong"], judged, t)
        yield t("**Ping-pong** : {share} de réponses justes sur {n}.", share=right, n=judged)
    if count["answered_cible"] >= ENOUGH:
        won = {"won": count["won_cible"], "n": count["asked_cible"]}
        exact = share(count["exact_cible"], count["answered_cible"], t)
        yield t("**Cible** : gagnée {won} fois sur {n}, {share} de nombres exacts.", **won, share=exact)


def _stakes(count: Mapping[str, int], t: Texts) -> Iterator[str]:
    """What they dare: how often they name more than the least, and what share of their chips."""
    if count["opened"] >= ENOUGH:
        raised = share(count["raised"], count["opened"], t)
        dared = share(count["named"], count["had"], t)
        yield t("**Audace** : mise plus que le minimum {raised} des fois.", raised=raised)
        yield t("Mise {dared} de ses jetons en moyenne.", dared=dared)
    offered = count["accepted"] + count["refused"]
    if offered >= ENOUGH:
        accepted = share(count["accepted"], offered, t)
        words = {"accepted": accepted, "n": offered}
        yield t("Mises au-dessus du minimum : acceptées {accepted} des fois, sur {n}.", **words)


# A sentence for each refusal of Défizz's own rules: what was wrong, and what to do.

REASONS: Mapping[str, str] = {
    "not_now": N_("Pas maintenant ! La table montre ce qu’on peut faire."),
    "left": N_("Vous avez quitté cette partie. Rendez-vous à la prochaine !"),
    "eliminated": N_("Vous n’avez plus de jetons : installez-vous et regardez la fin !"),
    "reads": N_("Vous lisez ce défi : vous jugez, mais ne répondez pas."),
    "refused": N_("Vous avez refusé ce défi : attendez le prochain."),
    "not_the_reader": N_("C’est au lecteur de choisir et de juger : attendez un instant."),
    "already_answered": N_("Vous avez déjà répondu : attendez votre tour, ou la fin du défi."),
    "takes_no_part": N_("Vous ne jouez pas ce défi : attendez le prochain."),
    "no_such_question": N_("La carte n’a que trois questions. Choisissez-en une avec les boutons."),
    "no_help": N_("Vous n’avez plus d’aide : elle ne sert qu’une fois par partie, avant de choisir."),
    "reader_chose_question": N_(
        "Dans la variante Expert, le lecteur a déjà choisi la question : choisissez le reste."
    ),
    "question_missing": N_("Choisissez d’abord une question, par son indice."),
    "no_opponent_in_multi": N_("C’est un Multi : on défie tout le monde, sans choisir d’adversaire."),
    "opponent_missing": N_("C’est un Duel : choisissez aussi votre adversaire."),
    "opponent_is_oneself": N_("On ne se défie pas soi-même. Choisissez quelqu’un d’autre."),
    "opponent_reads": N_("Cette personne lit la question : choisissez quelqu’un d’autre."),
    "opponent_not_in_play": N_("Cette personne est sortie du jeu : choisissez quelqu’un d’autre."),
    "no_stake_in_enrichment": N_("Tant que la banque paie, on ne mise pas : la question vaut 500."),
    "stake_missing": N_("Il manque la mise. Reprenez depuis les indices."),
    "stake_not_a_number": N_("Écrivez votre mise comme un nombre, par exemple 300. Rien n’a changé."),
    "stake_below_minimum": N_("C’est trop peu : le dé demande au moins {least}."),
    "stake_above_chips": N_("C’est plus que vos jetons : misez {most} au plus."),
    "stake_not_in_hundreds": N_("Les jetons vont par 100 : écrivez une somme qui finit par 00."),
    "answer_too_long": N_(
        "C’est trop long : {most} caractères au plus. Réessayez : c’est toujours votre tour."
    ),
    "answer_empty": N_("Il n’y a rien à lire dans cette réponse. Écrivez-la, ou passez."),
    "not_a_number": N_("Il faut un nombre, en chiffres ou en lettres. Rien n’a changé : réessayez."),
    "number_unclear": N_(
        "Ce nombre peut se lire de plusieurs façons : laquelle est la vôtre ? Votre réponse compte dès que "
        "vous aurez choisi."
    ),
    "number_several": N_("Il faut un seul nombre : choisissez, puis réessayez. Rien n’a changé."),
    "number_vague": N_("Il faut une année précise : choisissez-en une, puis réessayez. Rien n’a changé."),
    "other_unit": N_("Cette unité ne va pas : on compte en « {unit} ». Rien n’a changé : réessayez."),
    "unit_not_asked": N_("La question ne demande pas cette unité : donnez le nombre seul. Rien n’a changé."),
    "number_out_of_bounds": N_("Il faut un nombre entier de {least} à {most}. Réessayez."),
    "number_repeated": N_("Ce nombre a déjà été proposé. Donnez-en un autre."),
    "no_card_to_void": N_("Il n’y a pas de carte à annuler : le dé n’est pas encore lancé."),
    "bot_reads": N_("C’est déjà le bot qui lit."),
    "not_the_quizmaster": N_("C’est au maître du jeu de le faire."),
    "chips_wait": N_("Un défi est en cours : on déplace des jetons avant la mise, ou après le défi."),
    "no_such_player": N_("Cette personne n’est pas, ou plus, dans le jeu : choisissez-en une autre."),
    "same_player": N_("On ne déplace pas de jetons de quelqu’un à soi-même : choisissez deux personnes."),
    "chips_not_a_number": N_("Écrivez les jetons comme un nombre, par exemple 300. Rien n’a changé."),
    "chips_too_many": N_("C’est trop : {most} au plus, car il doit en rester 100. Rien n’a changé."),
    "reason_missing": N_("Dites pourquoi : tout le monde doit pouvoir le lire."),
    "reason_too_long": N_("C’est trop long : {most} caractères au plus pour la raison."),
    "leads": N_("Vous menez le jeu : vous lisez et jugez, sans jouer."),
    "contest_off": N_("À cette table, on ne conteste pas : l’hôte a choisi ainsi."),
    "vote_is_on": N_("On vote déjà : attendez la fin du vote."),
    "verdict_stands": N_("Trop tard : après la réponse ou le lancer suivant, un verdict ne change plus."),
    "contested_before": N_("Vous avez déjà contesté dans ce défi : c’est une fois par défi."),
    "voted_before": N_("Vous avez déjà voté : attendez les autres."),
    "contests": N_("Vous contestez ce verdict : ce sont les autres qui votent."),
    "votes_not_on_oneself": N_("Vous jouez ce défi : ce sont les autres qui votent."),
    "already_ending": N_("La partie s’arrête déjà après ce tour."),
}


def refusal_sentence(refusal: Refusal, t: Texts) -> str | None:
    """The sentence for a refusal; None if its reason is not one of Défizz's own."""
    wording = REASONS.get(refusal.reason)
    if wording is None:
        return None
    return t(wording, **{name: _format_value(value, t) for name, value in refusal.params.items()})


def _format_value(value: object, t: Texts) -> object:
    """Write numbers as on the board; other values stay as they are."""
    return format_decimal(value, locale=t.locale) if isinstance(value, int) else value


# Défizz's sign: a card with a question mark, and a chip that pays for it. It is uploaded as an emoji.

_PINK = (206, 44, 98, 255)
_GOLD = (238, 184, 64, 255)


def card(size: int = SIZE) -> Image.Image:
    """Draw a card that asks something, with a gold chip on its corner, `size` pixels wide."""
    image, pen, side = new_sheet()
    for inset, colour in ((0.0, PALE), (0.035, INK), (0.07, _PINK)):
        box = (side * (0.12 + inset), side * (0.03 + inset), side * (0.8 - inset), side * (0.97 - inset))
        pen.rounded_rectangle(box, side * (0.14 - inset), fill=colour)
    pen.text(
        (side * 0.44, side * 0.45), "?", PALE, font(side * 0.62), anchor="mm", stroke_width=round(side * 0.02)
    )
    for radius, colour in ((0.24, PALE), (0.21, INK), (0.175, _GOLD), (0.11, INK), (0.085, _GOLD)):
        x, y, reach = side * 0.74, side * 0.74, side * radius
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    return shrink(image, size)


# The commands of a host of Défizz, in words.

_LABEL = 60
ORDERS: Mapping[str, tuple[str, str]] = {
    VOID: (
        N_("Annuler la carte"),
        N_("Les mises sont rendues et le tour est rejoué avec une autre carte."),
    ),
    REPLACE_READER: (N_("Faire lire le bot"), N_("Le bot remplace le lecteur jusqu’à la fin du tour.")),
    END_AFTER_ROUND: (
        N_("Finir après ce tour"),
        N_("À la fin du tour, le plus gros tas de jetons gagne la partie."),
    ),
}
"""For each command, its label on the button and what it does."""


def name_turning(command: str, seen: Observation, voice: Voice) -> tuple[str, str] | None:
    """Name the command that turns a verdict (Z21), and say what it does; None for no answer."""
    place = int(command.removeprefix(TURN_VERDICT))
    said = seen.said if seen.question is not None else seen.last.said if seen.last is not None else ()
    if place >= len(said):
        return None
    t, one = voice.t, said[place]
    right = verdict_word(not one.right, t)
    name = label(t("{name} : {verdict}", name=voice.plain_name(one.seat), verdict=right), _LABEL)
    what = t(
        "« {text} », {name:de}, devient **{verdict}**, et le défi reprend de là.",
        text=quote_answer(one.text),
        name=voice.name(one.seat),
        verdict=right,
    )
    return name, what


SPEC = GameSpec(
    rules=Defizz(),
    title="Défizz",
    pitch=N_("Défizz : un quiz où il faut payer pour jouer"),
    about=N_("Un quiz à mises : trois indices, un pari, une question. Prenez tous les jetons."),
    opening=N_("Ouvrir une table de Défizz"),
    emoji="🧠",
    accent=0xD8336B,
    minutes=(30, 60),
    shelf=5,
    chapters=chapters,
    action=action_of,
    refusal=refusal_sentence,
    remedies=remedies,
    options=OPTIONS,
    presets=PRESETS,
    decks=DECKS,
    themes=THEMES,
    unasked=frozenset({"shuffle", "themes"}),
    pace_hint=N_("Vif : temps limité. Détente : sans limite, sauf pour répondre"),
    greeting=N_("Les cartes que vous lirez arriveront ici, avec les boutons pour juger."),
    orders=ORDERS,
    in_pieces=True,
    own_commands=add_decks,
    sign=card,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
