"""A database with real games in it, and the commands that an operator types beside it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.settings import Settings
from bot.tables.ports import Stored
from db.postgres import open_shared
from db.store import SqliteStore, Store
from tests.support.clock import FakeClock
from tests.support.tables import House

SPRING = 1_700_000_000_000
"""When the games of these tests were played: long ago."""


@dataclass(frozen=True)
class Told:
    """What a command said, and how it ended."""

    status: int
    text: str
    wrong: str


class Desk:
    """The folder of a bot, and what happens there."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.database = folder / "gobelet.db"
        self.url: str | None = None
        self._capsys = capsys

    async def open(self) -> Store:
        """Open the store, as a bot would."""
        if self.url is not None:
            return await open_shared(self.url, "tested")
        return await SqliteStore.open(self.database)

    def type(self, *arguments: str) -> Told:
        """What `python -m bot ARGUMENTS` answers."""
        status = main(arguments)
        said = self._capsys.readouterr()
        return Told(status, said.out, said.err)

    def store(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        """Do this with the store, as a bot would open it; gives back what it gives."""

        async def whole() -> Any:
            store = await self.open()
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(whole())

    def happen(self, work: Callable[[House], Awaitable[Any]], first_id: int = 1_000) -> Any:
        """Do this at the tables of the database, as a running bot would; gives back what it gives."""

        async def whole(store: Store) -> Any:
            house = House(store, FakeClock(SPRING), first_id)
            try:
                return await work(house)
            finally:
                await house.tasks.drain(5)

        return self.store(whole)

    def load(self, table_id: int) -> Stored:
        """A table as it is stored."""
        stored: Stored = self.store(lambda store: store.load(table_id))
        return stored

    def log(self, table_id: int) -> list[tuple[str, Any]]:
        """Kinds and payloads of a table's log."""
        return [(entry.kind, entry.payload) for entry in self.store(lambda store: store.log(table_id))]

    def restore(self, copy: Path, *, going_on: int, closed: Sequence[int]) -> Told:
        """Go back to a backup, after which one table goes on just as it stood, and these are closed."""
        before = self.load(going_on)
        told = self.type("restore", str(copy))
        assert (told.status, told.wrong) == (0, "")
        assert f"table {', '.join(map(str, closed))}." in told.text
        assert "just as they stood: 1 live" in told.text
        assert self.load(going_on) == before
        assert [self.load(table_id).table.end.why for table_id in closed] == ["restored"] * len(closed)
        return told


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """An operator's desk, with no setting but the database's path."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    monkeypatch.setenv("DATABASE_PATH", str(home / "gobelet.db"))
    return Desk(home, capsys)


@pytest.fixture
def shared_desk(desk: Desk, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The desk of who keeps the store in PostgreSQL."""
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    desk.url = postgres_url
    return desk


@pytest.fixture(params=["desk", "shared_desk"])
def either_desk(request: pytest.FixtureRequest) -> Desk:
    """The desk of who keeps the store in a file, and of who keeps it in PostgreSQL."""
    desk: Desk = request.getfixturevalue(request.param)
    return desk
