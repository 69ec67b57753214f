"""The spec of Débâcle: all that the house must know to offer the game."""

from collections.abc import Mapping
from typing import Final

from babel.numbers import format_decimal
from PIL import Image, ImageDraw

from bot.insight.badges import Badge, Outing
from bot.insight.rating import SKILFUL
from bot.tables.model import Pace
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.spec import Counts, GameSpec, sentences, whole
from bot.ui.pages.emojis import INK, PALE, SIZE, new_sheet, shrink
from bot.ui.pages.page import Block, Text
from cogs.debacle.controls import action_of
from cogs.debacle.rulebook import LESSON, OPTIONS, PRESETS, chapters
from engines.debacle.rules import Debacle

# The badges of Débâcle.


def _chain(game: Outing) -> bool:
    return game["chain_4"] >= 1


def _ace(game: Outing) -> bool:
    return game["aces"] >= 4


def _clean_sweep(game: Outing) -> bool:
    return game.won and game["rounds"] >= 3 and game["rounds_won"] == game["rounds"]


BADGES = (
    Badge("🔗", N_("Ricochets"), N_("prendre quatre dés d’affilée ou plus, de rebond en rebond"), _chain),
    Badge("🐜", N_("Petit mais costaud"), N_("prendre quatre 6 avec des as dans une partie"), _ace),
    Badge(
        "🧊", N_("Sans partage"), N_("gagner toutes les manches d’une partie, trois au moins"), _clean_sweep
    ),
)
"""In the order in which people read them."""


# What Débâcle tells of somebody: captures, chains and doubles. There is no luck to tell of.

ENOUGH: Final = 20
"""Turns from which on something can be said of how somebody plays."""


def portrait(facts: Mapping[str, int], t: Texts) -> tuple[Block, ...]:
    """The paragraph, of the sums of somebody's facts."""
    count = Counts(facts)
    turns = count["turns"]
    if not turns:
        return ()
    if turns < ENOUGH:
        few = t(
            "**Captures** : pas encore assez de tours pour en parler ({n} sur {enough}).",
            n=turns,
            enough=ENOUGH,
        )
        return (Text(few),)
    chains = t.plural(
        "{n} suite de captures par rebonds", "{n} suites de captures par rebonds", count["chains"]
    )
    doubles = t.plural("{n} prise de doubles", "{n} prises de doubles", count["doubles"])
    together = t("**Combinaisons** : {chains}, {doubles}.", chains=chains, doubles=doubles)
    back = t.plural("**Retours** : {n} dé récupéré.", "**Retours** : {n} dés récupérés.", count["recoveries"])
    luck = t("**Chance** : on n’en raconte pas, aucun dé n’y est tiré au sort.")
    return (Text(join_lines(_captures(count, t), together, back, luck)),)


def _captures(count: Mapping[str, int], t: Texts) -> str:
    """How many dice were captured, and what they showed."""
    number, turns = count["captures"], whole(count["turns"], t)
    if not number:
        return t("**Captures** : aucune en {turns} tours.", turns=turns)
    mean = format_decimal(count["captured"] / number, format="0.#", locale=t.locale)
    return t.plural(
        "**Captures** : {n} dé en {turns} tours, qui montrait {mean}.",
        "**Captures** : {n} dés en {turns} tours, qui montraient {mean} en moyenne.",
        number,
        turns=turns,
        mean=mean,
    )


# A sentence for each refusal of Débâcle's own rules: what was wrong, and what to do.

