"""Moments in the notation that Discord shows in each reader's own time zone and language."""

from __future__ import annotations

from bot.tables.model import Alarm, Table
from bot.texts import Texts

__all__ = ["as_of", "countdown", "day", "end_of", "pause_line", "time_left", "time_of_day"]

_A_DAY_AWAY = 6 * 60 * 60
"""Seconds: for anything longer, a time of day without a date does not say when."""


def countdown(at: int) -> str:
    """The moment `at` (ms UTC), shown as "in 2 minutes"; rounded down to a second, so never too late."""
    return f"<t:{at // 1000}:R>"


def as_of(at: int, t: Texts) -> str:
    """The line of a page that says how old it is, for it may not be renewed: it stays true by itself."""
    return "-# " + t("À jour {ago}.", ago=countdown(at))


def time_of_day(at: int) -> str:
    """The moment `at` (ms UTC), shown as a time with seconds; rounded up to a second, so never too early."""
    return f"<t:{-(-at // 1000)}:T>"


def day(at: int) -> str:
    """The day of the moment `at` (ms UTC), shown as a date in words."""
    return f"<t:{at // 1000}:D>"


def end_of(alarm: Alarm) -> str:
    """When a deadline passes: a time of day with seconds or, if it was set for many hours, date and time."""
    return f"<t:{alarm.at // 1000}:{'f' if alarm.seconds >= _A_DAY_AWAY else 'T'}>"


def time_left(table: Table, t: Texts) -> str:
    """The line of a board that says until when somebody is awaited; "" where no clock runs."""
    if table.alarm is None or table.alarm.stopped_at is not None:
        return ""
    return t("⏳ Jusqu’à {time} ({left}).", time=end_of(table.alarm), left=countdown(table.alarm.at))


def pause_line(table: Table, t: Texts) -> str:
    """The line of a board or panel that says that the table is paused, and how it goes on."""
    if table.halted:
        return t(
            "⏸️ L’hôte a mis la table en pause : le temps est arrêté. Pour reprendre : `/{command} "
            "statut`, par l’hôte ou, après 5 minutes, par n’importe qui à la table.",
            command=table.game,
        )
    return t(
        "⏸️ La table est en pause. `/{command} statut` la relance : rien n’est perdu.", command=table.game
    )
