"""What so many servers need, and which wall comes first: assumptions, and figures of docs/performance.md.

python -m bench capacity                                        the tables of docs/capacity.md
python -m bench capacity --assume playing=0.1 clicks=60         with what you know of your servers
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from bench.figures import KNOWN, note, read_known

__all__ = ["TAKEN", "Assumptions", "Measured", "assume", "draw_tables", "measure", "redraw", "write"]

PAGE = KNOWN.with_name("capacity.md")
SERVERS = (1_000, 100_000, 1_000_000)
DAY, HOUR = 86_400, 3_600

TAKEN = {
    "click_ms": "ms of processor a click, mix, human pace",
    "shared": "processor time, three processes / SQLite",
    "counted": "counted requests a click, mix, human pace",
    "server_kb": "kB of memory an empty server",
    "process_mb": "MB of memory of a process",
    "game_kb": "kB a finished table, defizz",
    "commits": "steps a second, PostgreSQL, 64 tables",
}
"""Which figure of docs/performance.md each field of Measured is."""


def _assumed(value: float, words: str) -> Any:
    return field(default=value, metadata={"words": words})


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What people do, and what a machine may be asked."""

    playing: float = _assumed(0.03, "share of the servers that play on a day")
    games: float = _assumed(2, "games a day on a server that plays")
    clicks: float = _assumed(120, "clicks in a game")
    minutes: float = _assumed(30, "minutes that a game takes")
    peak_hour: float = _assumed(0.12, "share of a day's clicks in its busiest hour")
    burst: float = _assumed(2, "the busiest minutes of that hour, in times its average")
    private: float = _assumed(0.6, "share of the clicks that are made in private messages")
    messages: float = _assumed(500, "messages a day on a server, all people's")
    talk: float = _assumed(3, "the busiest minutes of talk, in times a day's average")
    message_ms: float = _assumed(0.06, "ms of processor for a message that is heard")
    pass_on_ms: float = _assumed(1, "ms of processor to pass a click on to its home")
    full: float = _assumed(0.5, "how busy a processor core may be in the busiest minutes")
    memory_mb: float = _assumed(2_000, "MB of memory that a process may take")
    disk_gb: float = _assumed(100, "GB of disk for the games of a year")
    rest: float = _assumed(50, "counted requests a second that Discord allows a bot")
    a_shard: float = _assumed(2_000, "servers in a shard (Discord wants at most 2,500)")
    identify: float = _assumed(
        5, "seconds in which one shard (16 from 150,000 servers on) may identify itself"
    )
    start: float = _assumed(300, "seconds that a start of all shards may take")


@dataclass(frozen=True, slots=True)
class Measured:
    """What a click, a server and a game cost, from docs/performance.md."""

    click_ms: float
    shared: float
    counted: float
    server_kb: float
    process_mb: float
    game_kb: float
    commits: float

    @classmethod
    def read(cls, text: str) -> Measured:
        """Take them from the page; ValueError if one is missing."""
        known = read_known(text)
        return cls(**{key: float(known[name][1].replace(",", "")) for key, name in TAKEN.items()})


@dataclass(frozen=True, slots=True)
class Need:
    """What so many servers ask for in the busiest minutes."""

    assumed: Assumptions
    measured: Measured
    servers: float

    @property
    def games_a_day(self) -> float:
        return self.servers * self.assumed.playing * self.assumed.games

    @property
    def clicks(self) -> float:
        """Clicks a second."""
        it = self.assumed
        return self.games_a_day * it.clicks * it.peak_hour / HOUR * it.burst

    @property
    def messages(self) -> float:
        """Messages heard a second."""
        return self.servers * self.assumed.messages / DAY * self.assumed.talk

    @property
    def cores(self) -> float:
        """Processor cores that are wholly busy, of one process with SQLite."""
        return (self.clicks * self.measured.click_ms + self.messages * self.assumed.message_ms) / 1000

    @property
    def shared_cores(self) -> float:
        """The same, of several processes that share PostgreSQL."""
        heard = self.messages * self.assumed.message_ms / 1000
        return self.clicks * self.measured.click_ms * self.measured.shared / 1000 + heard

    @property
    def processes(self) -> int:
        """Processes that are enough: each has one core, and its share of the servers in memory."""
        by_core = self.shared_cores / self.assumed.full
        by_memory = self.memory_mb / (self.assumed.memory_mb - self.measured.process_mb)
        return max(1, math.ceil(max(by_core, by_memory)))

    @property
    def rest(self) -> float:
        """Counted requests a second."""
        return self.clicks * self.measured.counted

    @property
    def first_shard(self) -> float:
        """Cores for passing on what is clicked in private messages, all of which Discord tells shard 0."""
        return self.clicks * self.assumed.private * self.assumed.pass_on_ms / 1000

    @property
    def memory_mb(self) -> float:
        """What the gateway tells of servers, in memory."""
        return self.servers * self.measured.server_kb / 1000

    @property
    def shards(self) -> int:
        return math.ceil(self.servers / self.assumed.a_shard)

    @property
    def start_seconds(self) -> float:
        """Until all shards have identified themselves."""
        at_once = 16 if self.servers >= 150_000 else 1
        return math.ceil(self.shards / at_once) * self.assumed.identify

    @property
    def tables(self) -> float:
        """Tables in play at the same time."""
        return self.games_a_day * self.assumed.peak_hour * self.assumed.minutes / 60 * self.assumed.burst

    @property
    def year_gb(self) -> float:
        """What a year's games leave in the store."""
        return self.games_a_day * 365 * self.measured.game_kb / 1e6


