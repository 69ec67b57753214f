"""What DESfausse tells of somebody: how they shed their dice, to whom they went, and the devils that came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from babel.numbers import format_decimal

from bot.insight.luck import Luck
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.portrait import Counts, luck_words, share, whole
from bot.ui.pages.page import Block, Text
from engines.core.luck import deviation

__all__ = ["ENOUGH", "portrait"]

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
