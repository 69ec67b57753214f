"""The spec of Diavolo: all that the house must know to offer the game."""

from collections.abc import Mapping, Sequence
from typing import Final

from babel.numbers import format_decimal
from PIL import Image, ImageDraw

from bot.insight.badges import Badge, Outing
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.spec import GameSpec, sentences, share
from bot.ui.pages.charts import BarsDrawing
from bot.ui.pages.emojis import INK, PALE, SIZE, new_sheet, shrink
from bot.ui.pages.limits import ALT_TEXT, cut
from bot.ui.pages.page import Block, Sketch, Text
from cogs.diavolo.controls import action_of
from cogs.diavolo.rulebook import LESSON, OPTIONS, PRESETS, chapters
from engines.diavolo.rules import Diavolo
from engines.diavolo.tally import BUCKET, SLOWEST

# The badges of Diavolo.

_SOON = 1500
"""Milliseconds."""


def _quick(game: Outing) -> bool:
    return any(game[f"fast_{least}"] for least in range(0, _SOON, BUCKET))


def _sure(game: Outing) -> bool:
    return game.won and game["rounds"] >= 10 and game["wrong"] == 0


def _grey(game: Outing) -> bool:
    return game["grey_right"] >= 3


BADGES = (
    Badge("⚡", N_("Éclair"), N_("prendre le bon pion en moins d’une seconde et demie"), _quick),
    Badge("🧤", N_("Main sûre"), N_("gagner en dix manches ou plus, sans prendre un mauvais pion"), _sure),
    Badge("🔮", N_("Matière grise"), N_("prendre trois fois le pion gris à raison dans une partie"), _grey),
)
"""In the order in which people read them."""


# What Diavolo tells of somebody: how surely they grab, and how their reactions spread.

ENOUGH: Final = 20
"""Rounds, and reactions, from which on something can be said of them."""
NAME: Final = "reactions.webp"
_CELLS: Final = 12
"""How long the longest bar in text is."""


def portrait(facts: Mapping[str, int], t: Texts) -> tuple[Block, ...]:
    """The paragraphs and the picture, of the sums of somebody's facts."""
    rounds = facts.get("rounds", 0)
    if not rounds:
        return ()
    if rounds < ENOUGH:
        few = t(
            "**Réflexes** : pas encore assez de manches pour en parler ({n} sur {enough}).",
            n=rounds,
            enough=ENOUGH,
        )
        return (Text(few),)
    timed = facts.get("right_timed", 0)
    if timed < ENOUGH:
        return (Text(_precision(facts, rounds, t)),)
    buckets = _buckets(facts)
    words = join_lines(_precision(facts, rounds, t), _speed(facts, buckets, timed, t))
    return (Text(words), _sketch(buckets, t))


def _precision(facts: Mapping[str, int], rounds: int, t: Texts) -> str:
    """How often the right pawn was grabbed, another one, none."""
    shares = {name: share(facts.get(name, 0), rounds, t) for name in ("right", "wrong", "none")}
    return t(
        "**Précision** : le bon pion **{right}** des fois, un autre {wrong}, aucun {none}, "
        "sur {rounds} manches.",
        **shares,
        rounds=rounds,
    )


def _speed(facts: Mapping[str, int], buckets: Sequence[tuple[int, int]], timed: int, t: Texts) -> str:
    """The mean of the right grabs, and the time within which half of them were made."""
    mean = facts.get("right_ms", 0) / timed
    return t(
        "**Réflexes** : {mean}\u00a0s en moyenne pour le bon pion ; la moitié en moins de {half}\u00a0s.",
        mean=_seconds(mean, t),
        half=_seconds(_half(buckets, timed), t),
    )


def _half(buckets: Sequence[tuple[int, int]], timed: int) -> int:
    """The end (ms) of the time in which half of all have come."""
    counted = 0
    for least, number in buckets:
        counted += number
        if 2 * counted >= timed:
            return least + BUCKET
    return SLOWEST + BUCKET


def _buckets(facts: Mapping[str, int]) -> list[tuple[int, int]]:
    """From when on (ms) how many right grabs were made, without empty times at both ends."""
    all_of_them = [(least, facts.get(f"fast_{least}", 0)) for least in range(0, SLOWEST + 1, BUCKET)]
    filled = [place for place, (_, number) in enumerate(all_of_them) if number]
    return all_of_them[filled[0] : filled[-1] + 1]


