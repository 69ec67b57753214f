"""Moments as Discord shows them: in each reader's own time zone and language."""

from __future__ import annotations

from bot.tables.model import Alarm, Table
from bot.texts import Texts

__all__ = ["countdown", "end_of", "pause_line", "time_left", "time_of_day"]

_A_DAY_AWAY = 6 * 60 * 60
"""From so many seconds on a time of day alone does not say when."""


def countdown(at: int) -> str:
    """The moment `at` (ms UTC) as a countdown: "in 2 minutes". Whole seconds, never later than it is."""
    return f"<t:{at // 1000}:R>"


def time_of_day(at: int) -> str:
    """The moment `at` (ms UTC) as a time of day with seconds, never earlier than it is."""
    return f"<t:{-(-at // 1000)}:T>"


def end_of(alarm: Alarm) -> str:
    """When this deadline passes: a time of day with seconds, or, where it is days away, the date too."""
    return f"<t:{alarm.at // 1000}:{'f' if alarm.seconds >= _A_DAY_AWAY else 'T'}>"


def time_left(table: Table, t: Texts) -> str:
    """The line under a board that says until when somebody is awaited; "" where no clock runs."""
    if table.alarm is None or table.alarm.stopped_at is not None:
        return ""
    return t("⏳ Fin du temps : {time}, {left}.", time=end_of(table.alarm), left=countdown(table.alarm.at))


def pause_line(table: Table, t: Texts) -> str:
    """The line of a board or panel that says that the table is paused, and who lets it go on."""
    if table.halted:
        return t(
            "⏸️ L’hôte a mis la table en pause : le temps est arrêté. Il la relance avec "
            "`/{command} statut` ; après 5 minutes, chacun à la table le peut.",
            command=table.game,
        )
    return t(
        "⏸️ La table est en pause. `/{command} statut` la relance : rien n’est perdu.", command=table.game
    )
