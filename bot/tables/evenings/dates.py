"""Days and hours as people write them: « jeudi 20h30 », « 12/12 21:00 », « demain 20 h », "tomorrow 8pm"."""

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.tables.model import Denied

# Days and hours as people write them: « jeudi 20h30 », « 12/12 21:00 », « demain 20 h », "tomorrow 8 pm".

ZONE: Final = "Europe/Paris"
"""The time zone of servers that have chosen none."""
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            ("lundi", "monday"),
            ("mardi", "tuesday"),
            ("mercredi", "wednesday"),
            ("jeudi", "thursday"),
            ("vendredi", "friday"),
            ("samedi", "saturday"),
            ("dimanche", "sunday"),
        )
    )
    for name in names
}
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("janvier", "janv", "january", "jan"),
            ("fevrier", "fevr", "fev", "february", "feb"),
            ("mars", "march", "mar"),
            ("avril", "avr", "april", "apr"),
            ("mai", "may"),
            ("juin", "june", "jun"),
            ("juillet", "juil", "july", "jul"),
            ("aout", "august", "aug"),
            ("septembre", "sept", "september", "sep"),
            ("octobre", "oct", "october"),
            ("novembre", "nov", "november"),
            ("decembre", "dec", "december"),
        ),
        1,
    )
    for name in names
}
_DAYS_AWAY = {
    "aujourd'hui": 0,
    "ce soir": 0,
    "cet apres-midi": 0,
    "ce midi": 0,
    "today": 0,
    "tonight": 0,
    "demain": 1,
    "demain soir": 1,
    "tomorrow": 1,
    "apres-demain": 2,
    "apres demain": 2,
}
_IDLE = re.compile(r"\b(?:le|la|a|at|on|the|vers|prochain|next|soir|of)\b(?!-)|[,]")
"""Words that say nothing more about a moment."""
_HOUR = re.compile(
    r"(?:^|\s)(?:(?P<word>midi|minuit|noon|midnight)"
    r"|(?P<h>\d{1,2})\s?(?:h|heures?|:)\s?(?P<m>\d{2})?(?:\s?(?:min|mn))?"
    r"|(?P<h12>\d{1,2})(?::(?P<m12>\d{2}))?\s?(?P<half>am|pm))$"
)
_ISO = re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})t?")
_NUMBERS = re.compile(r"(?P<d>\d{1,2})[/.-](?P<m>\d{1,2})(?:[/.-](?P<y>\d{4}|\d{2}))?\.?")
_WORDS = re.compile(r"(?P<d>\d{1,2})(?:er|st|nd|rd|th)?\s(?P<m>[a-z]+)\.?(?:\s(?P<y>\d{4}))?")
_AHEAD = re.compile(
    r"(?:dans|in)\s(?:(?P<d>\d{1,2})\s?(?:j|jours?|days?))?\s?(?:(?P<h>\d{1,2}|une|an?)\s?(?:h|heures?|hours?))?"
    r"\s?(?:et\s|and\s)?(?:(?P<m>\d{1,3})\s?(?:min|mn|minutes?)?)?"
)
_HALF_PAST, _NOON = "et demie", 12


def read_moment(text: str, now: int, zone: ZoneInfo) -> int:
    """The moment (ms UTC) that a text means to people in this time zone, where it is `now`.

    Denied "evening_unreadable", "evening_no_hour" for a day alone, or "evening_gap" for an hour that does
    not exist there, because clocks are put forward. A day without a year is the next of its name.
    """
    said, here = _fold(text), datetime.fromtimestamp(now / 1000, zone)
    ahead = _AHEAD.fullmatch(said)
    if ahead is not None and any(ahead.groups()):
        return now + round(_read_span(ahead).total_seconds() * 1000)
    said = " ".join(_IDLE.sub(" ", said).split())
    hour = _HOUR.search(said)
    if hour is None:
        known = _read_day(said, here) is not None
        raise Denied("evening_no_hour" if known else "evening_unreadable")
    at, day = _read_hour(hour), said[: hour.start()].strip()
    if day == "":
        found = here.date() if at > here.time() else here.date() + timedelta(days=1)
    else:
        read = _read_day(day, here)
        if read is None:
            raise Denied("evening_unreadable")
        found = read
        if day in _WEEKDAYS and datetime.combine(found, at, zone) <= here:
            found += timedelta(days=7)
    return _to_utc(datetime.combine(found, at, zone))


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def zone_of(name: object) -> ZoneInfo:
    """The time zone that a server has chosen, or the usual one."""
    return ZoneInfo(str(name) if name in _zones() else ZONE)


