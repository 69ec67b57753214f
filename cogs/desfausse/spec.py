"""The spec of DESfausse: all that the house must know to offer the game."""

from collections.abc import Mapping
from typing import Final

from babel.numbers import format_decimal
from PIL import Image

from bot.insight.badges import Badge, Outing
from bot.insight.luck import Luck
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.spec import Counts, GameSpec, luck_words, sentences, share, whole
from bot.ui.pages.emojis import INK, PALE, SIZE, new_sheet, shrink
from bot.ui.pages.page import Block, Text
from cogs.desfausse.controls import action_of
from cogs.desfausse.picture import DevilMark
from cogs.desfausse.rulebook import LESSON, OPTIONS, PRESETS, chapters
from engines.core.telling import deviation
from engines.desfausse.rules import Desfausse

# The badges of DESfausse.


def _four_at_once(game: Outing) -> bool:
    return game["dice_4"] >= 1


def _never_cursed(game: Outing) -> bool:
    return game.won and game["turns"] >= 8 and game["cursed"] == 0


def _generous(game: Outing) -> bool:
    return game["given"] >= 8


def _laden(game: Outing) -> bool:
    return game.won and game["got"] + game["cursed_got"] >= 6


BADGES = (
    Badge("🧹", N_("Grand ménage"), N_("défausser quatre dés ou plus d’un coup"), _four_at_once),
    Badge(
        "😇",
        N_("Bonne étoile"),
        N_("gagner en huit tours ou plus, sans une seule malédiction"),
        _never_cursed,
    ),
    Badge("🎁", N_("Cadeaux d’enfer"), N_("donner huit dés aux autres dans une partie"), _generous),
    Badge("🎒", N_("Contre vents et diables"), N_("gagner après avoir reçu six dés des autres"), _laden),
)
"""In the order in which people read them."""


# What DESfausse tells of somebody: how they shed their dice, to whom they went, and the devils that came.

ENOUGH: Final = 20
"""Turns from which on something can be said of how somebody plays."""
_MILLION: Final = 1_000_000


def portrait(facts: Mapping[str, int], t: Texts) -> tuple[Block, ...]:
    """The paragraphs, of the sums of somebody's facts."""
    count = Counts(facts)
    if not count["turns"]:
        return ()
    if count["turns"] < ENOUGH:
        few = t(
            "**Défausses** : pas encore assez de tours pour en parler ({n} sur {enough}).",
            n=count["turns"],
            enough=ENOUGH,
        )
        return (Text(few),)
    return (Text(join_lines(_discards(count, t), _gifts(count, t))), Text(_luck(count, t)))


def _discards(count: Mapping[str, int], t: Texts) -> str:
    """How often something left, and how much at once."""
    times, dice = count["discards"], count["discarded"]
    return t(
        "**Défausses** : {share} des fois où c’était possible ; dés à la fois : {mean} en moyenne.",
        share=share(times, count["asked"], t),
        mean=format_decimal(dice / times if times else 0, format="0.#", locale=t.locale),
    )


def _gifts(count: Mapping[str, int], t: Texts) -> str:
    """How many dice went to others, and came from them."""
    given, got = count["given"] + count["cursed_given"], count["got"] + count["cursed_got"]
    return t(
        "**Cadeaux** : dés donnés {given}, reçus {got}, en {rounds} manches.",
        given=whole(given, t),
        got=whole(got, t),
        rounds=whole(count["rounds"], t),
    )


def _luck(count: Mapping[str, int], t: Texts) -> str:
    """The devils that came, and how many chance gives to the same dice."""
    expected, variance = count["devils_e6"], count["var_e6"]
    dice = count["small"] + count["big"]
    luck = Luck(count["devils"], dice, expected / _MILLION, deviation(count["devils"], expected, variance))
    told = t(
        "**Chance** : {got} diables sur {dice} dés lancés ; on en attend {expected}.",
        got=whole(luck.got, t),
        dice=whole(dice, t),
        expected=whole(luck.expected, t),
    )
    return f"{told} {luck_words(luck, t)}"


# A sentence for each refusal of DESfausse's own rules: what was wrong, and what to do.

