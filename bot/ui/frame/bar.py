"""The bar below a deadline: how much of the time is left, in steps, with words for who listens."""

from __future__ import annotations

from bot.tables.countdown import LAST, Step, share_left, step_of
from bot.tables.sight import Sight
from bot.texts import Texts

__all__ = ["bar_line"]

_CELLS = 10
_LEFT, _GONE = "▰", "▱"


def bar_line(sight: Sight, t: Texts) -> str:
    """The line of a board with the time that is left in a bar; "" where no countdown is shown.

    Whoever plays at an accessible table has it in words alone: a bar is read out sign by sign.
    """
    table = sight.table
    if table.alarm is None or table.alarm.stopped_at is not None:
        return ""
    step = step_of(table.alarm, sight.now)
    if step is None:
        return ""
    left = max(1, round(_CELLS * share_left(table.alarm, step)))
    bar = "" if table.manners.accessible else _LEFT * left + _GONE * (_CELLS - left)
    return " ".join(part for part in (bar, _words(step, t)) if part)


def _words(step: Step, t: Texts) -> str:
    if step is Step.LAST:
        return t("**{n} dernières secondes**", n=LAST)
    return t("**mi-temps**") if step is Step.HALF else ""