def _sketch(buckets: Sequence[tuple[int, int]], t: Texts) -> Sketch:
    """The spread as a picture; the same in words, and in text where it cannot be painted."""
    bars = tuple((_seconds(least, t), number) for least, number in buckets)
    drawing = BarsDrawing(bars, t("bons pions"), t("secondes"))
    told = [_interval(least, t) for least, _ in buckets]
    said = [
        t.plural("{time} : {n} fois", "{time} : {n} fois", number, time=time)
        for time, (_, number) in zip(told, buckets, strict=True)
        if number
    ]
    alt = t("Temps de réaction pour le bon pion. {told}.", told=", ".join(said))
    most = max(number for _, number in buckets)
    lines = [
        f"{_seconds(least, t)} {'▰' * max(1, round(_CELLS * number / most)) if number else '·'} {number}"
        for least, number in buckets
    ]
    text = "\n".join(("```", *lines, "```"))
    return Sketch(NAME, cut(alt, ALT_TEXT), drawing, text)


def _interval(least: int, t: Texts) -> str:
    """A time: "0,5 à 0,75 s"."""
    if least >= SLOWEST:
        return t("{least}\u00a0s ou plus", least=_seconds(least, t))
    return t("{least} à {most}\u00a0s", least=_seconds(least, t), most=_seconds(least + BUCKET, t))


def _seconds(ms: float, t: Texts) -> str:
    return format_decimal(ms / 1000, format="0.##", locale=t.locale)


# A sentence for each refusal of Diavolo's own rules: what was wrong, and what to do.

REASONS: Mapping[str, str] = {
    "holds_a_pawn": N_("Vous avez déjà un diablotin, et on ne l’échange pas : attendez la fin de la manche."),
    "color_exhausted": N_("Il n’y a plus de diablotin de cette couleur : prenez-en vite une autre."),
    "not_rolled_yet": N_("Les dés ne sont pas encore lancés : attendez de les voir."),
    "already_rolled": N_("Les dés sont déjà sur la table : prenez un diablotin."),
    "no_such_color": N_("Il n’y a que quatre couleurs : noir, blanc, rouge et gris."),
    "no_gems": N_("Vous n’avez plus de gemme : profitez du spectacle !"),
}

refusal_sentence = sentences(REASONS)
"""Finds the sentence for a refusal; None if its reason is not one of Diavolo's own."""


# Diavolo's sign: a red die with horns and a tail. It is uploaded as an emoji.

_RED = (186, 34, 42, 255)
_PIPS = ((0.25, 0.5), (0.57, 0.5), (0.41, 0.66), (0.25, 0.82), (0.57, 0.82))
_TAIL = ((0.68, 0.85), (0.83, 0.81), (0.85, 0.62))


def imp(size: int = SIZE) -> Image.Image:
    """Draw a red die that shows a five, as a little devil, `size` pixels wide."""
    image, pen, side = new_sheet()
    for grow, colour in ((0.07, PALE), (0.035, INK), (0.0, _RED)):
        _draw_tail(pen, side, grow, colour)
        _draw_horns(pen, side, grow, colour)
        box = (side * (0.11 - grow), side * (0.36 - grow), side * (0.71 + grow), side * (0.93 + grow))
        pen.rounded_rectangle(box, side * (0.1 + grow), fill=colour)
    for x, y in _PIPS:
        cx, cy, radius = x * side, y * side, side * 0.058
        pen.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill=PALE)
    return shrink(image, size)


def _draw_horns(pen: ImageDraw.ImageDraw, side: int, grow: float, colour: tuple[int, int, int, int]) -> None:
    for flip in (1, -1):
        corners = ((0.27 + grow, 0.42), (0.27 + grow, 0.13 - grow * 1.4), (0.06 - grow, 0.42))
        pen.polygon([((0.41 + flip * x) * side, y * side) for x, y in corners], fill=colour)


def _draw_tail(pen: ImageDraw.ImageDraw, side: int, grow: float, colour: tuple[int, int, int, int]) -> None:
    points = [(x * side, y * side) for x, y in _TAIL]
    pen.line(points, fill=colour, width=round(side * (0.05 + 2 * grow)), joint="curve")
    tip = ((0.86, 0.46 - grow * 1.4), (0.78 - grow, 0.64 + grow), (0.93 + grow, 0.64 + grow))
    pen.polygon([(x * side, y * side) for x, y in tip], fill=colour)


SPEC = GameSpec(
    rules=Diavolo(),
    title="Diavolo",
    pitch=N_("Diavolo : dix dés, un ordre, et de bons réflexes"),
    about=N_("Dix dés, un ordre, et le bon diablotin à attraper avant tout le monde."),
    opening=N_("Ouvrir une table de Diavolo"),
    emoji="😈",
    accent=0xB3202A,
    minutes=(10, 20),
    shelf=2,
    chapters=chapters,
    action=action_of,
    refusal=refusal_sentence,
    options=OPTIONS,
    presets=PRESETS,
    pace_hint=N_("Vif : temps limité. Détente : sans limite, sauf pour prendre"),
    time_hint=N_("Deux fois plus de temps pour tout le monde"),
    sign=imp,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
