"""Who plays a game for the first time, and so has twice the time for the first decisions."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.names import spoken_names

__all__ = ["learning_line"]


def learning_line(sight: Sight, t: Texts) -> str:
    """The line that says for whom the time is doubled; "" where it is for nobody who is awaited."""
    table = sight.table
    if table.status is not Status.PLAYING or table.alarm is None:
        return ""
    new = [seat for seat in table.learning.now if seat in sight.to_act]
    if sight.seat is not None:
        own = t("🌱 Premières décisions : vous avez deux fois plus de temps.")
        return own if sight.seat in new else ""
    if not new:
        return ""
    names = spoken_names(table, new, t)
    return t("🌱 Premières décisions, deux fois plus de temps : {names}.", names=names)
