"""What is brought up to date after a start or a cut, and in which order."""

from __future__ import annotations

from bot.tables.model import Alarm, Status
from bot.tables.ports import Live
from bot.ui.showing.publisher import late_tables
from tests.support.clock import NOON


def live(table_id: int, published: int = 5, at: int | None = None, stopped_at: int | None = None) -> Live:
    alarm = None if at is None else Alarm("turn:1", "turn", 60, at, opened_at=NOON, stopped_at=stopped_at)
    return Live(table_id, 10, Status.PLAYING, 5, published, alarm)


LIVES = (
    live(1, published=4, at=NOON + 90_000),
    live(2),
    live(3, published=4, at=NOON + 70_000),
    live(4, published=3, at=NOON + 80_000),
    live(5, published=4, at=NOON + 60_000, stopped_at=NOON),
    live(6, published=0),
    live(7, at=NOON + 60_000),
    live(8, published=4),
)
"""Of the tables 1 and 3 only the deadline was moved, as far as can be seen."""


def test_what_was_not_shown_comes_first_then_what_passes_soonest() -> None:
    assert [each.table_id for each in late_tables(LIVES)] == [4, 5, 6, 8, 3, 1]


def test_what_was_shown_is_not_shown_again() -> None:
    assert late_tables([live(2), live(7, at=NOON)]) == []