def hour_at(now: int, zone: ZoneInfo) -> int:
    """The full hour (0 to 23) by the clocks of a place when it is `now` (ms UTC)."""
    return datetime.fromtimestamp(now / 1000, zone).hour


def find_zone(text: str) -> str:
    """The name of a time zone, however it is written; Denied "no_such_zone"."""
    wanted = _fold(text).replace(" ", "_")
    for name in sorted(_zones(), key=len):
        if wanted in (name.casefold(), name.casefold().rpartition("/")[2]):
            return name
    raise Denied("no_such_zone")


def list_zones(text: str, most: int) -> list[str]:
    """Names of time zones in which this can be read, the likely ones first."""
    wanted = _fold(text).replace(" ", "_")
    found = [name for name in _zones() if wanted in name.casefold() and "/" in name]
    usual = {ZONE: 0, "Europe/Brussels": 1, "Europe/Zurich": 2, "America/Montreal": 3, "America/Toronto": 3}
    return sorted(found, key=lambda name: (usual.get(name, 9), name))[:most]


def _fold(text: str) -> str:
    """Small letters without accents, one blank between words, one kind of apostrophe."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(plain.split()).replace(_HALF_PAST, "30")


def _read_span(ahead: re.Match[str]) -> timedelta:
    """How far ahead: « dans 1 h 30 », « dans 2 jours », « dans 45 min »."""
    hours = ahead["h"] or "0"
    return timedelta(
        days=int(ahead["d"] or 0),
        hours=int(hours) if hours.isdecimal() else 1,
        minutes=int(ahead["m"] or 0),
    )


def _read_hour(hour: re.Match[str]) -> time:
    if hour["word"]:
        return time(_NOON if hour["word"] in ("midi", "noon") else 0)
    number, minute = int(hour["h"] or hour["h12"]), int(hour["m"] or hour["m12"] or 0)
    if hour["half"]:
        if not 1 <= number <= _NOON:
            raise Denied("evening_unreadable")
        number = number % _NOON + (_NOON if hour["half"] == "pm" else 0)
    try:
        return time(number, minute)
    except ValueError:
        raise Denied("evening_unreadable") from None


def _read_day(text: str, here: datetime) -> date | None:
    """The day that a text without its hour means; None if it means none."""
    today = here.date()
    if text in _DAYS_AWAY:
        return today + timedelta(days=_DAYS_AWAY[text])
    if text == "ce":
        return today
    first, _, rest = text.partition(" ")
    if first in _WEEKDAYS:
        if not rest:
            return today + timedelta(days=(_WEEKDAYS[first] - today.weekday()) % 7)
        named = _read_date(rest, today)
        return named if named is not None and named.weekday() == _WEEKDAYS[first] else None
    return _read_date(text, today)


def _read_date(text: str, today: date) -> date | None:
    for pattern in (_ISO, _NUMBERS, _WORDS):
        found = pattern.fullmatch(text)
        if found is not None:
            break
    else:
        return None
    month = int(found["m"]) if found["m"].isdecimal() else _MONTHS.get(found["m"], 0)
    year = int(found["y"]) if found["y"] else None
    if year is not None and year < 100:
        year += today.year // 100 * 100
    try:
        if year is not None:
            return date(year, month, int(found["d"]))
        named = date(today.year, month, int(found["d"]))
        return named if named >= today else date(today.year + 1, month, int(found["d"]))
    except ValueError:
        return None


def _to_utc(local: datetime) -> int:
    """A moment by the clocks of a place, in ms UTC; Denied "evening_gap" where they jump over it."""
    utc = local.astimezone(UTC)
    if utc.astimezone(local.tzinfo).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Denied("evening_gap")
    return round(utc.timestamp() * 1000)
