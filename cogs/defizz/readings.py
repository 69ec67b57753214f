"""A number that can be read in several ways: a button for each, which the player alone is shown (Z10)."""

from __future__ import annotations

from decimal import Decimal, localcontext

from bot.texts import Texts
from bot.ui.pages.escape import label
from bot.ui.pages.page import Button
from cogs.defizz.words import CERTAIN, digits
from engines.core.errors import Refusal

__all__ = ["certain", "reading_buttons", "remedies"]

_MOST = 5
"""The most buttons in a row."""
_LABEL = 80
_LONGEST = 40
"""The most characters of a button's argument."""


def remedies(refusal: Refusal, t: Texts) -> tuple[Button, ...]:
    """A button for each number that a refused answer may mean, with the unit of the question."""
    return reading_buttons(refusal, "reading", t) if refusal.reason == "number_unclear" else ()


def reading_buttons(refusal: Refusal, verb: str, t: Texts) -> tuple[Button, ...]:
    """A button of this verb for each of the `readings` of a refusal, in its `unit`."""
    readings, unit = refusal.params["readings"], refusal.params["unit"]
    assert isinstance(readings, list)
    return tuple(
        Button(verb, _written(Decimal(number), str(unit), t), number)
        for number in map(str, readings[:_MOST])
        if len(number) <= _LONGEST
    )


def certain(number: str) -> str:
    """An answer that can be read in one way alone: the equals sign says that it is meant as it stands."""
    return CERTAIN + number.replace(".", ",")


def _written(number: Decimal, unit: str, t: Texts) -> str:
    """A number as on the board, with its unit where it has one: "42,195 km", "1973"."""
    with localcontext() as context:
        context.prec = _LABEL
        said = digits(number, t)
    return f"{said} {label(unit, _LABEL - 1 - len(said))}" if unit else said
