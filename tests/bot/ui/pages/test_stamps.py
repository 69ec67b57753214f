"""Moments as Discord shows them."""

from dataclasses import replace

from bot.tables.model import Alarm
from bot.texts import texts_for
from bot.ui.pages.stamps import countdown, end_of, time_left
from tests.support.tasse_table import NOON, lobby_table

FRENCH = texts_for("fr")


def test_moments_are_whole_seconds_and_never_later_than_they_are() -> None:
    assert countdown(1_234_999) == "<t:1234:R>"
    assert end_of(Alarm("k", "turn", 90, 1_234_999)) == "<t:1234:T>"


def test_an_end_that_is_days_away_has_its_date() -> None:
    assert end_of(Alarm("k", "turn", 3 * 86_400, 1_234_999)) == "<t:1234:f>"


def test_where_no_clock_runs_nothing_is_said() -> None:
    table = lobby_table()
    assert time_left(replace(table, alarm=None), FRENCH) == ""
    running = replace(table, alarm=Alarm("k", "turn", 90, NOON))
    assert f"<t:{NOON // 1000}:R>" in time_left(running, FRENCH)
