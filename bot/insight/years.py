"""A year of somebody's games on a server: what is worth being told of it, and nothing that was lost."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from bot.insight.badges import Given, Shelves, give_all
from bot.insight.model import Played
from bot.insight.profile import Rivalry, sum_up

_FAVOURITE: Final = 3
"""Games on one day of the week that make it a favourite."""


class Kind(NamedTuple):
    """How often a game was played in a year, and won."""

    game: str
    played: int
    won: int


class Best(NamedTuple):
    """The best place of a year: the table, its game, the place among so many seats, and the day."""

    table_id: int
    game: str
    place: int
    seats: int
    on: date


class Run(NamedTuple):
    """Days in a row on each of which something was played: how many, and the first."""

    days: int
    since: date


class Climb(NamedTuple):
    """A game whose rating is told of: how many rated tables had ended before the year, and until its end."""

    game: str
    before: int
    until: int


@dataclass(frozen=True, slots=True)
class Year:
    """A year of somebody, by the days of a time zone: games finished with others, those played most first.

    `weekday` (0 is Monday) is the one on which most were played, `on_weekday` how many; None where none is
    ahead. `company` is who was met most often, None for nobody often enough. `badges` were earned in it.
    """

    number: int
    kinds: tuple[Kind, ...] = ()
    weekday: int | None = None
    on_weekday: int = 0
    run: Run | None = None
    best: Best | None = None
    company: Rivalry | None = None
    badges: tuple[Given, ...] = ()
    climb: Climb | None = None

    @property
    def played(self) -> int:
        """All games."""
        return sum(kind.played for kind in self.kinds)

    @property
    def won(self) -> int:
        """All games that were won."""
        return sum(kind.won for kind in self.kinds)


def review(user_id: int, games: Sequence[Played], number: int, zone: tzinfo, shelves: Shelves) -> Year:
    """Look back on a year; `games` are all that somebody has played to its end."""
    begin, end = _begin(number, zone), _begin(number + 1, zone)
    mine = [game for game in games if begin <= game.table.ended_at < end and len(game.table.seats) > 1]
    if not mine:
        return Year(number)
    summed = sum_up(user_id, mine)
    days = [datetime.fromtimestamp(game.table.ended_at / 1000, zone).date() for game in mine]
    weekday, on_weekday = _favourite(days)
    given = [one for some in give_all(shelves, user_id, games).values() for one in some]
    return Year(
        number,
        _count_kinds(mine),
        weekday,
        on_weekday,
        _longest_run(days),
        _best(user_id, mine, days),
        next(iter(summed.rivalries), None),
        tuple(one for one in given if one.since is not None and begin <= one.since < end),
        _climb(mine, games, begin),
    )


def _begin(number: int, zone: tzinfo) -> int:
    """When a year begins (ms UTC)."""
    return round(datetime(number, 1, 1, tzinfo=zone).timestamp() * 1000)


def _count_kinds(mine: Iterable[Played]) -> tuple[Kind, ...]:
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in mine:
        played[game.table.game] += 1
        won[game.table.game] += game.won
    return tuple(Kind(name, number, won[name]) for name, number in played.most_common())


def _favourite(days: Iterable[date]) -> tuple[int | None, int]:
    """The day of the week on which most was played, and how often; none where there is no single one."""
    (first, number), *others = Counter(day.weekday() for day in days).most_common(2)
    clear = number >= _FAVOURITE and all(less < number for _, less in others)
    return (first, number) if clear else (None, 0)


def _longest_run(days: Iterable[date]) -> Run | None:
    """The longest run of days in a row, the first of those that are as long; None for single days."""
    best, begun, last = Run(1, date.min), date.min, date.min
    for day in sorted(set(days)):
        if day - last != timedelta(days=1):
            begun = day
        last = day
        length = (day - begun).days + 1
        best = Run(length, begun) if length > best.days else best
    return best if best.days > 1 else None


def _best(user_id: int, mine: Iterable[Played], days: Iterable[date]) -> Best:
    """The best place: of equal ones that at the largest table, then the first."""
    found = []
    for game, day in zip(mine, days, strict=True):
        seats = game.table.seats
        place = next(seat.place for seat in seats if user_id in seat.people)
        size = max(len(seats), place, game.facts.get("seats", 0))
        found.append((place, -size, game.table.ended_at, game, day))
    place, fewest, _, game, day = min(found, key=lambda one: one[:3])
    return Best(game.table.table_id, game.table.game, place, -fewest, day)


def _climb(mine: Sequence[Played], games: Iterable[Played], begin: int) -> Climb | None:
    """The game of which most was rated in the year; None where nothing was."""
    rated = Counter(game.table.game for game in mine if game.table.compared)
    if not rated:
        return None
    ((name, number),) = rated.most_common(1)
    before = sum(
        game.table.compared and game.table.game == name and game.table.ended_at < begin for game in games
    )
    return Climb(name, before, before + number)
