"""What Débâcle tells of somebody: captures, chains and doubles. There is no luck to tell of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from babel.numbers import format_decimal

from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.portrait import Counts, whole
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
