"""What a game tells of somebody from all they did in it, in words and pictures.

Such a portrait is for oneself alone, until one shares it: its words are such that anybody can read them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from babel.numbers import format_decimal

from bot.insight.luck import Luck, Rarity
from bot.texts import Texts
from bot.ui.pages.page import Block

__all__ = ["Counts", "Portrait", "luck_words", "no_portrait", "share", "whole"]

Portrait: TypeAlias = Callable[[Mapping[str, int], Texts], tuple[Block, ...]]
"""Makes it of the sums of somebody's facts (see `Game.facts`); a fact that is not there counts 0."""


class Counts(dict[str, int]):
    """Sums of facts by their names; what was never counted is 0."""

    def __missing__(self, name: str) -> int:
        return 0


def no_portrait(_facts: Mapping[str, int], _t: Texts) -> tuple[Block, ...]:
    """Tell nothing."""
    return ()


def share(part: int, of: int, t: Texts) -> str:
    """A share in hundredths, as the language writes it: "48 %"."""
    return t("{n}\u00a0%", n=round(100 * part / of) if of else 0)


def whole(number: float, t: Texts) -> str:
    """A whole number, rounded, as the language writes it: "1 018"."""
    return format_decimal(round(number), locale=t.locale)


def luck_words(luck: Luck, t: Texts) -> str:
    """How unusual what dice gave is, after the sentence that says what they gave; "" if that says nothing."""
    match luck.rarity:
        case Rarity.UNKNOWN:
            return t("C’est encore trop peu pour en juger.")
        case Rarity.AVERAGE:
            return t("C’est dans la moyenne.")
        case Rarity.RATHER:
            above = t("C’est plutôt plus que la moyenne.")
            return above if luck.more else t("C’est plutôt moins que la moyenne.")
    cases = whole(luck.one_in, t)
    return t("Un écart pareil arrive une fois sur {cases} avec des dés honnêtes.", cases=cases)
