"""Days and hours as people write them, in the time zone of their server."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.tables.errors import Denied
from bot.tables.evenings.moments import find_zone, list_zones, read_moment, zone_of

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 23, 18, 0, tzinfo=PARIS)
"""A Monday."""


def ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def read(text: str, now: datetime = NOW, zone: ZoneInfo = PARIS) -> str:
    at = read_moment(text, ms(now), zone)
    return datetime.fromtimestamp(at / 1000, zone).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("jeudi 20h30", "2026-11-26 20:30"),
        ("Jeudi à 20 h 30", "2026-11-26 20:30"),
        ("jeudi prochain, 20h", "2026-11-26 20:00"),
        ("lundi 20h", "2026-11-23 20:00"),
        ("lundi 17h", "2026-11-30 17:00"),
        ("jeudi 26 novembre 20h30", "2026-11-26 20:30"),
        ("12/12 21:00", "2026-12-12 21:00"),
        ("le 12/12/2026 à 21h05", "2026-12-12 21:05"),
        ("12.12.26 21h", "2026-12-12 21:00"),
        ("2026-12-12 21:00", "2026-12-12 21:00"),
        ("12 décembre 21 heures", "2026-12-12 21:00"),
        ("1er janvier 20h", "2027-01-01 20:00"),
        ("3 déc. 20h", "2026-12-03 20:00"),
        ("demain 20 h", "2026-11-24 20:00"),
        ("demain soir 20h30", "2026-11-24 20:30"),
        ("Après-demain à midi", "2026-11-25 12:00"),
        ("ce soir 21h", "2026-11-23 21:00"),
        ("ce soir à 21h", "2026-11-23 21:00"),
        ("aujourd’hui 19:15", "2026-11-23 19:15"),
        ("demain minuit", "2026-11-24 00:00"),
        ("20h30", "2026-11-23 20:30"),
        ("9h", "2026-11-24 09:00"),
        ("20 h et demie", "2026-11-23 20:30"),
        ("dans 2 heures", "2026-11-23 20:00"),
        ("dans 1h30", "2026-11-23 19:30"),
        ("dans une heure", "2026-11-23 19:00"),
        ("dans 45 min", "2026-11-23 18:45"),
        ("dans 3 jours", "2026-11-26 18:00"),
        ("tomorrow 8pm", "2026-11-24 20:00"),
        ("Thursday at 8:30 pm", "2026-11-26 20:30"),
        ("December 12", None),
    ],
)
def test_a_moment_is_read_as_it_is_written(text: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(Denied):
            read(text)
    else:
        assert read(text) == meant


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "evening_unreadable"),
        ("bientôt", "evening_unreadable"),
        ("jeudi", "evening_no_hour"),
        ("12/12", "evening_no_hour"),
        ("ce soir", "evening_no_hour"),
        ("jeudi 25h", "evening_unreadable"),
        ("jeudi 20h61", "evening_unreadable"),
        ("31/02 20h", "evening_unreadable"),
        ("32/12 20h", "evening_unreadable"),
        ("3 brumaire 20h", "evening_unreadable"),
        ("vendredi 26 novembre 20h", "evening_unreadable"),
        ("13 pm", "evening_unreadable"),
        ("jeudi 20h30 ou 21h", "evening_unreadable"),
        ("dans", "evening_unreadable"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Denied, match=reason):
        read(text)


def test_an_hour_that_clocks_jump_over_is_refused_and_one_they_repeat_is_the_first() -> None:
    spring = datetime(2027, 3, 27, 12, tzinfo=PARIS)
    with pytest.raises(Denied, match="evening_gap"):
        read("demain 2h30", spring)
    assert read("demain 3h", spring) == "2027-03-28 03:00"
    autumn = datetime(2026, 10, 24, 12, tzinfo=PARIS)
    at = read_moment("demain 2h30", ms(autumn), PARIS)
    assert datetime.fromtimestamp(at / 1000, PARIS).utcoffset() == autumn.utcoffset()


def test_hours_are_those_of_the_servers_time_zone() -> None:
    montreal = ZoneInfo("America/Montreal")
    late = datetime(2026, 11, 24, 1, 0, tzinfo=PARIS)
    assert read("ce soir 21h", late, montreal) == "2026-11-23 21:00"
    assert read_moment("demain 20h", ms(late), PARIS) != read_moment("demain 20h", ms(late), montreal)


def test_time_zones_are_found_by_their_city() -> None:
    assert find_zone("europe/paris") == find_zone("Paris") == "Europe/Paris"
    assert find_zone("montreal") == "America/Montreal"
    assert find_zone("new york") == "America/New_York"
    with pytest.raises(Denied, match="no_such_zone"):
        find_zone("Trifouilly")
    assert list_zones("", 25)[:2] == ["Europe/Paris", "Europe/Brussels"]
    assert "Africa/Dakar" in list_zones("dak", 25)
    assert len(list_zones("a", 25)) == 25
    assert zone_of(None) == zone_of("Nulle/Part") == PARIS