REASONS: Mapping[str, str] = {
    "rolling_is_over": N_(
        "Les lancers sont finis pour ce tour. « Ma main » montre ce que vous pouvez faire."
    ),
    "rolls_are_over": N_("Vous avez fini de lancer pour ce tour : attendez les appels."),
    "call_is_over": N_("Cet appel est passé. « Ma main » montre ce que vous pouvez faire."),
    "no_gift_owed": N_("Vous n’avez rien à donner pour l’instant."),
    "no_demon": N_("Le gros dé rouge se donne à la fin d’une manche, par la personne qui l’a gagnée."),
    "already_chosen": N_("Votre choix pour cet appel est fait et ne change plus. Attendez les autres."),
    "cursed": N_("La malédiction vous frappe ce tour : vous ne pouvez rien défausser."),
    "already_discarded": N_("Vous avez déjà défaussé : une seule combinaison par tour."),
    "barred": N_("Vous n’aviez qu’un dé et en avez reçu un : vous ne pouvez rien défausser ce tour."),
    "nothing_to_discard": N_(
        "Vous n’avez rien à défausser à cet appel : il faut plus de dés de cette valeur que de diables."
    ),
    "no_dice": N_("Choisissez d’abord au moins un dé."),
    "not_ascending": N_("Un dé a été choisi deux fois. Reprenez depuis « Ma main »."),
    "not_your_die": N_("Ce dé n’est pas dans votre main. « Ma main » montre les vôtres."),
    "received_this_turn": N_(
        "Ce dé vient de vous être donné : il n’entre dans votre main qu’au prochain tour."
    ),
    "locked": N_("C’est un diable : il est verrouillé jusqu’à la fin du tour. Choisissez un autre dé."),
    "mixed_values": N_("Une combinaison n’a qu’une valeur : ces dés ne montrent pas tous la même."),
    "not_called": N_("On appelle les {call} : ce dé montre autre chose."),
    "combination_too_small": N_(
        "Avec vos diables ({devils}), il faut au moins {least} dés dans la combinaison pour qu’un dé parte."
    ),
    "too_many_leave": N_("Trop de dés : ici, il doit en partir {leave} (un de moins par diable)."),
    "too_few_leave": N_("Pas assez de dés : ici, il doit en partir {leave} (un de moins par diable)."),
    "not_in_combination": N_("Seuls des dés de la combinaison peuvent partir. Choisissez parmi eux."),
    "mixed_colors_given": N_(
        "Pour donner des dés, la combinaison doit être d’une seule couleur. Celle-ci ne peut aller "
        "qu’aux Enfers."
    ),
    "not_shared_out": N_("Chaque dé qui part doit aller à une personne, et une seule."),
    "hand_is_full": N_(
        "Cette personne a déjà 9 dés et ne peut plus rien recevoir. Choisissez-en une autre, ou les Enfers."
    ),
    "not_an_opponent": N_("On ne donne qu’à une autre personne encore en jeu."),
    "curse_owed": N_(
        "Il manque un dé pour chaque personne sous malédiction : choisissez-le hors de la combinaison."
    ),
    "curse_not_owed": N_("Cette personne n’attend pas de dé de votre part."),
    "in_combination": N_(
        "Le dé pour une personne sous malédiction se prend hors de la combinaison. Choisissez-en un autre."
    ),
    "die_given_twice": N_("Le même dé ne peut pas aller à deux personnes. Choisissez-en un autre."),
    "not_a_candidate": N_(
        "Le gros dé rouge va à une personne qui avait le plus de dés à la fin de la manche : choisissez "
        "parmi elles."
    ),
}

refusal_sentence = sentences(REASONS)
"""Says it; None where the reason is not one of DESfausse's own."""


# DESfausse's sign: a die that shows a devil. It is uploaded as an emoji.

_PLUM = (128, 38, 98)


def devil(size: int = SIZE) -> Image.Image:
    """Draw a plum-coloured die with the devil on it, `size` pixels wide."""
    image, pen, side = new_sheet()
    for inset, colour in ((0.03, PALE), (0.065, INK), (0.1, (*_PLUM, 255))):
        low, high = side * inset, side * (1 - inset)
        pen.rounded_rectangle((low, low, high, high), side * (0.23 - inset), fill=colour)
    DevilMark(PALE[:3], _PLUM)(pen, float(side))
    return shrink(image, size)


SPEC = GameSpec(
    rules=Desfausse(),
    title="DESfausse",
    pitch=N_("DESfausse : renvoyez vos mauvais dés en Enfer"),
    about=N_("Tout le monde joue en secret : refilez vos mauvais dés, et videz votre main."),
    opening=N_("Ouvrir une table de DESfausse"),
    emoji="👹",
    accent=0x7A1F5C,
    minutes=(10, 20),
    shelf=4,
    chapters=chapters,
    action=action_of,
    refusal=refusal_sentence,
    options=OPTIONS,
    presets=PRESETS,
    pace_hint=N_("Vif : 2 minutes par décision. Détente : sans limite"),
    greeting=N_("Votre main arrivera ici à chaque tour, avec les boutons pour jouer."),
    sign=devil,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
