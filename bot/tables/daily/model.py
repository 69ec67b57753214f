"""Days, what is promised for them, and what people make of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple, Protocol

from bot.tables.proof.dice import Seed

SLOWEST: Final = 15_000
"""The most that one task adds to the time of an attempt, in ms; a wrong answer always adds it."""
_MS: Final = 1000


class Given(NamedTuple):
    """An answer as it was taken: whether it was right, how long it took (ms), and the `key` of its task."""

    answer: str
    right: bool
    ms: int = 0
    key: str = ""


@dataclass(frozen=True, slots=True)
class Promise:
    """The seed of a day, and since when (ms UTC) it has stood, so that it could be promised."""

    seed: Seed
    since: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """One person's attempt at a discipline on a day (YYYY-MM-DD), as far as it has gone.

    `guild_id` is the server where it was begun, below zero for private messages; `name` is what they were
    called there. `clock` (ms UTC) is when the present task was shown.
    """

    day: str
    discipline: str
    user_id: int
    name: str
    guild_id: int
    given: tuple[Given, ...] = ()
    clock: int = 0

    @property
    def score(self) -> int:
        """How many answers were right."""
        return sum(one.right for one in self.given)

    @property
    def ms(self) -> int:
        """How long all answers took together."""
        return sum(one.ms for one in self.given)


@dataclass(frozen=True, slots=True)
class Line:
    """A whole attempt as a board counts it."""

    user_id: int
    name: str
    score: int
    ms: int


def day_of(moment: int) -> str:
    """The day, by UTC, in which a moment (ms) lies: YYYY-MM-DD."""
    return datetime.fromtimestamp(moment / _MS, UTC).date().isoformat()


def begin_of(day: str) -> int:
    """When a day begins, in ms UTC. Raises ValueError for what is no day."""
    return round(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp() * _MS)


def later(day: str, days: int) -> str:
    """The day so many days after another; before it for a number below zero."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def month_of(day: str) -> tuple[str, str]:
    """The first day of a day's month, and the day itself."""
    return f"{day[:7]}-01", day


# What the daily challenge needs of the store.


class DailyStore(Protocol):
    """The seeds of days, and people's attempts. Days are YYYY-MM-DD."""

    async def promises(self, days: Sequence[str]) -> Mapping[str, Promise]:
        """The seeds of those of these days that have one."""

    async def promise(self, seeds: Mapping[str, Seed], now: int) -> Mapping[str, Promise]:
        """Keep the seeds of days that have none yet; what stands for each of them, whoever was first."""

    async def attempt(self, day: str, discipline: str, user_id: int) -> Attempt | None:
        """Somebody's attempt, None before it is begun."""

    async def attempts(self, day: str, user_id: int) -> Sequence[Attempt]:
        """All of somebody's attempts of a day, by the names of the disciplines."""

    async def begin_attempt(self, attempt: Attempt) -> Attempt:
        """Begin an attempt: the one that stands, whichever of two was first."""

    async def note_given(self, attempt: Attempt, given: Given, clock: int) -> bool:
        """Note the next answer of an attempt, and when (ms UTC) the task after it is shown.

        False, and nothing is written, if the attempt has gone on since.
        """

    async def attempts_on(self, day: str, discipline: str, guild_id: int, count: int) -> Sequence[Line]:
        """The attempts begun on a server that have all of `count` answers: the best first, then the fast."""

    async def days_played(self, user_id: int, first: str, last: str) -> int:
        """On how many days from `first` to `last` somebody has begun an attempt."""