def _walls(a: Need) -> list[tuple[float, str, str]]:
    """Where each wall stands, in servers; what it is, and what moves it. `a` is the need of one server."""
    it, found = a.assumed, a.measured
    return sorted(
        [
            (
                it.full / a.cores,
                "one processor core",
                "several processes over PostgreSQL",
            ),
            (
                (it.memory_mb - found.process_mb) / a.memory_mb,
                "memory of one process",
                "several processes; interactions by HTTP without a gateway, which keeps no servers in memory",
            ),
            (
                it.rest / a.rest,
                "requests to Discord",
                "asking Discord for more; answers to clicks are not counted, edits and private messages are",
            ),
            (
                it.disk_gb / a.year_gb,
                "a year's games on the disk",
                "`RETENTION_DAYS`, or a larger disk",
            ),
            (
                it.start / it.identify * it.a_shard,
                "a start of all shards",
                "sixteen at once, which Discord allows from 150,000 servers on; HTTP needs no shards",
            ),
            (
                it.full / a.first_shard,
                "shard 0, which hears all private messages",
                "interactions by HTTP: any process hears them",
            ),
            (
                found.commits / a.clicks,
                "commits in one PostgreSQL",
                "a quicker disk; no bot has come this far",
            ),
        ]
    )


def _short(value: float) -> str:
    """Two digits that say something, as people write them."""
    if value >= 100:
        digits = 2 - len(str(int(value)))
        return f"{round(value, digits):,.0f}"
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


LINES = (
    ("clicks a second in the busiest minutes", "clicks"),
    ("tables in play at once", "tables"),
    ("cores busy, one process with SQLite", "cores"),
    ("cores busy, several with PostgreSQL", "shared_cores"),
    ("processes that are enough", "processes"),
    ("counted requests a second (Discord allows 50)", "rest"),
    ("cores busy at shard 0, passing on", "first_shard"),
    ("shards", "shards"),
    ("seconds to start all shards", "start_seconds"),
    ("MB of memory for the servers, all processes", "memory_mb"),
    ("GB of games a year", "year_gb"),
)
Table = Sequence[Sequence[str]]


def draw_tables(assumed: Assumptions, measured: Measured) -> Iterator[Table]:
    """Assumptions, figures, needs and walls, each a table with its head first."""
    told = [
        (each.name, _short(getattr(assumed, each.name)), each.metadata["words"]) for each in fields(assumed)
    ]
    yield [("assumed", "", "what it is"), *told]
    taken = [(name, _short(getattr(measured, key))) for key, name in TAKEN.items()]
    yield [("measured", ""), *taken]
    needs = [Need(assumed, measured, servers) for servers in SERVERS]
    rows = [(words, *(_short(getattr(need, name)) for need in needs)) for words, name in LINES]
    yield [("", *(f"{servers:,} servers" for servers in SERVERS)), *rows]
    walls = _walls(Need(assumed, measured, 1))
    yield [("wall", "servers", "what moves it"), *((what, _short(at), moved) for at, what, moved in walls)]


def draw(assumed: Assumptions) -> str:
    """The tables as docs/capacity.md shows them."""
    measured = Measured.read(KNOWN.read_text(encoding="utf-8"))
    return "\n\n".join(_draw_table(table) for table in draw_tables(assumed, measured))


def _draw_table(table: Table) -> str:
    head, *rows = (f"| {' | '.join(cells)} |" for cells in table)
    return "\n".join([head, f"|{' --- |' * len(table[0])}", *rows])


def assume(said: Sequence[str]) -> Assumptions:
    """Assumptions with some of them replaced ("name=value"); ValueError, in a sentence, for others."""
    names = [each.name for each in fields(Assumptions)]
    values = {}
    for each in said:
        name, _, value = each.partition("=")
        if name not in names:
            raise ValueError(f"unknown: {name}; there are {', '.join(names)}")
        values[name] = float(value)
    return replace(Assumptions(), **values)


def write(rows: Iterable[tuple[str, str]]) -> None:
    """Put what was measured into docs/performance.md, and what follows from it into docs/capacity.md."""
    KNOWN.write_text(note(KNOWN.read_text(encoding="utf-8"), rows), encoding="utf-8")
    PAGE.write_text(redraw(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def redraw(page: str) -> str:
    """The page with tables of today, each between the marks of its number."""
    measured = Measured.read(KNOWN.read_text(encoding="utf-8"))
    for number, table in enumerate(draw_tables(Assumptions(), measured), 1):
        begin, end = f"<!-- table {number} -->\n", f"<!-- end of table {number} -->"
        head, _, rest = page.partition(begin)
        page = f"{head}{begin}{_draw_table(table)}\n{end}{rest.partition(end)[2]}"
    return page


def measure(assumed: Assumptions | None = None) -> list[tuple[str, str]]:
    """Print the tables; nothing is measured here."""
    print(draw(assumed or Assumptions()))
    return []
