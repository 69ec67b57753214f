"""What Diavolo tells of somebody: how surely they grab, and how their reactions spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from babel.numbers import format_decimal

from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.portrait import share
from bot.ui.pages.charts import BarsDrawing
from bot.ui.pages.limits import ALT_TEXT, cut
from bot.ui.pages.page import Block, Sketch, Text
from engines.diavolo.tally import BUCKET, SLOWEST

__all__ = ["ENOUGH", "portrait"]

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