REASONS: Mapping[str, str] = {
    "no_such_cell": N_("Il n’y a pas de case {at} : elles vont de a1 à f6."),
    "no_die_there": N_("Il n’y a plus de dé en {at} : il a bougé depuis. Choisissez-en un autre."),
    "not_your_die": N_("Le dé en {at} est à l’adversaire. Choisissez l’un des vôtres."),
    "bounce_first": N_("Le dé en {at} attend son rebond : jouez-le, ou renoncez-y."),
    "return_first": N_("Le dé en {at} doit d’abord revenir dans votre camp : choisissez une case."),
    "no_action_left": N_("Vous n’avez plus d’action pour ce tour. Terminez-le, ou annulez un coup."),
    "flipped_just_now": N_(
        "Le dé en {at} vient d’être flippé : pas deux fois de suite. Jouez-en un autre d’abord."
    ),
    "not_a_neighbour": N_(
        "La case {at} n’est pas voisine : un dé bouge d’une seule case à la fois, sans diagonale."
    ),
    "never_back": N_("On ne roule jamais en arrière (case {at}) : en avant ou sur le côté seulement."),
    "cell_taken": N_("La case {at} est occupée. Choisissez une case vide."),
    "too_strong": N_(
        "Le dé en {at} est trop fort : il faut une valeur plus haute, ou un 1 (qui capture tout sauf un 1)."
    ),
    "nothing_to_capture": N_("Il n’y a pas de dé adverse à capturer en {at}."),
    "not_your_camp": N_("La case {at} n’est pas dans votre camp : choisissez-y une case vide."),
    "nothing_to_return": N_("Aucun dé ne doit revenir au camp pour l’instant."),
    "nothing_to_recover": N_("L’adversaire n’a capturé aucun de vos dés : il n’y a rien à récupérer."),
    "not_before_the_first": N_("On récupère un dé après une action, jamais avant. Jouez d’abord."),
    "values_differ": N_("Pour récupérer un dé, tous les vôtres doivent montrer la même valeur."),
    "only_at_first": N_("Les doubles se prennent au tout début du tour, avant toute action."),
    "not_these_doubles": N_(
        "Ce choix laisse un double dans une rangée, ou retire un dé de trop. Choisissez dans la liste."
    ),
    "no_doubles": N_(
        "Il n’y a pas de doubles à prendre : aucune rangée n’a deux dés adverses de même valeur."
    ),
    "actions_owed": N_("Il vous reste des actions à jouer : jouez-les avant de terminer le tour."),
    "illegal_action": N_(
        "Ce coup n’est pas possible maintenant. « Mon plateau » montre ce que vous pouvez faire."
    ),
}

refusal_sentence = sentences(REASONS)
"""Finds the sentence for a refusal; None if its reason is not one of Débâcle's own."""


# Débâcle's sign, uploaded as an emoji: a block of ice with a crack across, and a die on either side.

_ICE = (168, 214, 236, 255)
_WATER = (24, 78, 120, 255)
_RED = (178, 42, 44, 255)
_CRACK = ((0.64, 0.0), (0.5, 0.24), (0.62, 0.4), (0.38, 0.6), (0.5, 0.76), (0.36, 1.0))


def ice(size: int = SIZE) -> Image.Image:
    """Draw a block of ice that breaks between a red and a dark die, `size` pixels wide."""
    image, pen, side = new_sheet()
    for inset, colour in ((0.03, PALE), (0.065, INK), (0.1, _ICE)):
        low, high = side * inset, side * (1 - inset)
        pen.rounded_rectangle((low, low, high, high), side * (0.23 - inset), fill=colour)
    points = [(side * x, side * (0.1 + 0.8 * y)) for x, y in _CRACK]
    pen.line(points, fill=_WATER, width=round(side * 0.075), joint="curve")
    _die(pen, side, 0.3, 0.33, _RED)
    _die(pen, side, 0.7, 0.67, INK)
    return shrink(image, size)


def _die(pen: ImageDraw.ImageDraw, side: int, x: float, y: float, colour: tuple[int, int, int, int]) -> None:
    half, pip = side * 0.145, side * 0.032
    x, y = x * side, y * side
    pen.rounded_rectangle((x - half, y - half, x + half, y + half), side * 0.045, fill=colour)
    for step in (-0.075, 0.0, 0.075):
        cx, cy = x + step * side, y - step * side
        pen.ellipse((cx - pip, cy - pip, cx + pip, cy + pip), fill=PALE)


SPEC = GameSpec(
    rules=Debacle(),
    title="Débâcle",
    pitch=N_("Débâcle : six dés contre six"),
    about=N_("Un duel de dés sur la glace : roulez, retournez, capturez ceux d’en face."),
    opening=N_("Ouvrir une table de Débâcle"),
    emoji="🧊",
    accent=0x3A7CA5,
    minutes=(20, 40),
    shelf=3,
    chance=SKILFUL,
    chapters=chapters,
    rules_head="Débâcle",
    action=action_of,
    refusal=refusal_sentence,
    options=OPTIONS,
    presets=PRESETS,
    paces=tuple(Pace),
    pace_hint=N_("Vif : 10 minutes par tour. Détente : sans limite. Ou des jours, par correspondance"),
    greeting=N_("Vos tours s’annonceront ici, avec le plateau et les boutons pour jouer."),
    sign=ice,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
