"""What earlier versions stored, as a file to open: tables by their version and number."""

import json
import lzma
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from bot.tables.proof.record import Record
from bot.tables.proof.verify import Verdict, verify
from db.migrate import migrate
from db.sqlite.schema import SqliteSchema
from engines import GAMES
from tests.stored.room import Room
from tests.stored.shrinker import LATER
from tests.support.clock import FakeClock
from tests.support.store import FreshStore

HERE = Path(__file__).parent
VERSIONS = HERE / "versions.json"


def unpacked(path: Path) -> bytes:
    """Return what a frozen file holds."""
    return lzma.decompress(path.read_bytes())


FILES = {path.name.removesuffix(".sql.xz"): path for path in sorted(HERE.glob("*.sql.xz"))}
"""Each frozen version's SQL text, packed."""
NOTES = json.loads(VERSIONS.read_text(encoding="utf-8"))
"""By frozen version: under which `rules` of each game its tables were begun, the `digest` of its files, and
which tables have something `new` in them; the others have nothing but another schema."""
RECORDS = {
    f"{path.parent.name} {path.name.removesuffix('.json.xz')}": unpacked(path)
    for path in sorted(HERE.glob("records/*/*.json.xz"))
}
"""Records that were handed out, by version, number, game and end ("0.1.0 013-tasse-over")."""
OVER = [name for name in RECORDS if name.endswith("-over")]
"""Of these, records of games that ended by their rules."""
OF_DICE = frozenset(
    {
        *("seed_hidden", "commitment_differs", "promise_changed", "sequence_gap", "seats_differ"),
        *("draws_unexpected", "die_differs"),
    }
)
"""Problems of a record that concern its promise and its dice: an old one must have none of them either."""


@dataclass(frozen=True)
class Kept:
    """A table in a frozen database; `phase` is empty where no game had begun."""

    version: str
    id: int
    game: str
    status: str
    phase: str

    def __str__(self) -> str:
        return f"{self.version} {self.id} {self.game} {self.phase or 'lobby'} {self.status}"

    @property
    def live(self) -> bool:
        return self.status != "closed"

    @property
    def new(self) -> bool:
        """Whether it holds something that no version before has stored."""
        return self.id in NOTES[self.version]["new"]

    @property
    def rules(self) -> int:
        """The version of the rules under which its game was begun."""
        return int(NOTES[self.version]["rules"][self.game])

    @property
    def current(self) -> bool:
        """Whether the rules of today play its log as those did under which its game was begun."""
        return GAMES[self.game].replays(self.rules)


def versions() -> list[str]:
    """Return every frozen version."""
    return list(FILES)


@cache
def kept() -> tuple[Kept, ...]:
    """Return every frozen table."""
    asked = "SELECT id, game, status, coalesce(json_extract(position, '$.phase'), '') FROM tables "
    found = []
    for version in FILES:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(as_left(version))
            rows = connection.execute(f"{asked} JOIN positions ON table_id = id ORDER BY id")
            found += [Kept(version, *row) for row in rows]
    return tuple(found)


def by_shape(tables: Iterable[Kept]) -> pytest.MarkDecorator:
    """Walk one table of each game, rules, status and phase; the others where there is time for all."""
    seen: set[object] = set()
    walks = []
    for table in tables:
        shape = (table.game, table.rules, table.status, table.phase)
        walks.append(pytest.param(table, id=str(table), marks=[pytest.mark.long] if shape in seen else []))
        seen.add(shape)
    return pytest.mark.parametrize("table", walks)


@cache
def as_left(version: str) -> bytes:
    """Return the database as its version left it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(unpacked(FILES[version]).decode())
        return connection.serialize()


def make(version: str, path: Path) -> Path:
    """Make the file anew as its version left it."""
    path.write_bytes(as_left(version))
    return path


@cache
def image(version: str) -> bytes:
    """Return the database as the bot of today has it once it has brought the schema up to date."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(as_left(version))
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA recursive_triggers = ON")
        migrate(SqliteSchema(connection))
        return connection.serialize()


@asynccontextmanager
async def standing(
    image: bytes, name: str, clock: FakeClock | None = None, first_id: int = 0
) -> AsyncIterator[Room]:
    """The bot of today stands over this database; nothing is woken yet."""
    store = FreshStore(image)
    store.all_know_the_games = False
    room = Room(store, clock or FakeClock(LATER), name, first_id)
    try:
        yield room
    finally:
        room.tables.deadlines.hold()
        await store.close()


@contextmanager
def naming(table: Kept) -> Iterator[None]:
    """Whatever fails here says at which table."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"table: {table}")
        raise


def proved(record: Record, current: bool) -> Verdict:
    """Verify a record: its dice always, and the replay where today's rules play it as it was played."""
    assert Record.load(record.dump()) == record
    verdict = verify(record, GAMES)
    assert [problem for problem in verdict.problems if problem.code in OF_DICE] == []
    assert verdict.draws == sum(len(line.draws) for line in record.entries)
    if current:
        assert verdict.problems == ()
        assert verdict.replayed == len(list(steps(record)))
    return verdict


def steps(record: Record) -> Iterator[str]:
    """Yield the kinds of all lines that the rules answered."""
    for line in record.entries:
        if line.kind in ("begin", "act", "expire", "leave", "system"):
            yield line.kind
