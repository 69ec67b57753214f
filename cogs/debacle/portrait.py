"""What Débâcle tells of somebody: captures, chains and doubles. There is no luck to tell of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from babel.numbers import format_decimal

from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.portrait import Counts
from bot.ui.pages.page import Block, Text

__all__ = ["ENOUGH", "portrait"]

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
    captures = t(
        "**Captures** : {n} dés en {turns} tours, qui montraient {mean} en moyenne.",
        n=count["captures"],
        turns=turns,
        mean=_mean(count["captured"], count["captures"], t),
    )
    together = t(
        "**Combinaisons** : {chains} suites de captures par rebonds, {doubles} prises de doubles.",
        chains=count["chains"],
        doubles=count["doubles"],
    )
    back = t("**Retours** : {n} dés récupérés.", n=count["recoveries"])
    luck = t("**Chance** : on n’en raconte pas, aucun dé n’y est tiré au sort.")
    return (Text(join_lines(captures, together, back, luck)),)


def _mean(number: int, of: int, t: Texts) -> str:
    return format_decimal(number / of if of else 0, format="0.#", locale=t.locale)
